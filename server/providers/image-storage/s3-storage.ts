import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '#contract/base/errors.ts';
import { concurrencyLimit } from '#server/base/concurrency-limit.ts';
import { type ImageStorage, toStoragePath } from './image-storage.ts';

/** A bucket of S3 or of a compatible service. */
export interface BucketSettings {
  /** Address of the service, such as `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string;
  region: string;
  bucket: string;
  /** The bucket is part of the path; otherwise of the host name. */
  usesPathStyle: boolean;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The bucket did not respond, or with an error that may pass. */
export class BucketUnavailableError extends Error {
  override name = 'BucketUnavailableError';
}

/** The bucket rejected the request for good: bucket, key or permission is missing. */
export class BucketRejectedError extends Error {
  override name = 'BucketRejectedError';
}

/** Objects by name. The methods throw `BucketUnavailableError` and `BucketRejectedError`. */
export interface Bucket {
  get(name: string): Promise<Buffer | null>;
  /** Stores the object whole or not at all; replaces an existing one. */
  put(name: string, bytes: Buffer, contentType: string): Promise<void>;
  /** No error when there is none. */
  remove(name: string): Promise<void>;
}

interface StorageOptions {
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** How long requests fail at once after the bucket did not respond, in milliseconds. */
  cooldownMs?: number;
}

const retryAfterSeconds = 5;
const logIntervalMs = 60_000;

/**
 * Stores images in a bucket. Failures are logged and become UNAVAILABLE. While the bucket does not respond, requests
 * fail at once: otherwise each image of a page holds a request until its timeout.
 */
export function s3ImageStorage(bucket: Bucket, { log, cooldownMs = 2_000 }: StorageOptions): ImageStorage {
  // Bounds the memory of images in transit: a few megabytes usually, 256 at most.
  const limit = concurrencyLimit({ concurrency: 16, maximumQueued: 500, createError: unavailable });
  let lastResponseAt = 0;
  let cooldownUntil = 0;
  let lastLogged = { message: '', at: 0 };

  const logFailure = (error: BucketUnavailableError | BucketRejectedError) => {
    // A page has dozens of images, all of which fail with the same message.
    if (lastLogged.message === error.message && performance.now() - lastLogged.at < logIntervalMs) return;
    lastLogged = { message: error.message, at: performance.now() };
    if (error instanceof BucketUnavailableError)
      log.warn(`The image bucket is unavailable: ${error.message}`);
    else log.error(`The image bucket rejected a request: ${error.message}`);
  };

  const guarded = <Result>(work: () => Promise<Result>) =>
    limit(async () => {
      if (performance.now() < cooldownUntil) throw unavailable();
      const startedAt = performance.now();
      try {
        const result = await work();
        lastResponseAt = performance.now();
        return result;
      } catch (error) {
        if (!(error instanceof BucketUnavailableError || error instanceof BucketRejectedError)) throw error;
        // If other requests succeeded since, only this object is slow.
        if (error instanceof BucketUnavailableError && lastResponseAt < startedAt)
          cooldownUntil = performance.now() + cooldownMs;
        logFailure(error);
        throw unavailable();
      }
    });

  return {
    async find(key) {
      const path = toStoragePath(key);
      return guarded(() => bucket.get(path));
    },
    async put(key, bytes) {
      const path = toStoragePath(key);
      await guarded(() => bucket.put(path, bytes, `image/${extname(key).slice(1)}`));
    },
    async remove(key) {
      const path = toStoragePath(key);
      await guarded(() => bucket.remove(path));
    },
  };
}

function unavailable(): AppError {
  const message = 'Pictures are not available right now. Please try again in a moment.';
  return new AppError('UNAVAILABLE', { message, retryAfterSeconds });
}

interface BucketResponse {
  status: number;
  body: Buffer;
}

interface BucketRequest {
  method: 'GET' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
}

/** Of one attempt: a visitor waits for the image. */
const defaultTimeoutMs = 8_000;
const retryDelaysMs = [100, 400];
/** The largest image of a shop, pure noise and four times as high as wide, has 8 MB. */
const maximumResponseBytes = 16 * 1024 * 1024;

/** Opens a bucket. Names must not need encoding in a URL. */
export function openBucket(settings: BucketSettings, timeoutMs = defaultTimeoutMs): Bucket {
  const root = bucketUrl(settings);
  const { accessKeyId, secretAccessKey, region } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });

  const attempt = async (url: string, { headers, ...request }: BucketRequest): Promise<BucketResponse> => {
    // Each attempt is signed again, because a signature expires. The body is signed too: endpoints may be plain HTTP.
    const bodyHash = createHash('sha256')
      .update(request.body ?? '')
      .digest('hex');
    const signed = await client.sign(url, {
      ...request,
      headers: { ...headers, 'x-amz-content-sha256': bodyHash },
    });
    // The signature holds for one host, so redirects cannot be followed.
    const response = await fetch(signed, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    return { status: response.status, body: await readBody(response) };
  };

  const send = async (name: string, request: BucketRequest): Promise<BucketResponse> => {
    let failure = new BucketUnavailableError();
    for (const delayMs of [...retryDelaysMs, null]) {
      try {
        const response = await attempt(root + name, request);
        if (!isTransient(response.status)) return response;
        failure = new BucketUnavailableError(describeResponse(response));
      } catch (error) {
        if (error instanceof BucketRejectedError) throw error;
        // A broken connection is retried; a timeout is not, because it would probably time out again.
        if (error instanceof Error && error.name === 'TimeoutError')
          throw new BucketUnavailableError(`no response within ${timeoutMs / 1000} s`);
        failure = toUnavailableError(error);
      }
      if (delayMs !== null) await pause(delayMs);
    }
    throw failure;
  };

  return {
    async get(name) {
      const response = await send(name, { method: 'GET' });
      if (response.status === 200) return response.body;
      if (response.status === 404 && readXmlElement(response, 'Code') !== 'NoSuchBucket') return null;
      throw new BucketRejectedError(describeResponse(response));
    },
    async put(name, bytes, contentType) {
      const headers = { 'content-type': contentType };
      const response = await send(name, { method: 'PUT', headers, body: new Uint8Array(bytes) });
      if (response.status >= 300) throw new BucketRejectedError(describeResponse(response));
    },
    async remove(name) {
      const response = await send(name, { method: 'DELETE' });
      const isGone = response.status === 404 && readXmlElement(response, 'Code') !== 'NoSuchBucket';
      if (response.status >= 300 && !isGone) throw new BucketRejectedError(describeResponse(response));
    },
  };
}

/** The URL before the name of an object. */
export function bucketUrl({ endpoint, bucket, usesPathStyle }: BucketSettings): string {
  const { protocol, host, pathname } = new URL(endpoint);
  const path = pathname.endsWith('/') ? pathname : `${pathname}/`;
  return usesPathStyle ? `${protocol}//${host}${path}${bucket}/` : `${protocol}//${bucket}.${host}${path}`;
}

/** Rate limits, timeouts and server errors. */
function isTransient(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

async function readBody({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maximumResponseBytes) throw new BucketRejectedError('The object is too large for an image.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The reason of a failed `fetch` is in its cause. */
function toUnavailableError(error: unknown): BucketUnavailableError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  // When all addresses of a host fail, the cause has a code and no message.
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const reason = cause instanceof Error ? cause.message || String(code ?? cause.name) : String(cause);
  return new BucketUnavailableError(reason, { cause: error });
}

/** Code and message of the XML of an S3 error. */
function describeResponse(response: BucketResponse): string {
  const code = readXmlElement(response, 'Code') ?? `status ${response.status}`;
  const message = readXmlElement(response, 'Message');
  return message === null ? code : `${code}: ${message}`;
}

function readXmlElement({ body }: BucketResponse, name: string): string | null {
  const text = body.toString('utf8', 0, 4_000);
  return new RegExp(`<${name}>([^<]{1,300})</${name}>`).exec(text)?.[1] ?? null;
}
