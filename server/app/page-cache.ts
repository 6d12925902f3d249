import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { AppError } from '#contract/base/errors.ts';
import { fairConcurrencyLimit } from '#server/base/concurrency-limit.ts';
import {
  type CacheEntry,
  type CatalogueCache,
  entryBytes,
  type TaggedCache,
} from '#server/cache/catalogue-cache.ts';
import { toClientNetwork } from '#server/http/client-network.ts';
import { databaseRetryAfterSeconds } from '#server/http/errors.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { lastKnownHeaders } from './api.ts';
import { protectDevelopmentPage, protectPage, serviceWorkerPolicy } from './content-security-policy.ts';
import { readLanguage, toLanguageAddress } from './language.ts';
import type { PageAddress } from './page-address.ts';
import type { PageReads, PageRenderer, RenderedPage } from './page-renderer.ts';

/** A rendered page, or its data, in one encoding. */
interface CachedPage extends CacheEntry, PageReads {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
const decompressBrotli = promisify(brotliDecompress);

// The first visitor of a page waits for its compression: 6 takes 1 to 2 ms longer than 2 and makes it 13 % smaller.
const brotliQuality = 6;

function brotliParameters(plain: Buffer) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      // A window larger than the page only takes memory.
      [constants.BROTLI_PARAM_LGWIN]: 18,
    },
  };
}

/** Zlib returns a part of a larger buffer, which would stay in memory as a whole. */
function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** Brotli-compressed, whatever the client accepts: one copy of a page is stored, and others are made of it. */
async function toCachedPage(
  { key, language }: PageAddress,
  { response, scriptNonce, ...reads }: RenderedPage,
): Promise<CachedPage> {
  let plain = Buffer.from(await response.arrayBuffer());
  const headers = headersOf(response);
  if (headers['content-type']?.startsWith('text/html') === true) {
    const page = protectPage(plain.toString(), scriptNonce);
    Object.assign(headers, page.headers, { 'content-language': language });
    plain = Buffer.from(page.html);
  }
  // Pages change with the catalogue: browsers revalidate each time and usually receive 304.
  headers['cache-control'] = 'no-cache';
  headers.vary = headers['content-language'] === undefined ? 'Accept-Encoding' : 'Accept-Encoding, Cookie';
  // Weak: the encodings of a page have different bytes.
  if (response.status === 200)
    headers.etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`;
  const body = copyOf(await compressBrotli(plain, brotliParameters(plain)));
  return withBody(key, body, { status: response.status, headers, ...reads });
}

// Its selection may refer to a product, which stays in memory with the page.
const bytesPerRead = 1000;

function withBody(key: string, body: Buffer, page: Omit<CachedPage, 'body' | 'bytes'>): CachedPage {
  const text = Object.entries(page.headers).flat().join('');
  const contentBytes = body.length + text.length + page.reads.length * bytesPerRead;
  return { ...page, body, bytes: entryBytes(key, contentBytes, page.tags) };
}

function headersOf(response: Response): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie' && name !== 'content-length' && name !== 'transfer-encoding')
      headers[name] = value;
  }
  return headers;
}

type Encoding = 'br' | 'gzip' | null;

/** The encoding that the client prefers, the smaller one of equals. Names are case-insensitive (RFC 9110). */
function selectEncoding(acceptEncoding = ''): Encoding {
  return negotiate(acceptEncoding.toLowerCase(), ['br', 'gzip']);
}

const pageCacheBytes = 16 * 1024 * 1024;
// What one network may have rendered at once and let wait. A rendering takes 3 to 7 ms, in which no API call is
// answered: one at a time, API calls wait for one rendering at most.
const rendering = { concurrency: 1, maximumQueued: 200, maximumQueuedOfNetwork: 100 };
// Points of the limit `renderPage`. The data of a page is not rendered.
const points = { page: 4, data: 1 };

interface PageHostOptions {
  renderer: PageRenderer;
  catalogueCache: CatalogueCache;
  toAddress: (rawUrl: string) => PageAddress;
  rateLimits: Pick<RateLimits, 'renderPage'>;
}

/**
 * Registers all pages, through the cache. Pages are the same for every visitor of a language. A page that is not in
 * the cache is limited by network and answered with 429 or 503 beyond that.
 */
export function registerPages(app: FastifyInstance, options: PageHostOptions): void {
  const pages = new PageCache(options);
  app.get('/*', async (request, reply) => {
    const encoding = selectEncoding(request.headers['accept-encoding']);
    const address = toLanguageAddress(options.toAddress(request.url), readLanguage(request));
    const page = await pages.read(address, encoding, request.ip);
    for (const onResponse of page.responseHooks) onResponse(request.ip);
    return sendPage(request, reply, page, encoding);
  });
}

/**
 * Pages as they are sent. Without it each request renders and compresses: on two cores 16 home pages a second instead
 * of 5,000.
 */
class PageCache {
  readonly #pages: TaggedCache<CachedPage>;
  readonly #renderer: PageRenderer;
  readonly #rateLimits: PageHostOptions['rateLimits'];
  readonly #limitRendering = fairConcurrencyLimit({
    ...rendering,
    createError: () => new AppError('UNAVAILABLE', { retryAfterSeconds: 2 }),
  });

  constructor({ catalogueCache, renderer, rateLimits }: PageHostOptions) {
    this.#pages = catalogueCache.createCache({ maximumBytes: pageCacheBytes });
    this.#renderer = renderer;
    this.#rateLimits = rateLimits;
  }

  /** Throws TOO_MANY_REQUESTS, UNAVAILABLE. */
  async read(address: PageAddress, encoding: Encoding, remoteAddress: string): Promise<CachedPage> {
    const page = await this.#readEncoded(address, encoding, remoteAddress);
    // The route has one page for all that does not exist, which is rendered once.
    return page.status === 404 && address.missing !== null
      ? this.#readEncoded(address.missing, encoding, remoteAddress)
      : page;
  }

  async #readEncoded(address: PageAddress, encoding: Encoding, remoteAddress: string): Promise<CachedPage> {
    if (encoding === 'gzip') {
      const gzipKey = `gzip ${address.key}`;
      return this.#pages.getOrCompute(
        gzipKey,
        async (outdated) => {
          const page = await this.#readBrotli(address, remoteAddress);
          if (outdated?.headers.etag !== undefined && outdated.headers.etag === page.headers.etag)
            return withBody(gzipKey, outdated.body, page);
          return withBody(gzipKey, copyOf(await compressGzip(await decompressBrotli(page.body))), page);
        },
        isCacheable(address),
      );
    }
    const page = await this.#readBrotli(address, remoteAddress);
    return encoding === 'br' ? page : { ...page, body: await decompressBrotli(page.body) };
  }

  async #readBrotli(address: PageAddress, remoteAddress: string): Promise<CachedPage> {
    const { key } = address;
    // Before the computation, which other networks may share. A page that a change has made outdated is free.
    if (!this.#pages.isKnown(key))
      await this.#rateLimits.renderPage.take(remoteAddress, address.isData ? points.data : points.page);
    return this.#pages.getOrCompute(
      key,
      async (outdated) => {
        const reads = outdated && (await this.#renderer.revalidate(outdated.reads));
        if (outdated && reads) return withBody(key, outdated.body, { ...outdated, ...reads });
        const page = await this.#limitRendering(toClientNetwork(remoteAddress), () => this.#render(address));
        return outdated && page.status === 503 ? { ...outdated, isLastKnown: true } : page;
      },
      isCacheable(address),
    );
  }

  async #render(address: PageAddress): Promise<CachedPage> {
    // Otherwise a queue of renderings would run without answering anything in between.
    await setImmediate();
    const { language, missing } = address;
    const options = { language, skipsMissing: missing !== null };
    return toCachedPage(address, await this.#renderer.render(new Request(address.url), options));
  }
}

function isCacheable({ isMissing }: PageAddress): (page: CachedPage) => boolean {
  return ({ status }) => status === 200 || (status === 404 && isMissing);
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body, isLastKnown }: CachedPage,
  encoding: Encoding,
): FastifyReply {
  void reply.code(status).headers(headers);
  if (isLastKnown) void reply.headers(lastKnownHeaders);
  if (status === 503) void reply.header('retry-after', databaseRetryAfterSeconds);
  // Without an ETag, such as of a 404 page, `If-None-Match: *` must not lead to 304.
  if (headers.etag !== undefined && fresh(request.headers, headers)) return reply.code(304).send();
  if (encoding !== null) void reply.header('content-encoding', encoding);
  return reply.send(body);
}

/** Registers pages for development: rendered at every request, with a policy that allows hot reload. */
export function registerDevelopmentPages(
  app: FastifyInstance,
  { render }: PageRenderer,
  publicUrl: string,
): void {
  app.get('/*', async (request, reply) => {
    const { response, responseHooks, scriptNonce } = await render(
      new Request(new URL(request.url, publicUrl)),
      { language: readLanguage(request), skipsMissing: false },
    );
    for (const onResponse of responseHooks) onResponse(request.ip);
    const { html, headers } = protectDevelopmentPage(await response.text(), scriptNonce);
    return reply
      .code(response.status)
      .headers(Object.fromEntries(response.headers))
      .headers(headers)
      .send(html);
  });
}

/** Serves the built files of the web app; those in `/assets/` have a hash in their name and never change. */
export async function registerAssets(app: FastifyInstance, clientDirectory: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: clientDirectory,
    wildcard: false,
    // A compressed copy is sent for its file and needs no routes. They are most of the files.
    globIgnore: ['**/*.{br,gz}'],
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const file = path.slice(clientDirectory.length);
      // The browser has to notice a new version, and the worker may fetch files and pages of the shop only.
      if (file.startsWith('/service-worker'))
        return void reply.headers({
          'cache-control': 'no-cache',
          'content-security-policy': serviceWorkerPolicy,
        });
      const isHashed = file.startsWith('/assets/');
      reply.header(
        'Cache-Control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600, must-revalidate',
      );
    },
  });
}
