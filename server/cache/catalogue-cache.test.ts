import { expect, test } from 'vitest';
import { type CacheEntry, CatalogueCache, parseCatalogueChange } from './catalogue-cache.ts';

interface Entry extends CacheEntry {
  text: string;
}

const entry = (text: string, tags: string[] = [], bytes = 10): Entry => ({
  text,
  tags: new Set(tags),
  bytes,
});

function openCache(maximumBytes = 1000) {
  const catalogueCache = new CatalogueCache();
  const cache = catalogueCache.createCache<Entry>({ maximumBytes, containsStock: true });
  const put = (key: string, value: Entry) => cache.getOrCompute(key, async () => value);
  return { catalogueCache, cache, put };
}

const never = async (): Promise<Entry> => {
  throw new Error('Computed a cached entry again');
};

test('returns a cached entry without computing it again', async () => {
  const { cache, put } = openCache();
  await put('milk', entry('milk'));
  expect((await cache.getOrCompute('milk', never)).text).toBe('milk');
});

test('shares one computation between concurrent catalogueCache of a key', async () => {
  const { cache } = openCache();
  let computations = 0;
  const compute = async () => {
    computations += 1;
    return entry('milk');
  };
  await Promise.all(Array.from({ length: 20 }, () => cache.getOrCompute('milk', compute)));
  expect(computations).toBe(1);
});

test('rejects all readers of a failed computation and computes again on the next read', async () => {
  const { cache, put } = openCache();
  const fail = async (): Promise<Entry> => {
    throw new Error('no connection');
  };
  const outcomes = await Promise.allSettled([
    cache.getOrCompute('milk', fail),
    cache.getOrCompute('milk', fail),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await put('milk', entry('milk'))).text).toBe('milk');
});

test('returns an entry that is not cacheable without storing it', async () => {
  const { cache } = openCache();
  await cache.getOrCompute(
    'missing',
    async () => entry('not found'),
    () => false,
  );
  expect(cache.find('missing')).toBeUndefined();
});

test('drops exactly the entries with a tag of the change', async () => {
  const { catalogueCache, cache, put } = openCache();
  await put('a', entry('a', ['product:a']));
  await put('b', entry('b', ['product:b']));
  await put('both', entry('both', ['search', 'product:a', 'product:b']));
  await put('categories', entry('categories', ['navigation']));
  catalogueCache.invalidate(['product:a', 'category:c']);
  const cached = ['a', 'b', 'both', 'categories'].filter((key) => cache.find(key) !== undefined);
  expect(cached).toEqual(['b', 'categories']);
});

test('drops entries with the stock of a product only from caches that contain stock', async () => {
  const { catalogueCache, cache, put } = openCache();
  const pages = catalogueCache.createCache<Entry>({ maximumBytes: 1000 });
  await put('a', entry('a', ['product:a', 'stock:a']));
  await pages.getOrCompute('a', async () => entry('a', ['product:a', 'stock:a']));
  catalogueCache.invalidate(['stock:a']);
  expect([cache.find('a'), pages.find('a')?.text]).toEqual([undefined, 'a']);
});

test('shares a computation of a page that a change of stock does not affect', async () => {
  const pages = new CatalogueCache();
  const cache = pages.createCache<Entry>({ maximumBytes: 1000 });
  let computations = 0;
  const read = () =>
    cache.getOrCompute('a', async () => {
      computations += 1;
      return entry('a', ['product:a']);
    });
  const first = read();
  pages.invalidate(['stock:a']);
  await Promise.all([first, read()]);
  expect(computations).toBe(1);
});

test('drops all entries of all caches when anything may have changed', async () => {
  const { catalogueCache, cache, put } = openCache();
  const pages = catalogueCache.createCache<Entry>({ maximumBytes: 1000 });
  await put('a', entry('a', ['product:a']));
  await pages.getOrCompute('/', async () => entry('home'));
  catalogueCache.invalidate('all');
  expect(cache.find('a')).toBeUndefined();
  expect(pages.find('/')).toBeUndefined();
});

test('an outdated entry is passed to the next computation of their key only', async () => {
  const { catalogueCache } = openCache();
  const cache = catalogueCache.createCache<Entry>({ maximumBytes: 20 });
  const received: (string | undefined)[] = [];
  const read = (key: string, text: string) =>
    cache.getOrCompute(key, async (outdated) => {
      received.push(outdated?.text);
      return entry(text, [`product:${key}`]);
    });
  await read('a', 'a 1');
  for (const change of [['product:a'], 'all'] as const) catalogueCache.invalidate(change);
  expect(cache.find('a')).toBeUndefined();
  await read('a', 'a 2');
  expect(cache.find('a')?.text).toBe('a 2');
  catalogueCache.invalidate(['product:a']);
  await read('a', 'a 3');
  // An outdated entry is evicted like any other.
  catalogueCache.invalidate(['product:a']);
  await read('b', 'b');
  await read('c', 'c');
  await read('a', 'a 4');
  expect(received).toEqual([undefined, 'a 1', 'a 2', undefined, undefined, undefined]);
  expect(cache.find('a')?.text).toBe('a 4');
});

test('does not share or store a computation that began before a change', async () => {
  const { catalogueCache, cache, put } = openCache();
  let finish = (_entry: Entry) => {};
  const before = cache.getOrCompute(
    'milk',
    () =>
      new Promise<Entry>((resolve) => {
        finish = resolve;
      }),
  );
  catalogueCache.invalidate(['product:milk']);
  expect((await put('milk', entry('new', ['product:milk']))).text).toBe('new');
  finish(entry('old', ['product:milk']));
  expect((await before).text).toBe('old');
  // Nor does the late result replace the newer one.
  expect(cache.find('milk')?.text).toBe('new');
});

test('stores a computation when only other products changed while it ran', async () => {
  const { catalogueCache, cache } = openCache();
  let finish = (_entry: Entry) => {};
  const reading = cache.getOrCompute(
    'milk',
    () =>
      new Promise<Entry>((resolve) => {
        finish = resolve;
      }),
  );
  catalogueCache.invalidate(['product:bread']);
  finish(entry('milk', ['product:milk']));
  await reading;
  expect(cache.find('milk')?.text).toBe('milk');
});

test('evicts the least recently used entry when the cache is full', async () => {
  const { cache, put } = openCache(30);
  for (const key of ['a', 'b', 'c']) await put(key, entry(key));
  cache.find('a');
  await put('d', entry('d'));
  const cached = ['a', 'b', 'c', 'd'].filter((key) => cache.find(key) !== undefined);
  expect(cached).toEqual(['a', 'c', 'd']);
});

test('evicts nothing for an entry larger than the cache', async () => {
  const { cache, put } = openCache(30);
  await put('a', entry('a'));
  expect((await put('huge', entry('huge', [], 31))).text).toBe('huge');
  expect([cache.find('a')?.text, cache.find('huge')]).toEqual(['a', undefined]);
});

test('stays within its size for thousands of different keys', async () => {
  const { catalogueCache, cache, put } = openCache(1000);
  for (let index = 0; index < 5000; index += 1) {
    await put(`key ${index}`, entry('answer', [`product:${index}`]));
    if (index % 100 === 0) catalogueCache.invalidate([`product:${index - 1}`]);
  }
  let cached = 0;
  for (let index = 0; index < 5000; index += 1) {
    if (cache.find(`key ${index}`) !== undefined) cached += 1;
  }
  expect(cached).toBeLessThanOrEqual(100);
  expect(cached).toBeGreaterThan(90);
});

/** A cache whose database is away from `leave` on. */
function openCacheOfLostDatabase() {
  let isAway = false;
  const catalogueCache = new CatalogueCache(undefined, () => isAway);
  const cache = catalogueCache.createCache<Entry>({ maximumBytes: 1000 });
  const fail = async (): Promise<Entry> => {
    throw Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' });
  };
  const leave = () => {
    isAway = true;
  };
  return { catalogueCache, cache, fail, leave };
}

test('an outdated entry is the answer, marked, when the database cannot be read', async () => {
  const { catalogueCache, cache, fail, leave } = openCacheOfLostDatabase();
  await cache.getOrCompute('milk', async () => entry('milk'));
  catalogueCache.invalidate('all');
  const readers = await Promise.all([cache.getOrCompute('milk', fail), cache.getOrCompute('milk', fail)]);
  leave();
  // Without trying.
  readers.push(await cache.getOrCompute('milk', never));
  expect(readers).toEqual(readers.map(() => ({ ...entry('milk'), isLastKnown: true })));
  await expect(cache.getOrCompute('bread', fail)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('the last answer of a key is not replaced by one that is made of older parts', async () => {
  const { catalogueCache, cache, fail } = openCacheOfLostDatabase();
  const pages = catalogueCache.createCache<Entry>({ maximumBytes: 1000 });
  await cache.getOrCompute('milk', async () => entry('₹107'));
  await pages.getOrCompute('/milk', async () => entry('₹111'));
  catalogueCache.invalidate('all');
  const page = await pages.getOrCompute('/milk', async () => cache.getOrCompute('milk', fail));
  expect(page).toMatchObject({ text: '₹111', isLastKnown: true });
});

test('an error that is no outage is no reason for an outdated answer', async () => {
  const { catalogueCache, cache } = openCacheOfLostDatabase();
  await cache.getOrCompute('milk', async () => entry('milk'));
  catalogueCache.invalidate('all');
  await expect(cache.getOrCompute('milk', never)).rejects.toThrow('Computed');
});

test('what is made of an outdated answer is marked and not cached', async () => {
  const { catalogueCache, cache, fail } = openCacheOfLostDatabase();
  const pages = catalogueCache.createCache<Entry>({ maximumBytes: 1000 });
  await cache.getOrCompute('milk', async () => entry('milk'));
  catalogueCache.invalidate('all');
  const page = await pages.getOrCompute('/', async () => cache.getOrCompute('milk', fail));
  expect([page.isLastKnown, pages.find('/')]).toEqual([true, undefined]);
  await cache.getOrCompute('milk', async () => entry('new milk'));
  const next = await pages.getOrCompute('/', async () => entry('new page'));
  expect([next.isLastKnown, pages.find('/')?.text]).toEqual([undefined, 'new page']);
});

test('what was found to be gone is no answer while the database is away', async () => {
  const { catalogueCache, cache, fail, leave } = openCacheOfLostDatabase();
  await cache.getOrCompute('milk', async () => entry('milk'));
  catalogueCache.invalidate('all');
  await cache.getOrCompute(
    'milk',
    async () => entry('not found'),
    () => false,
  );
  leave();
  await expect(cache.getOrCompute('milk', fail)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('parses an unknown payload as a change of everything', () => {
  const tags = ['product:a', 'stock:b', 'category:c', 'sub-category:d', 'search', 'navigation'];
  expect(parseCatalogueChange(JSON.stringify(tags))).toEqual(tags);
  for (const payload of [
    'all',
    '',
    'null',
    '{}',
    '["price:a"]',
    '["product:a-b"]',
    '["search"',
    '[1]',
    'stock:a,b',
  ]) {
    expect(parseCatalogueChange(payload)).toBe('all');
  }
});
