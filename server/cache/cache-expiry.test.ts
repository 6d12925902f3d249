import { beforeEach, expect, test } from 'vitest';
import { type CacheEntry, CatalogueCache } from './catalogue-cache.ts';

interface Entry extends CacheEntry {
  value: string;
}

const start = Date.parse('2026-11-21T10:00:00.000Z');
let now: Date;
let entries: ReturnType<typeof createEntries>;
function createEntries() {
  return new CatalogueCache(() => now).createCache<Entry>({ maximumBytes: 1000 });
}
beforeEach(() => {
  now = new Date(start);
  entries = createEntries();
});

const inMs = (ms: number) => new Date(start + ms);
const entry = (value: string, expiresAt: Date | null = inMs(1000)): Entry => ({
  ...{ value, expiresAt, tags: new Set(['home']), bytes: 1 },
});

test('an entry is found until just before it expires, and computed again from then on', async () => {
  await entries.getOrCompute('/', async () => entry('before'));
  now = inMs(999);
  expect(entries.find('/')?.value).toBe('before');
  now = inMs(1000);
  expect(entries.find('/')).toBeUndefined();
  const { value } = await entries.getOrCompute('/', async () => entry('after', null));
  expect(value).toBe('after');
  now = inMs(10 ** 12);
  expect(entries.find('/')?.value).toBe('after');
});

test('a request after the time does not share a computation that started before it', async () => {
  const slow = Promise.withResolvers<Entry>();
  const first = entries.getOrCompute('/', () => slow.promise);
  now = inMs(1000);
  const second = entries.getOrCompute('/', async () => entry('after', null));
  slow.resolve(entry('before'));
  expect([(await first).value, (await second).value]).toEqual(['before', 'after']);
  expect(entries.find('/')?.value).toBe('after');
});

test('requests at the same time after it share one computation', async () => {
  await entries.getOrCompute('/', async () => entry('before'));
  now = inMs(1000);
  let computations = 0;
  const compute = async () => {
    computations += 1;
    return entry('after', null);
  };
  await Promise.all(Array.from({ length: 50 }, () => entries.getOrCompute('/', compute)));
  expect(computations).toBe(1);
});

test('an expired entry is what the next computation compares with', async () => {
  await entries.getOrCompute('/', async () => entry('before'));
  now = inMs(1000);
  const compared: (string | undefined)[] = [];
  await entries.getOrCompute('/', async (outdated) => {
    compared.push(outdated?.value);
    return entry('after', null);
  });
  expect(compared).toEqual(['before']);
});
