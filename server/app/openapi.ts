import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoints, endpointsByDomain } from '#contract/api.ts';
import type { Endpoint } from '#contract/base/endpoint.ts';
import { type ErrorCode, errorTable } from '#contract/base/errors.ts';

type JsonSchema = Record<string, unknown>;

/** Serves the document at `/api/openapi.json` and the API reference at `/api/docs`. */
export function registerOpenApi(app: FastifyInstance): void {
  const document = createOpenApiDocument();
  const page = renderDocsPage(document);
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

/**
 * The OpenAPI 3.1 document, generated from the schemas that validate requests and responses, so that it cannot
 * differ.
 */
export function createOpenApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {};
  const components = { schemas: { Error: errorSchema }, responses: {} };
  for (const [tag, domain] of Object.entries(endpointsByDomain)) {
    for (const [operationId, endpoint] of Object.entries<Endpoint>(domain)) {
      const operation = { operationId, tags: [tag], ...toOperation(endpoint, components) };
      paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tokri API',
      version: '1.0.0',
      description:
        'Every response is JSON in one envelope: `success`, `error`, `message` and `data`. Money is rupees, discounts are percent. While the database is away, reads of the catalogue are answered as far as they are in memory, with the header `Warning: 110 - "Response is Stale"`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      ...components,
    },
  };
}

const tagDescriptions: Record<keyof typeof endpointsByDomain, string> = {
  Accounts: 'Registration, login, sessions, profile and passwords.',
  SecondFactor: 'Passkeys, authenticator apps, recovery codes and confirmations of sensitive calls.',
  OwnData: 'What is stored about a shopper, and the deletion of an account.',
  Addresses: 'Delivery addresses of a shopper.',
  Categories: 'Categories and sub-categories.',
  Products: 'Listing, search and maintenance of products.',
  Stock: 'Counts, receipts, waste and every other change of stock.',
  Imports: 'Import of products from CSV files.',
  Cart: 'The cart of a shopper.',
  Lists: 'Shopping lists and the wishlist of a shopper.',
  Orders: 'Checkout, orders and the order board of the staff.',
  Coupons: 'Coupons and automatic offers.',
  Picking: 'Orders that the staff take, pick and pack with a phone.',
  Riders: 'Orders that riders take to their shoppers, and the cash that they collect.',
  Home: 'Banners and collections of the home page.',
  Problems: 'Problems that shoppers report about delivered orders, and refunds of items.',
  Payments: 'Test payments of the sandbox.',
  DaySheets: 'Cash, UPI and card of a day, expected and counted.',
  Accounting: 'Tax of a month by rate and state, with its invoices and credit notes.',
  Reports: 'Sales, margin, products and more of a range of days.',
  Push: 'Notifications of browsers.',
  Store: 'Dashboard and audit log.',
  StoreSettings: 'What the owner sets: hours, area, charges, payment methods, identity.',
  StoreOpening: 'The steps by which an owner opens the store.',
  StorePages: 'Terms, privacy, refunds, help and about: the texts that the staff write.',
  Customers: 'Accounts as the staff sees them, with notes, blocking and store credit.',
  SecurityLog: 'Logins and other events of security.',
  Staff: 'People of the staff, invitations and logins by PIN.',
  DeliveryRequests: 'Requests for an email when the store delivers to a place.',
};

const errorSchema: JsonSchema = {
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

interface Components {
  schemas: Record<string, JsonSchema>;
  responses: Record<string, unknown>;
}

function toOperation(endpoint: Endpoint, components: Components) {
  const { method, summary, audience } = endpoint;
  const input = toJsonSchema(endpoint.input, 'input', components);
  return {
    summary,
    security: audience === 'anyone' ? [] : [{ session: [] }],
    ...(method === 'GET'
      ? { parameters: toQueryParameters(input) }
      : { requestBody: toRequestBody(endpoint, input) }),
    responses: {
      // 200, or 201 when something was created.
      '2XX': toResponse('Success.', toSuccessSchema(toJsonSchema(endpoint.output, 'output', components))),
      ...toErrorResponses(listErrorCodes(endpoint), components),
    },
  };
}

/** Who may call an endpoint, in words. */
function toAudience(endpoint: Endpoint): string {
  if (endpoint.audience !== 'staff') return endpoint.audience;
  return `staff who may ${endpoint.permissions.join(' or ')}`;
}

/** Every error code that an endpoint may return: those of its audience and kind of body, and its own. */
export function listErrorCodes(endpoint: Endpoint): readonly ErrorCode[] {
  const { method, audience, upload, needsStepUp, errors = [] } = endpoint;
  const { allowedWithTemporaryPassword, allowedWithPin } = endpoint;
  return [
    ...(['INVALID_INPUT', 'MALFORMED_BODY', 'TOO_MANY_REQUESTS', 'INTERNAL', 'UNAVAILABLE'] as const),
    ...(method === 'GET' && upload === undefined
      ? []
      : (['REQUEST_TIMEOUT', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA'] as const)),
    ...(audience === 'anyone' ? [] : (['UNAUTHENTICATED', 'ACCOUNT_SUSPENDED'] as const)),
    ...(audience === 'anyone' || allowedWithTemporaryPassword ? [] : (['PASSWORD_CHANGE_REQUIRED'] as const)),
    // Of a user in a session by PIN.
    ...(audience === 'user' && allowedWithPin !== true ? (['FORBIDDEN'] as const) : []),
    ...(audience === 'staff' ? (['FORBIDDEN', 'SECOND_FACTOR_REQUIRED'] as const) : []),
    ...(needsStepUp === undefined ? [] : (['STEP_UP_REQUIRED'] as const)),
    ...errors,
  ];
}

/** A reference for each status; endpoints with the same codes share the response. */
function toErrorResponses(codes: readonly ErrorCode[], { responses }: Components) {
  const byStatus = Map.groupBy(codes, (code) => errorTable[code][0]);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => {
      const name = group.join('_');
      const restriction = { properties: { code: { enum: group } } };
      responses[name] = toResponse(`${group.join(', ')}.`, {
        allOf: [{ $ref: '#/components/schemas/Error' }, restriction],
      });
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

function toRequestBody({ upload }: Endpoint, input: JsonSchema) {
  if (upload === undefined) return { content: { 'application/json': { schema: input } } };
  const file = { [upload]: { type: 'string', format: 'binary' } };
  const schema = { ...input, properties: file };
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

function toQueryParameters({ properties = {}, required = [] }: JsonSchema) {
  return Object.entries(Object(properties)).map(([name, schema]) => ({
    name,
    in: 'query',
    required: Array.isArray(required) && required.includes(name),
    schema,
  }));
}

function toSuccessSchema(output: JsonSchema): JsonSchema {
  const flags = { success: { const: true }, error: { const: false } };
  return { ...output, properties: { ...flags, ...Object(output.properties) } };
}

/** Schemas with an `id` become components of that name. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', { schemas }: Components): JsonSchema {
  const text = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));
  const parsed = JSON.parse(text.replaceAll('#/$defs/', '#/components/schemas/'));
  const { $schema: _dialect, $defs = {}, ...rest } = parsed;
  for (const [name, { id: _id, ...definition }] of Object.entries<JsonSchema>($defs))
    schemas[name] = definition;
  return rest;
}

function toResponse(description: string, schema: JsonSchema) {
  return { description, content: { 'application/json': { schema } } };
}

/** Separate from the page, because its Content-Security-Policy contains the hash. */
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

/** The API reference as one static page: every endpoint with its operation, and every error code. */
function renderDocsPage(document: ReturnType<typeof createOpenApiDocument>): string {
  const operations = Object.entries(endpoints).map(([name, endpoint]) => {
    const { method, path, summary } = endpoint;
    const operation = document.paths[path]?.[method.toLowerCase()];
    return `<details id="${name}"><summary><span class="method">${method}</span><code>${escapeHtml(path)}</code>
<br>${escapeHtml(summary)} <span class="audience">For: ${toAudience(endpoint)}.</span></summary>
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
<p>Every response is JSON: <code>{ success, error, message, data, … }</code>. Money is rupees, discounts are
percent. Requests of users carry <code>Authorization: Bearer</code> with the access token that
<code>loginUser</code> returns. The machine-readable form is <a href="/api/openapi.json">openapi.json</a>.</p>
<h2>Endpoints</h2>${operations.join('\n')}
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
