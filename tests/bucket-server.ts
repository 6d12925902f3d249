import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { BucketSettings } from '#server/providers/image-store/bucket.ts';
import { type ArrivedRequest, faultOfSignature } from './signature-check.ts';

/** What a server of the tests does instead of an answer: nothing, a cut connection, half an answer, or an error. */
export type Fault = 'silence' | 'cut' | 'half' | { status: number; code: string; message?: string };

export interface BucketServer {
  settings: BucketSettings;
  /** What lies in the bucket, by name. */
  things: Map<string, { bytes: Buffer; contentType: string }>;
  /** Each request that came, as `GET name`. */
  asked: string[];
  /** Looked at before each answer. */
  fault: (asked: string) => Fault | null;
  close(): Promise<void>;
}

const keys = {
  accessKeyId: 'ID-of-the-tests',
  secretAccessKey: 'a secret/of+the=tests',
  region: 'eu-test-1',
};
const bucket = 'pictures';

/** Opens a bucket on this machine that checks signatures as S3 does. */
export async function openBucketServer(port = 0): Promise<BucketServer> {
  const things: BucketServer['things'] = new Map();
  const server = createServer(async (request, response) => {
    const arrived = await arrivedRequest(request);
    const [, inBucket = '', ...name] = arrived.target.split('/');
    const asked = `${arrived.method} ${name.join('/')}`;
    opened.asked.push(asked);
    const fault = opened.fault(asked);
    if (fault !== null) return misbehave(response, fault);
    const wrong = faultOfSignature(arrived, { ...keys, now: new Date() });
    if (wrong !== null) return refuse(response, 403, wrong);
    if (inBucket !== bucket) return refuse(response, 404, 'NoSuchBucket');
    if (arrived.method === 'PUT') {
      const contentType = arrived.headers['content-type'] ?? '';
      things.set(name.join('/'), { bytes: arrived.body, contentType });
      return response.end();
    }
    const thing = things.get(name.join('/'));
    if (thing === undefined) return refuse(response, 404, 'NoSuchKey');
    return response.setHeader('content-type', thing.contentType).end(thing.bytes);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const opened: BucketServer = {
    settings: { ...keys, bucket, endpoint: `http://127.0.0.1:${address.port}`, isNamedInPath: true },
    things,
    asked: [],
    fault: () => null,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return opened;
}

async function arrivedRequest(request: IncomingMessage): Promise<ArrivedRequest> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: request.method ?? '',
    target: request.url ?? '',
    headers: Object.fromEntries(headers),
    body: Buffer.concat(pieces),
  };
}

function misbehave(response: ServerResponse, fault: Fault): void {
  if (fault === 'silence') return;
  if (fault === 'cut') response.destroy();
  else if (fault === 'half') {
    response.setHeader('content-length', 1000).write('half of it', () => response.destroy());
  } else refuse(response, fault.status, fault.code, fault.message);
}

function refuse(response: ServerResponse, status: number, code: string, message = 'A word about it.'): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/xml');
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  );
}
