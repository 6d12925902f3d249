import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failure, mockFetch, openTab, success } from '#tests/fixtures/browser-fakes.ts';

beforeEach(() => {
  openTab();
  localStorage.setItem('accesstoken', 'old');
  localStorage.setItem('refreshToken', 'refresh-1');
});
afterEach(() => vi.unstubAllGlobals());

const path = '/api/product/export';

/** Responds to downloads with `file`, and to refreshes with new tokens. */
function answerDownloads(file: (bearer: string | null) => Response): string[] {
  const asked: string[] = [];
  mockFetch(() => success({ accessToken: 'new', refreshToken: 'refresh-2' }));
  const shop = fetch;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    asked.push(address);
    if (address !== path) return shop(address, init);
    return file(new Headers(init.headers).get('Authorization'));
  });
  return asked;
}

it('returns the file with the name of the response, and sends the stored access token', async () => {
  answerDownloads((bearer) => {
    const headers = { 'Content-Disposition': 'attachment; filename="products-2026-11-21.csv"' };
    return new Response(`for ${bearer}`, { headers });
  });
  const { fetchFile } = await import('./files.ts');
  const outcome = await fetchFile(path, 'products.csv');
  expect(outcome).toMatchObject({ isOk: true, response: { name: 'products-2026-11-21.csv' } });
  expect(outcome.isOk && (await outcome.response.content.text())).toBe('for Bearer old');
});

it.each([null, 'attachment', 'attachment; filename="../../etc/passwd"'])(
  'uses the fallback name if Content-Disposition is %j',
  async (disposition) => {
    const headers = new Headers(disposition === null ? {} : { 'Content-Disposition': disposition });
    answerDownloads(() => new Response('', { headers }));
    const { fetchFile } = await import('./files.ts');
    expect(await fetchFile(path, 'products.csv')).toMatchObject({ response: { name: 'products.csv' } });
  },
);

it('refreshes the tokens once and repeats the request', async () => {
  const asked = answerDownloads((bearer) => {
    if (bearer === 'Bearer new') return new Response('all of it');
    const { body, status } = failure(401, 'UNAUTHENTICATED');
    return Response.json(body, { status });
  });
  const { fetchFile } = await import('./files.ts');
  expect(await fetchFile(path, 'products.csv')).toMatchObject({ isOk: true });
  expect(asked).toEqual([path, '/api/user/refresh-token', path]);
});

it('returns errors as values, also if the connection is lost during the download', async () => {
  const { fetchFile } = await import('./files.ts');
  const { body } = failure(403, 'FORBIDDEN');
  answerDownloads(() => Response.json(body, { status: 403 }));
  expect(await fetchFile(path, 'products.csv')).toMatchObject({
    isOk: false,
    error: { code: 'FORBIDDEN' },
  });
  answerDownloads(() => {
    throw new TypeError('Failed to fetch');
  });
  expect(await fetchFile(path, 'products.csv')).toMatchObject({ isOk: false, error: { code: 'OFFLINE' } });
  answerDownloads(() => {
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('id,name\n'));
        controller.error(new TypeError('network error'));
      },
    });
    return new Response(broken);
  });
  expect(await fetchFile(path, 'products.csv')).toMatchObject({ isOk: false, error: { code: 'OFFLINE' } });
});
