import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '#server/base/log.ts';
import { openUntrustedTls } from '#tests/fixtures/servers/untrusted-tls.ts';
import { openBucket, s3ImageStorage } from './image-storage/s3-storage.ts';
import type { PaymentOrder } from './payment/payment-provider.ts';
import { createRazorpayProvider } from './payment/razorpay-payment.ts';
import { createStripeProvider } from './payment/stripe-payment.ts';
import { meilisearchEngine } from './search-engine/meilisearch.ts';

const secrets = { keyId: 'id', keySecret: 'secret', webhookSecret: 'webhook' };
const order: PaymentOrder = {
  orderId: 'order1',
  orderNumber: 'ORD-7K3M9Q2X',
  email: 'asha@example.com',
  lines: [{ name: 'Milk', unitPaise: 3350, quantity: 2 }],
  expiresAt: new Date(Date.now() + 30 * 60_000),
  successUrl: 'https://shop.example/success',
  cancelUrl: 'https://shop.example/cancel',
};
/** Calls each service at an address with what the shop sends it first. */
const services: [name: string, call: (url: string) => Promise<unknown>][] = [
  [
    'S3',
    (endpoint) => {
      const keys = { accessKeyId: 'id', secretAccessKey: 'secret', region: 'eu-test-1' };
      const bucket = openBucket({ ...keys, bucket: 'images', endpoint, usesPathStyle: true });
      const log = createLog('info', { write() {} });
      return s3ImageStorage(bucket, { log }).find('abcdefghij0123456789/320.avif');
    },
  ],
  ['Meilisearch', (url) => meilisearchEngine({ url, apiKey: 'key' }).find('milk', { page: 1, limit: 5 })],
  ['Razorpay', (apiUrl) => createRazorpayProvider({ ...secrets, apiUrl }).createSession(order)],
  [
    'Stripe',
    (apiUrl) =>
      createStripeProvider({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl }).createSession(order),
  ],
];

describe('nothing is sent to a server whose certificate no authority has signed, by the connection to', () => {
  let untrusted: Awaited<ReturnType<typeof openUntrustedTls>>;
  beforeAll(async () => {
    untrusted = await openUntrustedTls();
  });
  beforeEach(() => {
    untrusted.connections = 0;
    untrusted.received.length = 0;
  });
  afterAll(() => untrusted.close());

  test.each(services)('%s', async (_name, call) => {
    await expect(call(`https://127.0.0.1:${untrusted.port}`)).rejects.toThrow();
    expect(untrusted.connections).toBeGreaterThan(0);
    expect(untrusted.received).toEqual([]);
  });

  test('a client that does not verify it, which the server would have read', async () => {
    const client = connectTls({ port: untrusted.port, host: '127.0.0.1', rejectUnauthorized: false });
    client.write('GET / HTTP/1.1\r\n\r\n');
    await expect.poll(() => untrusted.received).toEqual(['GET / HTTP/1.1\r\n\r\n']);
    client.destroy();
  });
});

describe('a redirect, which would carry the key to another host, is not followed by', () => {
  const asked: string[] = [];
  let elsewhere: Server;
  let redirecting: Server;
  beforeAll(async () => {
    elsewhere = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    redirecting = createServer(({ url }, response) => {
      redirects += 1;
      response.writeHead(307, { location: `${toUrl(elsewhere)}${url}` }).end();
    }).listen(0, '127.0.0.1');
    await once(redirecting, 'listening');
  });
  afterAll(() => {
    for (const server of [elsewhere, redirecting]) server.close();
  });
  let redirects = 0;
  beforeEach(() => {
    redirects = 0;
  });

  test.each(services)('%s', async (_name, call) => {
    await expect(call(toUrl(redirecting))).rejects.toThrow();
    expect(redirects).toBeGreaterThan(0);
    expect(asked).toEqual([]);
  });
});

function toUrl(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}
