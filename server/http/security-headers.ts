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

/** Headers that every answer carries; a page adds its own Content-Security-Policy. */
export function registerSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
    });
  });
}
