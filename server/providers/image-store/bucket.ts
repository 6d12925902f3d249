import { setTimeout as pause } from 'node:timers/promises';
import { type BucketKeys, signRequest, type UnsignedRequest } from './sign-request.ts';

/** A bucket of S3, or of whatever speaks its language. */
export interface BucketSettings extends BucketKeys {
  /** Where the service answers, such as `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string;
  bucket: string;
  /** Whether the bucket is named in the path or, if not, in front of the host. */
  isNamedInPath: boolean;
}

/** The bucket gave no answer, or one that may be another in a moment. */
export class BucketAwayError extends Error {
  override name = 'BucketAwayError';
}

/** The bucket answered, and will say the same again: it, the key or a right is missing. */
export class BucketRefusedError extends Error {
  override name = 'BucketRefusedError';
}

export interface Bucket {
  /** What lies there, or null. Throws `BucketAwayError` and `BucketRefusedError`. */
  get(name: string): Promise<Buffer | null>;
  /** Puts it there whole or not at all, instead of what was there. Throws `BucketAwayError` and `BucketRefusedError`. */
  put(name: string, bytes: Buffer, contentType: string): Promise<void>;
}

interface Answer {
  status: number;
  body: Buffer;
}

/** How long one try may take, in milliseconds: somebody waits for a picture. */
const patienceMs = 8_000;
const pausesMs = [100, 400];
/** Our largest picture, nothing but noise and four times as high as wide, has 8 MB. */
const largestAnswerBytes = 16 * 1024 * 1024;
// Too many requests, or a fault of theirs.
const isPassing = (status: number) => status >= 500 || status === 429 || status === 408;

/** Asks a bucket. Names have only characters that need no encoding in an address. */
export function openBucket(settings: BucketSettings, timeoutMs = patienceMs): Bucket {
  const root = addressOf(settings);

  const ask = async (request: Omit<UnsignedRequest, 'url'>, name: string): Promise<Answer> => {
    const url = new URL(root + name);
    let failure = new BucketAwayError();
    for (const wait of [...pausesMs, null]) {
      try {
        const answer = await tryOnce({ ...request, url }, settings, timeoutMs);
        if (!isPassing(answer.status)) return answer;
        failure = new BucketAwayError(sayingOf(answer));
      } catch (error) {
        if (error instanceof BucketRefusedError) throw error;
        // What broke off is tried again; who has let us wait once would do so again.
        if (isTimeout(error)) throw new BucketAwayError(`no answer within ${timeoutMs / 1000} s`);
        failure = away(error);
      }
      if (wait !== null) await pause(wait);
    }
    throw failure;
  };

  return {
    async get(name) {
      const answer = await ask({ method: 'GET' }, name);
      if (answer.status === 200) return answer.body;
      if (answer.status === 404 && elementOf(answer, 'Code') !== 'NoSuchBucket') return null;
      throw new BucketRefusedError(sayingOf(answer));
    },
    async put(name, body, contentType) {
      const answer = await ask({ method: 'PUT', headers: { 'content-type': contentType }, body }, name);
      if (answer.status >= 300) throw new BucketRefusedError(sayingOf(answer));
    },
  };
}

/** The address before the name of a thing in the bucket. */
export function addressOf({ endpoint, bucket, isNamedInPath }: BucketSettings): string {
  const { protocol, host, pathname } = new URL(endpoint);
  const path = pathname.endsWith('/') ? pathname : `${pathname}/`;
  return isNamedInPath ? `${protocol}//${host}${path}${bucket}/` : `${protocol}//${bucket}.${host}${path}`;
}

async function tryOnce(request: UnsignedRequest, keys: BucketKeys, timeoutMs: number): Promise<Answer> {
  const { method, url, body } = request;
  const response = await fetch(url, {
    method,
    // Signed anew at each try: a signature holds for some minutes.
    headers: signRequest(request, keys, new Date()),
    ...(body !== undefined && { body: new Uint8Array(body) }),
    // A bucket that has moved would need another signature.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, body: await bodyOf(response) };
}

async function bodyOf({ body }: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    length += piece.length;
    if (length > largestAnswerBytes)
      throw new BucketRefusedError('What lies there is too large for a picture.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Why there was no answer; the reason of `fetch` lies in its cause. */
function away(error: unknown): BucketAwayError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  // Several addresses of one host fail together, with a code and no words.
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const reason = cause instanceof Error ? cause.message || String(code ?? cause.name) : String(cause);
  return new BucketAwayError(reason, { cause: error });
}

/** What an answer says of itself: S3 tells its errors in a little XML. */
function sayingOf(answer: Answer): string {
  const code = elementOf(answer, 'Code') ?? `status ${answer.status}`;
  const message = elementOf(answer, 'Message');
  return message === null ? code : `${code}: ${message}`;
}

function elementOf({ body }: Answer, name: string): string | null {
  const text = body.toString('utf8', 0, 4_000);
  return new RegExp(`<${name}>([^<]{1,300})</${name}>`).exec(text)?.[1] ?? null;
}
