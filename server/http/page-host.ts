import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#contract/errors.ts';
import type { CatalogueReads, CatalogueShelf } from '../catalogue-reads.ts';
import { encodingFor, type KeptPage, keepPage } from './kept-page.ts';
import type { RenderPage } from './page-renderer.ts';
import { contentSecurityPolicy } from './security-headers.ts';

const pageShelfBytes = 128 * 1024 * 1024;
// What a page may depend on. Anything else in a query (campaign tags, junk) is not shown to the renderer and
// so cannot fill the shelf with copies of one page.
const pageParameters = ['q', 'page', '_routes'];

interface PageHostOptions {
  render: RenderPage;
  reads: CatalogueReads;
  publicUrl: string;
}

/** Serves every page: from the shelf when it is kept, rendered when not. All pages are the same for everyone. */
export function registerPages(app: FastifyInstance, { render, reads, publicUrl }: PageHostOptions): void {
  const shelf = reads.openShelf<KeptPage>(pageShelfBytes);
  app.get('/*', async (request, reply) => {
    const target = pageTargetOf(request.url);
    const page = await readPage(shelf, render, new URL(target, publicUrl), target);
    return sendPage(request, reply, page);
  });
}

async function readPage(shelf: CatalogueShelf<KeptPage>, render: RenderPage, url: URL, key: string) {
  return shelf.read(
    key,
    async () => {
      const { response, productIds } = await render(new Request(url));
      return keepPage(response, productIds);
    },
    (page) => page.status === 200,
  );
}

/** The path with only those query parameters that pages know, in one order. */
function pageTargetOf(rawUrl: string): string {
  const queryStart = rawUrl.indexOf('?');
  // Two slashes at the start would name another host.
  const path = (queryStart < 0 ? rawUrl : rawUrl.slice(0, queryStart)).replace(/^\/{2,}/, '/');
  if (queryStart < 0) return path;
  const given = new URLSearchParams(rawUrl.slice(queryStart));
  const known = new URLSearchParams();
  for (const name of pageParameters) {
    const value = given.get(name);
    if (value !== null) known.set(name, value);
  }
  return known.size === 0 ? path : `${path}?${known}`;
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: KeptPage): FastifyReply {
  void reply.code(page.status).headers(page.headers);
  const { encoding, body } = encodingFor(page, request.headers['accept-encoding']);
  if (page.status === 200) {
    // A strong tag names bytes, so each encoding has its own.
    const etag = `"${page.etag}${encoding === null ? '' : `-${encoding}`}"`;
    void reply.header('etag', etag);
    if (mentions(request.headers['if-none-match'], etag)) return reply.code(304).send();
  }
  if (encoding !== null) void reply.header('content-encoding', encoding);
  return reply.send(body);
}

function mentions(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}

/** Serves pages while developing: rendered at every request, with what hot reload needs allowed. */
export function registerLivePages(app: FastifyInstance, render: RenderPage, publicUrl: string): void {
  app.get('/*', async (request, reply) => {
    const { response } = await render(new Request(new URL(request.url, publicUrl)));
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

/** Serves the built files of the web app; those under `/assets/` carry their hash in the name and never change. */
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

/** What no route answers: JSON under `/api`, with 405 where only the method is wrong. */
export function registerUnknownRoutes(app: FastifyInstance): void {
  app.get('/api/*', async (request) => {
    throw unknownRoute(app, request);
  });
  app.setNotFoundHandler(async (request) => {
    throw unknownRoute(app, request);
  });
}

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

function unknownRoute(app: FastifyInstance, request: FastifyRequest): AppError {
  const [path = '/'] = request.url.split('?');
  const isKnown = methods.some((method) => app.hasRoute({ method, url: path }));
  return new AppError(isKnown ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND');
}
