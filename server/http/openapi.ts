import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoints } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { errorTable } from '#contract/errors.ts';

/** The OpenAPI 3.1 document of the API, made from the schemas that validate it. */
function openApiDocument(publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const { method, path } = endpoint;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name, endpoint, method === 'GET') };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tokri API', version: '1.0.0', description: 'Every answer is JSON in one envelope.' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      responses: { Failure: jsonContent('What went wrong.', failureSchema) },
    },
  };
}

const failureSchema = {
  type: 'object',
  required: ['success', 'error', 'code', 'message'],
  properties: {
    success: { const: false },
    error: { const: true },
    code: { enum: Object.keys(errorTable) },
    message: { type: 'string' },
    issues: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
    details: { type: 'object' },
  },
};

function operationOf(name: string, call: Endpoint, isGet: boolean) {
  const input = jsonSchemaOf(call.input, 'input');
  return {
    operationId: name,
    summary: call.summary,
    ...(call.audience !== 'anyone' && { security: [{ session: [] }] }),
    ...(isGet ? { parameters: queryParametersOf(input) } : { requestBody: bodyOf(call, input) }),
    responses: {
      // 200, or 201 where something new was made.
      '2XX': jsonContent('The answer.', answerSchemaOf(call)),
      default: { $ref: '#/components/responses/Failure' },
    },
  };
}

function bodyOf({ upload }: Endpoint, input: ReturnType<typeof jsonSchemaOf>) {
  if (upload === undefined) return { content: { 'application/json': { schema: input } } };
  const properties = { ...input.properties, [upload]: { type: 'string', format: 'binary' } };
  return { required: true, content: { 'multipart/form-data': { schema: { ...input, properties } } } };
}

function answerSchemaOf(call: Endpoint) {
  const flags = { type: 'object', properties: { success: { const: true }, error: { const: false } } };
  return { allOf: [flags, jsonSchemaOf(call.output, 'output')] };
}

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function queryParametersOf(input: ReturnType<typeof jsonSchemaOf>) {
  return Object.entries(input.properties ?? {}).map(([name, schema]) => ({ name, in: 'query', schema }));
}

function jsonContent(description: string, schema: unknown) {
  return { description, content: { 'application/json': { schema } } };
}

/** Serves the document at `/api/openapi.json` and a page for readers at `/api/docs`. */
export function registerOpenApi(app: FastifyInstance, publicUrl: string): void {
  const document = openApiDocument(publicUrl);
  const page = docsPage(document);
  const styleHash = createHash('sha256').update(docsStyle).digest('base64');
  app.get('/api/openapi.json', async () => document);
  app.get('/api/docs', async (_request, reply) =>
    reply
      .header('Content-Type', 'text/html; charset=utf-8')
      .header(
        'Content-Security-Policy',
        `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      .send(page),
  );
}

/** The style of the page, apart so that its Content-Security-Policy can name it by its hash. */
const docsStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
summary { cursor: pointer; padding: .75rem 0; }
details { border-bottom: 1px solid color-mix(in oklab, currentColor 20%, transparent); }
pre { overflow: auto; padding: 1rem; background: color-mix(in oklab, currentColor 7%, transparent); border-radius: .5rem; }
code { font-family: ui-monospace, monospace; }
table { border-collapse: collapse; }
td, th { text-align: left; padding: .25rem 1rem .25rem 0; }
.method { display: inline-block; min-width: 4.5rem; font-weight: 700; }
.audience { opacity: .75; }
`;

/** A page that a person can read: every call with its input and its answer, and every error code. */
function docsPage(document: ReturnType<typeof openApiDocument>): string {
  const operations = Object.entries(endpoints).map(([name, call]) => {
    const { method, path } = call;
    const operation = document.paths[path]?.[method.toLowerCase()];
    return `<details id="${name}"><summary><span class="method">${method}</span><code>${escapeHtml(path)}</code>
<br>${escapeHtml(call.summary)} <span class="audience">For: ${call.audience}.</span></summary>
<pre><code>${escapeHtml(JSON.stringify(operation, null, 2))}</code></pre></details>`;
  });
  const errors = Object.entries(errorTable).map(
    ([code, [status, message]]) =>
      `<tr><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(message)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tokri API</title><style>${docsStyle}</style></head><body><main>
<h1>Tokri API</h1>
<p>Every answer is JSON: <code>{ success, error, message, data, … }</code>. Money is rupees, discounts are
percent. Calls for users carry <code>Authorization: Bearer</code> with the access token that
<code>loginUser</code> gives. The machine-readable form is <a href="/api/openapi.json">openapi.json</a>.</p>
<h2>Calls</h2>${operations.join('\n')}
<h2>Errors</h2><table><thead><tr><th>Code</th><th>Status</th><th>Message</th></tr></thead>
<tbody>${errors.join('\n')}</tbody></table></main></body></html>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
