import { extname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '#contract/errors.ts';
import { concurrencyLimit } from '#server/concurrency-limit.ts';
import { type ImageStorage, toStoragePath } from './image-storage.ts';
import { type BucketKeys, signRequest, type UnsignedRequest } from './s3-signature.ts';

/** A bucket of S3, or of whatever speaks its language. */
export interface BucketSettings extends BucketKeys {
  /** Where the service answers, such as `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string;
  bucket: string;
  /** Whether the bucket is named in the path or, if not, in front of the host. */
  usesPathStyle: boolean;
}

/** The bucket gave no answer, or one that may be another in a moment. */
export class BucketUnavailableError extends Error {
  override name = 'BucketAwayError';
}

/** The bucket answered, and will say the same again: it, the key or a right is missing. */
export class BucketRejectedError extends Error {
  override name = 'BucketRefusedError';
}

export interface Bucket {
  /** What lies there, or null. Throws `BucketUnavailableError` and `BucketRejectedError`. */
  get(name: string): Promise<Buffer | null>;
  /** Puts it there whole or not at all, instead of what was there. Throws `BucketUnavailableError` and `BucketRejectedError`. */
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
  const root = bucketUrl(settings);

  const ask = async (request: Omit<UnsignedRequest, 'url'>, name: string): Promise<Answer> => {
    const url = new URL(root + name);
    let failure = new BucketUnavailableError();
    for (const wait of [...pausesMs, null]) {
      try {
        const answer = await tryOnce({ ...request, url }, settings, timeoutMs);
        if (!isPassing(answer.status)) return answer;
        failure = new BucketUnavailableError(describeResponse(answer));
      } catch (error) {
        if (error instanceof BucketRejectedError) throw error;
        // What broke off is tried again; who has let us wait once would do so again.
        if (isTimeout(error)) throw new BucketUnavailableError(`no answer within ${timeoutMs / 1000} s`);
        failure = toUnavailableError(error);
      }
      if (wait !== null) await pause(wait);
    }
    throw failure;
  };

  return {
    async get(name) {
      const answer = await ask({ method: 'GET' }, name);
      if (answer.status === 200) return answer.body;
      if (answer.status === 404 && readXmlElement(answer, 'Code') !== 'NoSuchBucket') return null;
      throw new BucketRejectedError(describeResponse(answer));
    },
    async put(name, body, contentType) {
      const answer = await ask({ method: 'PUT', headers: { 'content-type': contentType }, body }, name);
      if (answer.status >= 300) throw new BucketRejectedError(describeResponse(answer));
    },
  };
}

/** The address before the name of a thing in the bucket. */
export function bucketUrl({ endpoint, bucket, usesPathStyle }: BucketSettings): string {
  const { protocol, host, pathname } = new URL(endpoint);
  const path = pathname.endsWith('/') ? pathname : `${pathname}/`;
  return usesPathStyle ? `${protocol}//${host}${path}${bucket}/` : `${protocol}//${bucket}.${host}${path}`;
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
      throw new BucketRejectedError('What lies there is too large for a picture.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Why there was no answer; the reason of `fetch` lies in its cause. */
function toUnavailableError(error: unknown): BucketUnavailableError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  // Several addresses of one host fail together, with a code and no words.
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const reason = cause instanceof Error ? cause.message || String(code ?? cause.name) : String(cause);
  return new BucketUnavailableError(reason, { cause: error });
}

/** What an answer says of itself: S3 tells its errors in a little XML. */
function describeResponse(answer: Answer): string {
  const code = readXmlElement(answer, 'Code') ?? `status ${answer.status}`;
  const message = readXmlElement(answer, 'Message');
  return message === null ? code : `${code}: ${message}`;
}

function readXmlElement({ body }: Answer, name: string): string | null {
  const text = body.toString('utf8', 0, 4_000);
  return new RegExp(`<${name}>([^<]{1,300})</${name}>`).exec(text)?.[1] ?? null;
}

interface Options {
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** For how long nobody is kept waiting after the bucket gave no answer, in milliseconds. */
  restMs?: number;
}

const retryAfterSeconds = 5;
const quietMs = 60_000;
// Together these bound what pictures under way take of the memory: a few megabytes as a rule, and 256 at worst.
const concurrency = 16;
const maximumQueued = 500;

/** Keeps pictures in a bucket. When it is away or refuses, that is logged and the caller told UNAVAILABLE. */
export function s3ImageStorage(bucket: Bucket, { log, restMs = 2_000 }: Options): ImageStorage {
  const inTurn = concurrencyLimit({ concurrency, maximumQueued, createError: unavailable });
  let answeredAt = 0;
  let restsUntil = 0;
  let told = { what: '', at: 0 };

  const tell = (error: BucketUnavailableError | BucketRejectedError) => {
    // A page has dozens of pictures, and all of them say the same.
    if (told.what === error.message && performance.now() - told.at < quietMs) return;
    told = { what: error.message, at: performance.now() };
    if (error instanceof BucketUnavailableError) log.warn(`The bucket of pictures is away: ${error.message}`);
    else log.error(`The bucket of pictures refuses what the shop asks of it: ${error.message}`);
  };

  const asking = <Result>(work: () => Promise<Result>) =>
    inTurn(async () => {
      if (performance.now() < restsUntil) throw unavailable();
      const askedAt = performance.now();
      try {
        const result = await work();
        answeredAt = performance.now();
        return result;
      } catch (error) {
        if (!(error instanceof BucketUnavailableError || error instanceof BucketRejectedError)) throw error;
        // When others were answered meanwhile, one thing is slow, and the bucket is there.
        if (error instanceof BucketUnavailableError && answeredAt < askedAt)
          restsUntil = performance.now() + restMs;
        tell(error);
        throw unavailable();
      }
    });

  return {
    async find(key) {
      const place = toStoragePath(key);
      return asking(() => bucket.get(place));
    },
    async put(key, bytes) {
      const place = toStoragePath(key);
      await asking(() => bucket.put(place, bytes, `image/${extname(key).slice(1)}`));
    },
  };
}

function unavailable(): AppError {
  const message = 'Pictures are not available right now. Please try again in a moment.';
  return new AppError('UNAVAILABLE', { message, retryAfterSeconds });
}
