import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import PQueue from 'p-queue';
import { AppError } from '#contract/errors.ts';
import {
  type CacheEntry,
  type CatalogueCache,
  entryBytes,
  type TaggedCache,
} from '#server/features/catalogue/cache/catalogue-cache.ts';
import { databaseRetryAfterSeconds } from './errors.ts';
import type { PageReads, PageRenderer, RenderedPage } from './page-renderer.ts';
import { contentSecurityPolicy } from './security-headers.ts';

/** A rendered page, or its data, in one encoding. */
interface CachedPage extends CacheEntry, PageReads {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** The body is as small as it gets. */
  isSmallest: boolean;
}

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
const decompressBrotli = promisify(brotliDecompress);

// The first visitor of a page waits for its compression. A page that is requested again is compressed once more, to four
// fifths of the size, which takes four times as long.
const quality = { first: 2, repeated: 6 };
const maximumRecompressions = 100;

function brotliParameters(plain: Buffer, pageQuality: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: pageQuality,
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
async function toCachedPage(key: string, { response, ...reads }: RenderedPage): Promise<CachedPage> {
  const plain = Buffer.from(await response.arrayBuffer());
  const headers = headersOf(response);
  if (headers['content-type']?.startsWith('text/html') === true) {
    headers['content-security-policy'] = contentSecurityPolicy(plain.toString());
  }
  // Pages change with the catalogue: browsers revalidate each time and usually receive 304.
  headers['cache-control'] = 'no-cache';
  headers.vary = 'Accept-Encoding';
  // Weak: the encodings of a page, and its two qualities of compression, have different bytes.
  if (response.status === 200)
    headers.etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`;
  const body = copyOf(brotliCompressSync(plain, brotliParameters(plain, quality.first)));
  return withBody(key, body, { status: response.status, headers, isSmallest: false, ...reads });
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

/** The smallest encoding that the client accepts; `q=0` excludes one (RFC 9110). */
function selectEncoding(acceptEncoding = ''): Encoding {
  if (accepts(acceptEncoding, 'br')) return 'br';
  return accepts(acceptEncoding, 'gzip') ? 'gzip' : null;
}

function accepts(acceptEncoding: string, encoding: string): boolean {
  for (const entry of acceptEncoding.split(',')) {
    const [name = '', ...parameters] = entry.split(';');
    if (name.trim().toLowerCase() !== encoding) continue;
    return !parameters.some((parameter) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(parameter));
  }
  return false;
}

const pageCacheBytes = 24 * 1024 * 1024;
// Query parameters that a page depends on. Others, such as campaign tags, are dropped, so that they cannot fill the cache
// with copies of a page.
const pageParameters = ['q', 'page'];

interface PageHostOptions {
  renderer: PageRenderer;
  catalogueCache: CatalogueCache;
  publicUrl: string;
}

/** Registers all pages, through the cache. Pages are the same for every visitor. */
export function registerPages(
  app: FastifyInstance,
  { renderer, catalogueCache, publicUrl }: PageHostOptions,
): void {
  const pages = new PageCache(catalogueCache, renderer);
  app.get('/*', async (request, reply) => {
    const encoding = selectEncoding(request.headers['accept-encoding']);
    const page = await pages.read(toPageUrl(request.url, publicUrl), encoding);
    for (const onResponse of page.responseHooks) onResponse(request.ip);
    return sendPage(request, reply, page, encoding);
  });
}

class PageCache {
  readonly #pages: TaggedCache<CachedPage>;
  readonly #renderer: PageRenderer;
  readonly #requested = new WeakSet<CachedPage>();
  readonly #recompressions = new PQueue({ concurrency: 1 });

  constructor(catalogueCache: CatalogueCache, renderer: PageRenderer) {
    this.#pages = catalogueCache.createCache({ maximumBytes: pageCacheBytes, keepsOutdated: true });
    this.#renderer = renderer;
  }

  async read(url: URL, encoding: Encoding): Promise<CachedPage> {
    const key = `${url.pathname}${url.search}`;
    if (encoding === 'gzip') {
      const gzipKey = `gzip ${key}`;
      return this.#pages.getOrCompute(
        gzipKey,
        async (outdated) => {
          const page = await this.#readBrotli(key, url);
          if (outdated !== undefined && outdated.headers.etag === page.headers.etag)
            return withBody(gzipKey, outdated.body, page);
          return withBody(gzipKey, copyOf(await compressGzip(await decompressBrotli(page.body))), page);
        },
        isCacheable,
      );
    }
    const page = await this.#readBrotli(key, url);
    if (encoding === 'br') this.#recompressIfRepeated(key, page);
    return encoding === 'br' ? page : { ...page, body: await decompressBrotli(page.body) };
  }

  #readBrotli(key: string, url: URL): Promise<CachedPage> {
    return this.#pages.getOrCompute(
      key,
      async (outdated) => {
        const reads = outdated && (await this.#renderer.repeatReads(outdated.reads));
        if (outdated && reads) return withBody(key, outdated.body, { ...outdated, ...reads });
        return toCachedPage(key, await this.#renderer.render(new Request(url)));
      },
      isCacheable,
    );
  }

  #recompressIfRepeated(key: string, page: CachedPage): void {
    if (page.isSmallest || this.#recompressions.size >= maximumRecompressions) return;
    if (!this.#requested.has(page)) {
      this.#requested.add(page);
      return;
    }
    // Once: further requests find a page that was requested for the first time.
    this.#requested.delete(page);
    // If it fails, the page stays as it is.
    this.#recompressions.add(() => this.#recompress(key, page)).catch(() => {});
  }

  async #recompress(key: string, page: CachedPage): Promise<void> {
    if (!this.#pages.isCurrent(key, page)) return;
    const plain = await decompressBrotli(page.body);
    const body = copyOf(await compressBrotli(plain, brotliParameters(plain, quality.repeated)));
    this.#pages.replace(key, page, withBody(key, body, { ...page, isSmallest: true }));
  }
}

function isCacheable({ status }: CachedPage): boolean {
  return status === 200;
}

/** The URL of a page on the shop's own host, with known query parameters only, in a fixed order. */
export function toPageUrl(rawUrl: string, publicUrl: string): URL {
  const [target = '/'] = rawUrl.split('#');
  const [path = '/', ...query] = target.split('?');
  // The request target may name any host, as an absolute URL or after two slashes (browsers accept `\` as a slash).
  const ownPath = path.replace(/^[a-z][a-z+.-]*:[/\\]*[^/\\]*/i, '').replace(/^[/\\]*/, '/');
  const url = new URL('/', publicUrl);
  // Assigned, not parsed, so that a path that looks like a host stays a path.
  url.pathname = ownPath;
  const given = new URLSearchParams(query.join('?'));
  for (const name of parametersOf(url.pathname)) {
    const value = given.get(name);
    if (value !== null) url.searchParams.set(name, value);
  }
  return url;
}

function parametersOf(path: string): readonly string[] {
  // React Router loads the data of a page from its path with `.data`; `_routes` names the routes of which it needs data.
  if (!path.endsWith('.data')) return pageParameters;
  return [...pageParameters, '_routes'];
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: CachedPage,
  encoding: Encoding,
): FastifyReply {
  void reply.code(status).headers(headers);
  if (status === 503) void reply.header('retry-after', databaseRetryAfterSeconds);
  if (headers.etag !== undefined && mentions(request.headers['if-none-match'], headers.etag))
    return reply.code(304).send();
  if (encoding !== null) void reply.header('content-encoding', encoding);
  return reply.send(body);
}

/** Compares weakly (RFC 9110). */
function mentions(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(',')
    .map((candidate) => candidate.trim().replace(/^(?:W\/)?"/, 'W/"'))
    .some((candidate) => candidate === etag || candidate === '*');
}

/** Registers pages for development: rendered at every request, with a policy that allows hot reload. */
export function registerDevelopmentPages(
  app: FastifyInstance,
  { render }: PageRenderer,
  publicUrl: string,
): void {
  app.get('/*', async (request, reply) => {
    const { response, responseHooks } = await render(new Request(new URL(request.url, publicUrl)));
    for (const onResponse of responseHooks) onResponse(request.ip);
    const html = await response.text();
    return reply
      .code(response.status)
      .headers(Object.fromEntries(response.headers))
      .header(
        'content-security-policy',
        contentSecurityPolicy(html, { connect: ['ws:'], style: ["'unsafe-inline'"] }),
      )
      .send(html);
  });
}

/** Serves the built files of the web app; those in `/assets/` have a hash in their name and never change. */
export async function registerAssets(app: FastifyInstance, clientDirectory: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: clientDirectory,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const isHashed = path.startsWith(`${clientDirectory}/assets/`);
      reply.header(
        'Cache-Control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600, must-revalidate',
      );
    },
  });
}

/** Unknown routes: a JSON error, 405 if only the method is wrong. */
export function registerUnknownRoutes(app: FastifyInstance): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<never> => {
    const [path = '/'] = request.url.split('?');
    const allowed = methods.filter((method) => app.hasRoute({ method, url: path }));
    if (allowed.length === 0) throw new AppError('NOT_FOUND');
    void reply.header('Allow', allowed.join(', '));
    throw new AppError('METHOD_NOT_ALLOWED');
  };
  // Before the pages, which match GET on every path.
  app.get('/api', async () => {
    throw new AppError('NOT_FOUND');
  });
  app.get('/api/*', answer);
  app.setNotFoundHandler(answer);
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const;
