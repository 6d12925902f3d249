import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BucketServer, openBucketServer } from '#tests/fixtures/servers/s3.ts';
import { cachedImageStorage } from './create-image-storage.ts';
import { fileImageStorage, type ImageStorage } from './image-storage.ts';
import { openBucket, s3ImageStorage } from './s3-storage.ts';

let folder: string;
let server: BucketServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tokri-images-'));
  server = await openBucketServer();
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await server.close();
});

const openedBucket = () => s3ImageStorage(openBucket(server.settings), { log: pino({ level: 'silent' }) });

const drivers: { name: string; open: () => ImageStorage }[] = [
  { name: 'folder', open: () => fileImageStorage(folder) },
  { name: 'folder with a cache', open: () => cachedImageStorage(fileImageStorage(folder), 1_000_000) },
  { name: 'bucket', open: openedBucket },
  { name: 'bucket with a cache', open: () => cachedImageStorage(openedBucket(), 1_000_000) },
];
const key = 'abcdefghij0123456789/320.avif';
const removed = 'removed0123456789ABC/320.avif';

describe.each(drivers)('image storage: $name', ({ open }) => {
  test('returns null for an unknown key', async () => {
    expect(await open().find('zzzzzzzzzzzzzzzzzzzz/160.webp')).toBeNull();
  });

  test('returns the stored bytes, also from another instance', async () => {
    const bytes = Buffer.from([0, 1, 2, 250, 255]);
    await open().put(key, bytes);
    expect(await open().find(key)).toEqual(bytes);
  });

  test('accepts the same image several times at once', async () => {
    const store = open();
    const bytes = Buffer.alloc(50_000, 7);
    await Promise.all(Array.from({ length: 8 }, () => store.put(key, bytes)));
    expect(await store.find(key)).toEqual(bytes);
  });

  test('removes an image and no other, also when it is already gone', async () => {
    const store = open();
    const others = ['removed0123456789ABC/640.avif', 'removed0123456789ABD/320.avif'];
    for (const name of [removed, ...others]) await store.put(name, Buffer.from('an image'));
    await store.remove(removed);
    await store.remove(removed);
    expect(await store.find(removed)).toBeNull();
    expect(await open().find(removed)).toBeNull();
    for (const name of others) expect(await open().find(name)).not.toBeNull();
    for (const name of others) await store.remove(name);
    await store.put(removed, Buffer.from('again'));
    expect(await store.find(removed)).toEqual(Buffer.from('again'));
  });

  test.each(['../../etc/passwd', 'abc/320.avif', 'abcdefghij0123456789/../x.avif', ''])(
    'rejects the invalid key %j',
    async (invalidKey) => {
      await expect(open().find(invalidKey)).rejects.toThrow('Invalid image key');
      await expect(open().put(invalidKey, Buffer.alloc(1))).rejects.toThrow('Invalid image key');
      await expect(open().remove(invalidKey)).rejects.toThrow('Invalid image key');
    },
  );
});

test('leaves no draft files', async () => {
  const files = await readdir(folder, { recursive: true });
  expect(files.filter((name) => name.endsWith('.draft'))).toEqual([]);
});

test('uses the same path in a folder and in a bucket', async () => {
  const bytes = Buffer.from('an image');
  const moved = 'moved0123456789ABCDEF/160.avif';
  await fileImageStorage(folder).put(moved, bytes);
  await openedBucket().put(moved, bytes);
  const place = `mo/${moved}`;
  expect(await readFile(join(folder, place))).toEqual(server.things.get(place)?.bytes);
  expect(server.things.get(place)?.contentType).toBe('image/avif');
});

test('a cache shares one read between simultaneous requests, and does not cache a failure', async () => {
  let asked = 0;
  const store = cachedImageStorage(
    {
      find: async () => {
        asked += 1;
        if (asked === 1) throw new Error('away');
        return Buffer.alloc(100);
      },
      put: async () => {},
      remove: async () => {},
    },
    1_600,
  );
  const all = () => Promise.allSettled(Array.from({ length: 50 }, () => store.find('image')));
  expect(new Set((await all()).map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(new Set((await all()).map(({ status }) => status))).toEqual(new Set(['fulfilled']));
  expect(asked).toBe(2);
});

test('a cache evicts the least recently used image', async () => {
  const asked: string[] = [];
  const store = cachedImageStorage(
    {
      find: async (name) => {
        asked.push(name);
        return Buffer.alloc(100);
      },
      put: async () => {},
      remove: async () => {},
    },
    1_600,
  );
  const names = Array.from({ length: 16 }, (_, index) => `image-${index}`);
  for (const name of [...names, ...names]) await store.find(name);
  expect(asked).toEqual(names);
  await store.find('image-0');
  await store.find('one-more');
  await store.find('image-0');
  await store.find('image-1');
  expect(asked.slice(names.length)).toEqual(['one-more', 'image-1']);
});
