import { createHash, createHmac } from 'node:crypto';

/** Who asks a bucket, and where it lies. */
export interface BucketKeys {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** A request without its signature. Its address is encoded already and has no query. */
export interface UnsignedRequest {
  method: 'GET' | 'PUT';
  url: URL;
  /** Named in lower case. All of them are signed. */
  headers?: Record<string, string>;
  body?: Uint8Array;
}

/**
 * The headers of a request to S3 with AWS Signature Version 4, `authorization` among them. The body is signed, too.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function signRequest(
  request: UnsignedRequest,
  { region, accessKeyId, secretAccessKey }: BucketKeys,
  now: Date,
): Record<string, string> {
  const moment = now.toISOString().replaceAll(/[:-]|\.\d+/g, '');
  const bodyDigest = sha256(request.body ?? '');
  const sent = { ...request.headers, 'x-amz-content-sha256': bodyDigest, 'x-amz-date': moment };
  const signed = Object.entries({ ...sent, host: request.url.host }).sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const names = signed.map(([name]) => name).join(';');
  const canonical = [
    request.method,
    request.url.pathname,
    // The query, which is empty.
    '',
    ...signed.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    bodyDigest,
  ].join('\n');
  const day = moment.slice(0, 8);
  const scope = [day, region, 's3', 'aws4_request'];
  const text = ['AWS4-HMAC-SHA256', moment, scope.join('/'), sha256(canonical)].join('\n');
  const key = scope.reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${secretAccessKey}`);
  const credential = [accessKeyId, ...scope].join('/');
  const signature = hmac(key, text).toString('hex');
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
