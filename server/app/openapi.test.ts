import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { errorTable } from '#contract/base/errors.ts';
import { namedEndpoints, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { seedCatalogue } from '#tests/fixtures/seed.ts';
import { buildApp } from './app.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const folder = join(root, 'tests/openapi');

const { db } = await openTestDatabase();
await seedCatalogue(db, [{ category: 'Dairy', subCategory: 'Milk', name: 'Milk' }]);
const app = buildApp(testContext(db), 'https://shop.example').fastify;
const address = await app.listen({ port: 0, host: '127.0.0.1' });
await writeFile(join(folder, 'document.json'), (await app.inject('/api/openapi.json')).body);
afterAll(() => app.close());

const openApi = async () => (await app.inject('/api/openapi.json')).json();

test('the document passes redocly lint without errors and warnings', async () => {
  const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js');
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { stdout } = await run(process.execPath, [redocly, 'lint', '--format=json', 'document.json'], {
    cwd: folder,
    env,
  });
  expect(JSON.parse(stdout).totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
});

test('a client generated from the document compiles and works', async () => {
  const generator = 'node_modules/openapi-typescript/bin/cli.js';
  await run(process.execPath, [generator, 'document.json', '-o', 'paths.d.ts'], { cwd: folder });
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', folder]);
  const { stdout } = await run(process.execPath, [join(folder, 'shop-client.ts'), address]);
  expect(JSON.parse(stdout)).toEqual({
    registered: 'asha@example.com',
    again: 'EMAIL_TAKEN',
    added: 1,
    cart: ['1 × Milk'],
    forbidden: 'FORBIDDEN',
    board: errorTable.FORBIDDEN[1],
  });
});

test('schemas, tags and error responses have names', async () => {
  const { components, paths, tags } = await openApi();
  expect(Object.keys(components.schemas)).toEqual(
    expect.arrayContaining(['Error', 'User', 'Product', 'Category', 'CartLine', 'Order', 'BoardOrder']),
  );
  expect(tags.length).toBeGreaterThan(5);
  const { responses } = paths['/api/user/register'].post;
  expect(responses['409']).toEqual({ $ref: '#/components/responses/EMAIL_TAKEN' });
});

test('contains each endpoint with its method, path, audience and body', async () => {
  const { paths } = await openApi();
  expect(Object.values(paths).flatMap((operations) => Object.values(Object(operations)))).toHaveLength(
    namedEndpoints.length,
  );
  for (const { name, audience, method, path } of namedEndpoints) {
    const operation = paths[path][method.toLowerCase()];
    expect(operation.operationId).toBe(name);
    expect(operation.security, name).toEqual(audience === 'anyone' ? [] : [{ session: [] }]);
    expect(operation.requestBody === undefined, name).toBe(method === 'GET');
  }
});

test('describes a file as a part of a form, and everything else as JSON', async () => {
  const { paths } = await openApi();
  const { post: json } = paths['/api/user/login'] ?? {};
  expect(Object.keys(json?.requestBody?.content ?? {})).toEqual(['application/json']);
  const { put: upload } = paths['/api/user/upload-avatar'] ?? {};
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

test('the error schema names every code and every field of an error response', async () => {
  const failure = (await openApi()).components.schemas.Error;
  expect(failure.properties.code.enum).toEqual(Object.keys(errorTable));
  const refused = await app.inject({ method: 'POST', url: '/api/user/login', payload: {} });
  expect(Object.keys(refused.json())).toEqual(expect.arrayContaining(failure.required));
  for (const field of Object.keys(refused.json())) expect(failure.properties).toHaveProperty(field);
});

test('the reference page shows every endpoint and error without scripts', async () => {
  const { headers, body } = await app.inject('/api/docs');
  const style = /<style>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(body).not.toMatch(/<script|javascript:|\son\w+=|\sstyle=/i);
  for (const { name } of namedEndpoints) expect(body).toContain(`id="${name}"`);
  for (const code of Object.keys(errorTable)) expect(body).toContain(`<code>${code}</code>`);
});
