import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let importFiles: typeof import('./import-files.ts').importFiles;
const fetchFile = vi.fn(async (_path: string) => new Response('code'));

beforeEach(async () => {
  vi.resetModules();
  fetchFile.mockClear();
  vi.stubGlobal('fetch', fetchFile);
  vi.stubGlobal('document', { querySelectorAll: () => [{ href: 'https://shop.example/assets/react.js' }] });
  importFiles = (await import('./import-files.ts')).importFiles;
});
afterEach(() => vi.unstubAllGlobals());

const files = ['assets/form.js', 'assets/react.js'];

test('fetches the files of a chunk before the import, once, except those that the page has loaded', async () => {
  const load = vi.fn(async () => {
    expect(fetchFile.mock.calls).toEqual([['/assets/form.js']]);
    return 'form';
  });
  expect(await importFiles(load, files)).toBe('form');
  expect(await importFiles(load, files)).toBe('form');
});

test('does not import after a failed fetch, and fetches the file again at the next import', async () => {
  const load = vi.fn(async () => 'form');
  fetchFile.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(importFiles(load, files)).rejects.toThrow('Failed to fetch');
  fetchFile.mockResolvedValueOnce(new Response('', { status: 503 }));
  await expect(importFiles(load, files)).rejects.toThrow('Failed to fetch /assets/form.js');
  expect(load).not.toHaveBeenCalled();
  expect(await importFiles(load, files)).toBe('form');
});

test('imports a chunk without files', async () => {
  expect(await importFiles(async () => 'form')).toBe('form');
});
