import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '#server/app/app.ts';
import { type ApiShop, createApiShop } from '#tests/fixtures/api.ts';

let shop: ApiShop;
let app: FastifyInstance;
let url: string;
let authorization: string;
beforeAll(async () => {
  shop = await createApiShop();
  app = buildApp(shop.context, 'http://localhost:3000').fastify;
  url = await app.listen({ port: 0, host: '127.0.0.1' });
  authorization = `Bearer ${(await shop.openAccount('ADMIN')).accessToken}`;
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

async function send(file: BlobPart, fileName = 'products.csv') {
  const form = new FormData();
  form.set('file', new File([file], fileName));
  const sent = { method: 'POST', headers: { authorization }, body: form };
  const response = await fetch(`${url}/api/product/check-import`, sent);
  return { status: response.status, answer: await response.json() };
}

test('stores the file name in any script', async () => {
  const { status, answer } = await send('id,name\n', 'मूल्य März.csv');
  expect([status, answer.data.fileName]).toEqual([200, 'मूल्य März.csv']);
});

test('rejects other file types', async () => {
  const { status, answer } = await send(Buffer.from('PK\x03\x04\0', 'latin1'), 'products.csv');
  expect([status, answer.code]).toEqual([415, 'UNSUPPORTED_MEDIA']);
});
