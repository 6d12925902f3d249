import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#server/http/context.ts';
import { Sitemap, type SitemapName, sitemapKinds } from './sitemap.service.ts';

const decompress = promisify(gunzip);
// As much as rendering a page takes.
const pointsOfFile = 4;

/**
 * Pages of one visitor, which search engines have no use for. The shop says `noindex` on these as well, for links
 * from elsewhere.
 */
const privatePaths = [
  '/api/',
  '/cancel',
  '/cart',
  '/wishlist',
  '/checkout',
  '/dashboard',
  '/forgot-password',
  '/login',
  '/orders/',
  '/pay/',
  '/register',
  '/reset-password',
  '/search?',
  '/success',
  '/user',
  '/verification-otp',
  '/verify-email',
];

/** Serves `/robots.txt`, and the sitemap: an index and files of at most 50,000 addresses. */
export function registerSitemap(
  app: FastifyInstance,
  context: Pick<
    Context,
    'catalogueDb' | 'catalogueCache' | 'now' | 'productCache' | 'productSearch' | 'rateLimits'
  >,
  options: { publicUrl: string; fileSize?: number },
): void {
  const sitemap = new Sitemap(context, options);
  const send = async (name: SitemapName, request: FastifyRequest, reply: FastifyReply) => {
    if (!sitemap.isCached(name)) await context.rateLimits.renderPage.take(request.ip, pointsOfFile);
    const { body, etag } = await sitemap.read(name);
    void reply.headers({ etag, 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
    if (request.headers['if-none-match']?.includes(etag) === true) return reply.code(304).send();
    void reply.type('application/xml; charset=utf-8');
    const isGzipAccepted = /\bgzip\b(?!\s*;\s*q=0)/i.test(request.headers['accept-encoding'] ?? '');
    return isGzipAccepted
      ? reply.header('content-encoding', 'gzip').send(body)
      : reply.send(await decompress(body));
  };
  app.get('/sitemap.xml', (request, reply) => send('index', request, reply));
  for (const kind of sitemapKinds) {
    app.get<{ Params: { number: string } }>(
      `/sitemap-${kind}-:number(^[1-9]\\d{0,4}).xml`,
      (request, reply) => send({ kind, number: Number(request.params.number) }, request, reply),
    );
  }
  const robots = [
    'User-agent: *',
    ...privatePaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${options.publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600, must-revalidate')
      .send(robots),
  );
}
