import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderImageStore } from './folder-image-store.ts';
import type { ImageStore } from './image-store.ts';
import { recentImageStore } from './recent-image-store.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tokri-images-'));
});
afterAll(() => rm(folder, { recursive: true }));

const drivers: { name: string; open: () => ImageStore }[] = [
  { name: 'folder', open: () => folderImageStore(folder) },
  { name: 'folder with a memory', open: () => recentImageStore(folderImageStore(folder), 1_000_000) },
];
const key = 'abcdefghij0123456789/320.avif';

// One suite judges every driver.
describe.each(drivers)('an image store in a $name', ({ open }) => {
  test('gives null for what was never stored', async () => {
    expect(await open().find('zzzzzzzzzzzzzzzzzzzz/160.webp')).toBeNull();
  });

  test('gives back the very bytes, also to another process that opens it', async () => {
    const bytes = Buffer.from([0, 1, 2, 250, 255]);
    await open().put(key, bytes);
    expect(await open().find(key)).toEqual(bytes);
  });

  test('may be told the same picture twice, also at once', async () => {
    const store = open();
    const bytes = Buffer.alloc(50_000, 7);
    await Promise.all(Array.from({ length: 8 }, () => store.put(key, bytes)));
    expect(await store.find(key)).toEqual(bytes);
  });

  test.each(['../../etc/passwd', 'abc/320.avif', 'abcdefghij0123456789/../x.avif', ''])(
    'refuses the key %j, which is no picture of ours',
    async (hostile) => {
      await expect(open().find(hostile)).rejects.toThrow('Not a key');
      await expect(open().put(hostile, Buffer.alloc(1))).rejects.toThrow('Not a key');
    },
  );
});

test('a folder is left without drafts', async () => {
  const files = await readdir(folder, { recursive: true });
  expect(files.filter((name) => name.endsWith('.draft'))).toEqual([]);
});

test('a memory asks its store once for what it may keep, and lets go of what was not asked for the longest', async () => {
  const asked: string[] = [];
  const store = recentImageStore(
    {
      find: async (name) => {
        asked.push(name);
        return Buffer.alloc(100);
      },
      put: async () => {},
    },
    1_600,
  );
  const names = Array.from({ length: 16 }, (_, index) => `picture-${index}`);
  for (const name of [...names, ...names]) await store.find(name);
  expect(asked).toEqual(names);
  await store.find('picture-0');
  await store.find('one-more');
  await store.find('picture-0');
  await store.find('picture-1');
  expect(asked.slice(names.length)).toEqual(['one-more', 'picture-1']);
});
