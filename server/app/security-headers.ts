import type { FastifyInstance, FastifyRequest } from 'fastify';
import { dayMs } from '#contract/base/durations.ts';
import { AppError } from '#contract/base/errors.ts';
import type { Context } from '#server/http/context.ts';
import { readShopIdentity } from '#server/store/store-identity.service.ts';

const yearSeconds = 365 * 24 * 60 * 60;

// The page that is opened first decides for all that follow, because links of the shop replace its content only: so
// every page may ask for the position, which the address form does after a tap, and for the camera, with which staff
// scan products. The browser asks the person.
const forbiddenFeatures = 'microphone=(), payment=(), usb=()';
export const pagePermissionsPolicy = `camera=(self), ${forbiddenFeatures}, geolocation=(self)`;

/**
 * The headers of every response. Pages replace the Content-Security-Policy and the Permissions-Policy, which allow
 * nothing.
 */
export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': `camera=(), ${forbiddenFeatures}, geolocation=()`,
    // Not on plain HTTP, such as localhost, where it would block other programs on the same host.
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${yearSeconds}; includeSubDomains`,
    }),
  };
}

/**
 * Adds the security headers, and CORS headers for the shop's own origin only. Refuses calls that browsers send for
 * other sites.
 */
export function registerSecurityHeaders(app: FastifyInstance, publicUrl: string): void {
  const headers = securityHeaders(publicUrl);
  const ownOrigin = new URL(publicUrl).origin;
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers);
    const isOwnOrigin = request.headers.origin === ownOrigin && request.url.startsWith('/api/');
    if (isOwnOrigin) void reply.headers(sharedWith(ownOrigin));
    // A preflight request: the pages of the shop were opened under another address.
    if (isOwnOrigin && request.method === 'OPTIONS') void reply.code(204).send();
    else done(!isOwnOrigin && isForeignCall(request) ? new AppError('FORBIDDEN') : undefined);
  });
}

/**
 * Whether a browser calls the API for a page of another site, such as by a link, an image or a form. The description
 * of the API may be linked. Other clients send no `Sec-Fetch-Site`.
 */
function isForeignCall({ url, headers }: FastifyRequest): boolean {
  const isForeign = headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site';
  return isForeign && /^\/api\/(?!docs$|openapi\.json$)/.test(url);
}

// Without `Vary: Origin`, because API responses are not stored.
function sharedWith(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
    'access-control-expose-headers': 'Retry-After',
    'access-control-max-age': '600',
  };
}

const securityTxtLifetimeMs = 180 * dayMs;

/** Serves `/.well-known/security.txt`, which says whom to tell about a weakness (RFC 9116). */
export function registerSecurityTxt(
  app: FastifyInstance,
  { publicUrl, ...context }: Pick<Context, 'db' | 'shop' | 'now'> & { publicUrl: string },
): void {
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const { contactEmail } = await readShopIdentity(context);
    const expires = new Date(context.now().getTime() + securityTxtLifetimeMs);
    expires.setUTCHours(0, 0, 0, 0);
    const lines = [
      `Contact: mailto:${encodeURI(contactEmail)}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ];
    return reply
      .header('Content-Type', 'text/plain; charset=utf-8')
      .header('Cache-Control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`);
  });
}
