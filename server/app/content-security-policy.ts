import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import { z } from 'zod';
import type { Context } from '#server/http/context.ts';
import { pagePermissionsPolicy } from './security-headers.ts';

const reportPath = '/api/report/csp';

const policies = {
  'default-src': ["'self'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
  'frame-ancestors': ["'none'"],
  'form-action': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'style-src': ["'self'"],
  // React writes `style` attributes, which cannot run code.
  'style-src-attr': ["'unsafe-inline'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  // Chromium offers the page no other way to turn text into code than the policy in `web/base/inline-scripts.ts`.
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default'],
  // Safari and Firefox know `report-uri` only.
  'report-uri': [reportPath],
  'report-to': ['csp'],
};

/** WebAssembly, which reads barcodes, is compiled by our scripts only: it lets no text become code. */
const ownScripts = ["'self'", "'wasm-unsafe-eval'"];

/** Of the script of the service worker: its policy is not that of the page. */
export const serviceWorkerPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";

interface ProtectedPage {
  html: string;
  headers: Record<string, string>;
}

/**
 * The page without the nonces by which the renderer marked its inline scripts, and a Content-Security-Policy that
 * allows these scripts by their hashes. A script that got into the page otherwise does not know the nonce of the
 * rendering. The browser gets no nonce, because pages are cached as a whole.
 */
export function protectPage(html: string, nonce: string): ProtectedPage {
  const directives = { ...policies, 'script-src': [...ownScripts, ...hashesOfMarked(html, nonce)] };
  return toProtectedPage(html, nonce, directives);
}

/** As `protectPage`, for pages that Vite reloads: it inserts styles and shows errors as HTML. */
export function protectDevelopmentPage(html: string, nonce: string): ProtectedPage {
  const { 'require-trusted-types-for': _for, 'trusted-types': _types, ...others } = policies;
  const directives = {
    ...others,
    'script-src': [...ownScripts, ...hashesOfMarked(html, nonce)],
    'connect-src': [...policies['connect-src'], 'ws:'],
    'style-src': [...policies['style-src'], "'unsafe-inline'"],
  };
  return toProtectedPage(html, nonce, directives);
}

function toProtectedPage(html: string, nonce: string, directives: Record<string, string[]>): ProtectedPage {
  const policy = Object.entries(directives).map(([name, sources]) => `${name} ${sources.join(' ')}`);
  return {
    html: html.replaceAll(` nonce="${nonce}"`, ''),
    headers: {
      'content-security-policy': policy.join('; '),
      'permissions-policy': pagePermissionsPolicy,
      'reporting-endpoints': `csp="${reportPath}"`,
    },
  };
}

function hashesOfMarked(html: string, nonce: string): string[] {
  const marked = new RegExp(`<script\\b[^>]*\\snonce="${nonce}"[^>]*>([\\s\\S]*?)</script>`, 'g');
  const sources = [...html.matchAll(marked)]
    .map(([, source = '']) => source)
    .filter((source) => source !== '');
  const hashes = sources.map((source) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`);
  return [...new Set(hashes)];
}

/** Reports of browsers about what a policy stopped. */
export const policyReports = new Counter({
  name: 'tokri_csp_reports_total',
  help: 'Reports of browsers that the Content-Security-Policy stopped something.',
  labelNames: ['directive'],
  registers: [],
});

const maximumReportBytes = 16 * 1024;
const maximumReports = 10;
const maximumTextLength = 200;

const text = z.string().catch('');
const legacyReport = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'document-uri': text,
  }),
});
const report = z.object({
  type: z.literal('csp-violation'),
  body: z.object({ effectiveDirective: text, blockedURL: text, documentURL: text }),
});

/** Receives the reports of browsers: few, small, and only their harmless parts. Anybody may send anything. */
export function registerCspReports(app: FastifyInstance, { rateLimits }: Pick<Context, 'rateLimits'>): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: maximumReportBytes },
      scope.getDefaultJsonParser('error', 'error'),
    );
    scope.post(reportPath, async (request, reply) => {
      await rateLimits.policyReport.take(request.ip);
      for (const violation of readReports(request.body)) {
        policyReports.inc({ directive: violation.directive });
        request.log.warn({ event: 'csp-violation', ...violation }, 'A browser stopped something on a page');
      }
      return reply.code(204).header('Cache-Control', 'no-store').send();
    });
  });
}

function readReports(body: unknown): { directive: string; blocked: string; page: string }[] {
  const legacy = legacyReport.safeParse(body);
  if (legacy.success) {
    const { 'csp-report': facts } = legacy.data;
    const directive = facts['effective-directive'] || facts['violated-directive'];
    return [toViolation(directive, facts['blocked-uri'], facts['document-uri'])];
  }
  const entries = Array.isArray(body) ? body.slice(0, maximumReports) : [];
  return entries.flatMap((entry) => {
    const { data } = report.safeParse(entry);
    return data === undefined
      ? []
      : [toViolation(data.body.effectiveDirective, data.body.blockedURL, data.body.documentURL)];
  });
}

const directiveNames = new Set([
  ...Object.keys(policies),
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src-elem',
]);

/** Without queries, which hold what a shopper typed. Unknown directives are one, so that metrics stay few. */
function toViolation(directive: string, blocked: string, page: string) {
  const [name = ''] = directive.split(' ');
  return {
    directive: directiveNames.has(name) ? name : 'other',
    blocked: shorten(blocked),
    page: shorten(page),
  };
}

function shorten(address: string): string {
  const [beforeQuery = ''] = address.split(/[?#]/);
  return beforeQuery.replace(/[^\x20-\x7e]/g, '').slice(0, maximumTextLength);
}
