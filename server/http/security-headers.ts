import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

const policies = {
  'default-src': ["'self'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
  'frame-ancestors': ["'none'"],
  'form-action': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'style-src': ["'self'"],
  // React writes `style` attributes; they can colour a tile, not run code.
  'style-src-attr': ["'unsafe-inline'"],
  'connect-src': ["'self'"],
};

/**
 * The Content-Security-Policy of a page: no script but our own files and the inline ones of this very page,
 * named by their hashes. A nonce would not do, because pages are kept whole (decisions section 2).
 */
export function contentSecurityPolicy(
  html: string,
  extra: { connect?: string[]; style?: string[] } = {},
): string {
  const directives = {
    ...policies,
    'script-src': ["'self'", ...inlineScriptHashes(html)],
    'connect-src': [...policies['connect-src'], ...(extra.connect ?? [])],
    'style-src': [...policies['style-src'], ...(extra.style ?? [])],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const [, source = ''] of html.matchAll(inlineScript)) {
    if (source !== '') hashes.add(`'sha256-${createHash('sha256').update(source).digest('base64')}'`);
  }
  return [...hashes];
}

const yearSeconds = 365 * 24 * 60 * 60;

/** What every answer carries. A page puts its own Content-Security-Policy in the place of this one, which allows nothing. */
export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    // On plain HTTP, as on one's own machine, the promise would lock other programs of the same host out.
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${yearSeconds}` }),
  };
}

/** Puts the security headers on every answer, and lets no other origin than the shop's own read the API. */
export function registerSecurityHeaders(app: FastifyInstance, publicUrl: string): void {
  const headers = securityHeaders(publicUrl);
  const ownOrigin = new URL(publicUrl).origin;
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers);
    const isOwnOrigin = request.headers.origin === ownOrigin && request.url.startsWith('/api/');
    if (isOwnOrigin) void reply.headers(sharedWith(ownOrigin));
    // The browser asks first when the shop's pages reach its API under another address.
    if (isOwnOrigin && request.method === 'OPTIONS') void reply.code(204).send();
    else done();
  });
}

// No `Vary: Origin` is needed, for no answer of the API may be stored.
function sharedWith(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
    'access-control-expose-headers': 'Retry-After',
    'access-control-max-age': '600',
  };
}
