import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { registerErrorHandler } from '#server/http/errors.ts';
import { registerLanguageChoice, toLanguageAddress } from './language.ts';
import { createPageAddresses } from './page-address.ts';

let app: FastifyInstance;
beforeEach(() => {
  app = Fastify();
  registerErrorHandler(app);
  registerLanguageChoice(app, 'https://shop.example');
});
afterEach(() => app.close());

const choose = (language: string, headers: Record<string, string> = {}, payload = '') =>
  app.inject({
    method: 'POST',
    url: `/language/${language}`,
    headers: { host: 'shop.example', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload,
  });

test('the choice is stored for a year and leads back to the page', async () => {
  const { statusCode, headers } = await choose('hi', { referer: 'https://shop.example/search?q=milk#x' });
  expect([statusCode, headers.location, headers['cache-control']]).toEqual([
    303,
    '/search?q=milk',
    'no-store',
  ]);
  expect(headers['set-cookie']).toBe('language=hi; Path=/; Max-Age=31536000; SameSite=Lax; Secure');
});

test('the way back never leaves the shop', async () => {
  for (const [referer, location] of [
    ['https://shop.example//evil.example/x', '/evil.example/x'],
    ['https://evil.example/x', '/'],
    ['https://shop.example.evil.example/x', '/'],
    ['javascript:alert(1)', '/'],
    ['no address', '/'],
  ] as const) {
    expect([referer, (await choose('en', { referer })).headers.location]).toEqual([referer, location]);
  }
  expect((await choose('en')).headers.location).toBe('/');
});

test('an unknown language is refused', async () => {
  for (const language of ['fr', 'EN', '__proto__', 'hi%0d%0aset-cookie:x=y', 'en;x'])
    expect([language, (await choose(language)).statusCode]).toEqual([language, 404]);
  expect((await choose('fr')).headers['set-cookie']).toBeUndefined();
});

test('what a client sends as a body is not read', async () => {
  expect((await choose('hi', { 'content-type': 'application/json' }, '{')).statusCode).toBe(303);
  expect((await choose('hi', {}, 'x'.repeat(2000))).statusCode).toBe(413);
});

test('pages of the staff are English in every language, and pages of the shop are not', () => {
  const module = { default: () => null };
  const toAddress = createPageAddresses(
    {
      root: { id: 'root', path: '', module },
      staff0: { id: 'staff0', parentId: 'root', module },
      orders: { id: 'orders', parentId: 'staff0', path: 'dashboard/orders', module },
      profile: { id: 'profile', parentId: 'root', path: 'dashboard/profile', module },
    },
    'https://shop.example',
  );
  const languageOf = (path: string) => toLanguageAddress(toAddress(path), 'hi').language;
  expect(['/dashboard/orders', '/dashboard/profile', '/nowhere'].map(languageOf)).toEqual(['en', 'hi', 'hi']);
});
