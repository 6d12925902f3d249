import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#contract/errors.ts';
import type {
  CacheEntry,
  CatalogueCache,
  TaggedCache,
} from '#server/features/catalogue/cache/catalogue-cache.ts';
import { databaseRetryAfterSeconds } from './errors.ts';
import type { RenderedPage, RenderPage } from './page-renderer.ts';
import type { ResponseHook } from './route.ts';
import { contentSecurityPolicy } from './security-headers.ts';

/** A rendered page, or its data, in every encoding. */
interface CachedPage extends CacheEntry {
  status: number;
  headers: Record<string, string>;
  etag: string;
  plain: Buffer;
  gzip: Buffer;
  brotli: Buffer;
  responseHooks: readonly ResponseHook[];
}

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
// A page is compressed once and sent often, but its first visitor waits for it: quality 6 takes a few milliseconds.
const brotliQuality = 6;

async function toCachedPage({ response, tags, responseHooks }: RenderedPage): Promise<CachedPage> {
  const plain = Buffer.from(await response.arrayBuffer());
  const [zipped, brotli] = await Promise.all([
    compressGzip(plain),
    compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  ]);
  const headers = headersOf(response);
  if (headers['content-type']?.startsWith('text/html') === true) {
    headers['content-security-policy'] = contentSecurityPolicy(plain.toString());
  }
  // Pages change with the catalogue: browsers revalidate each time and usually receive 304.
  headers['cache-control'] = 'no-cache';
  headers.vary = 'Accept-Encoding';
  return {
    status: response.status,
    headers,
    etag: createHash('sha256').update(plain).digest('base64url').slice(0, 27),
    plain,
    gzip: zipped,
    brotli,
    tags,
    responseHooks,
    bytes: plain.length + zipped.length + brotli.length,
  };
}

function headersOf(response: Response): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie' && name !== 'content-length' && name !== 'transfer-encoding')
      headers[name] = value;
  }
  return headers;
}

/** The smallest encoding that the client accepts; `q=0` excludes one (RFC 9110). */
function selectEncoding(page: CachedPage, acceptEncoding = '') {
  if (accepts(acceptEncoding, 'br')) return { encoding: 'br', body: page.brotli };
  if (accepts(acceptEncoding, 'gzip')) return { encoding: 'gzip', body: page.gzip };
  return { encoding: null, body: page.plain };
}

function accepts(acceptEncoding: string, encoding: string): boolean {
  for (const entry of acceptEncoding.split(',')) {
    const [name = '', ...parameters] = entry.split(';');
    if (name.trim().toLowerCase() !== encoding) continue;
    return !parameters.some((parameter) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(parameter));
  }
  return false;
}

const pageCacheBytes = 128 * 1024 * 1024;
// Query parameters that a page depends on. Others, such as campaign tags, are dropped, so that they cannot fill the cache
// with copies of a page.
const pageParameters = ['q', 'page'];

interface PageHostOptions {
  render: RenderPage;
  catalogueCache: CatalogueCache;
  publicUrl: string;
}

/** Registers all pages, through the cache. Pages are the same for every visitor. */
export function registerPages(
  app: FastifyInstance,
  { render, catalogueCache, publicUrl }: PageHostOptions,
): void {
  const cache = catalogueCache.createCache<CachedPage>({ maximumBytes: pageCacheBytes });
  app.get('/*', async (request, reply) => {
    const page = await readPage(cache, render, toPageUrl(request.url, publicUrl));
    for (const onResponse of page.responseHooks) onResponse(request.ip);
    return sendPage(request, reply, page);
  });
}

function readPage(cache: TaggedCache<CachedPage>, render: RenderPage, url: URL): Promise<CachedPage> {
  return cache.getOrCompute(
    `${url.pathname}${url.search}`,
    async () => toCachedPage(await render(new Request(url))),
    (page) => page.status === 200,
  );
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
  if (!path.endsWith('.data')) return pageParameters;
  return [...pageParameters, '_routes'];
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: CachedPage): FastifyReply {
  void reply.code(page.status).headers(page.headers);
  if (page.status === 503) void reply.header('retry-after', databaseRetryAfterSeconds);
  const { encoding, body } = selectEncoding(page, request.headers['accept-encoding']);
  if (page.status === 200) {
    // A strong ETag identifies bytes, so each encoding has its own.
    const etag = `"${page.etag}${encoding === null ? '' : `-${encoding}`}"`;
    void reply.header('etag', etag);
    if (mentions(request.headers['if-none-match'], etag)) return reply.code(304).send();
  }
  if (encoding !== null) void reply.header('content-encoding', encoding);
  return reply.send(body);
}

function mentions(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(',')
    .map((candidate) => candidate.trim().replace(/^W\//, ''))
    .some((candidate) => candidate === etag || candidate === '*');
}

/** Registers pages for development: rendered at every request, with a policy that allows hot reload. */
export function registerDevelopmentPages(app: FastifyInstance, render: RenderPage, publicUrl: string): void {
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
