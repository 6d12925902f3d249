import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from '#contract/api.ts';
import { errorTable } from '#contract/errors.ts';
import { buildApp } from '#server/app.ts';
import { namedEndpoints, testContext } from '#tests/fixtures/context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';

let database: TestDatabase;
let app: FastifyInstance;
beforeAll(async () => {
  database = await createTestDatabase();
  app = buildApp(testContext(database.db), 'https://shop.example').fastify;
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

const schema = z.record(z.string(), z.unknown());
const media = z.strictObject({ 'application/json': z.strictObject({ schema }) });
const form = z.strictObject({ 'multipart/form-data': z.strictObject({ schema }) });
const response = z.union([
  z.strictObject({ description: z.string().min(1), content: media }),
  z.strictObject({ $ref: z.string().startsWith('#/components/responses/') }),
]);
const operation = z.strictObject({
  operationId: z.string(),
  summary: z.string().min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z
    .array(
      z.strictObject({ name: z.string(), in: z.literal('query'), required: z.boolean().optional(), schema }),
    )
    .optional(),
  requestBody: z
    .strictObject({ required: z.boolean().optional(), content: z.union([media, form]) })
    .optional(),
  responses: z.record(z.string().regex(/^(?:[1-5](?:\d\d|XX)|default)$/), response),
});
/** The parts of OpenAPI 3.1 that the document uses, strictly. */
const openApi = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.url() })),
  paths: z.record(
    z.string().startsWith('/api/'),
    z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), operation),
  ),
  components: z.strictObject({
    securitySchemes: z.record(z.string(), z.unknown()),
    responses: z.record(z.string(), response),
  }),
});

test('the document is OpenAPI 3.1, and every reference in it leads somewhere', async () => {
  const answer = await app.inject('/api/openapi.json');
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  const document = openApi.parse(answer.json());
  const schemes = Object.keys(document.components.securitySchemes);
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const { security = [] } of Object.values(operations)) {
      for (const requirement of security)
        expect(schemes, path).toEqual(expect.arrayContaining(Object.keys(requirement)));
    }
  }
  const references = [...answer.body.matchAll(/"\$ref":"([^"]+)"/g)].map(([, target = '']) => target);
  expect(references.length).toBeGreaterThan(0);
  for (const reference of new Set(references)) {
    expect(reference).toMatch(/^#\/components\/responses\//);
    expect(document.components.responses).toHaveProperty([reference.split('/').at(-1) ?? '']);
  }
});

test('every call is in it, under its method and path, for those whom it is for', async () => {
  const document = openApi.parse((await app.inject('/api/openapi.json')).json());
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`,
    ),
  );
  const expected = namedEndpoints.map(({ name, method, path }) => `${name} ${method} ${path}`);
  expect(described.sort()).toEqual(expected.sort());
  for (const { name, audience, method, path } of namedEndpoints) {
    const operations: Record<string, z.output<typeof operation>> = document.paths[path] ?? {};
    const found = operations[method.toLowerCase()];
    expect(found?.security, name).toEqual(audience === 'anyone' ? undefined : [{ session: [] }]);
    expect(found?.requestBody === undefined, name).toBe(method === 'GET');
  }
});

test('a file is sent as a part of a form, and everything else as JSON', async () => {
  const document = openApi.parse((await app.inject('/api/openapi.json')).json());
  const { post: json } = document.paths['/api/user/login'] ?? {};
  expect(Object.keys(json?.requestBody?.content ?? {})).toEqual(['application/json']);
  const { put: upload } = document.paths['/api/user/upload-avatar'] ?? {};
  expect(upload?.requestBody).toEqual({
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: { avatar: { type: 'string', format: 'binary' } },
          required: ['avatar'],
          additionalProperties: false,
        },
      },
    },
  });
});

test('whatever is refused is one of the errors that the document names', async () => {
  const document = (await app.inject('/api/openapi.json')).json();
  const failure = document.components.responses.Failure.content['application/json'].schema;
  expect(failure.properties.code.enum).toEqual(Object.keys(errorTable));
  const refused = await app.inject({ method: 'POST', url: '/api/user/login', payload: {} });
  expect(Object.keys(refused.json())).toEqual(expect.arrayContaining(failure.required));
  for (const field of Object.keys(refused.json())) expect(failure.properties).toHaveProperty(field);
});

test('a person reads it without any script, and every call and error is there', async () => {
  const { headers, body } = await app.inject('/api/docs');
  const style = /<style>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(body).not.toMatch(/<script|javascript:|\son\w+=|\sstyle=/i);
  for (const name of Object.keys(endpoints)) expect(body).toContain(`id="${name}"`);
  for (const code of Object.keys(errorTable)) expect(body).toContain(`<code>${code}</code>`);
});
