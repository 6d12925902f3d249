import { expect, test } from 'vitest';
import { type CacheEntry, CatalogueCache } from './catalogue-cache.ts';

interface Entry extends CacheEntry {
  text: string;
}

const entry = (text: string, productIds: string[] = [], bytes = 10): Entry => ({
  text,
  productIds: new Set(productIds),
  bytes,
});

function openCache(maximumBytes = 1000) {
  const reads = new CatalogueCache();
  const shelf = reads.openCache<Entry>(maximumBytes);
  const put = (key: string, kept: Entry) => shelf.read(key, async () => kept);
  return { reads, shelf, put };
}

const never = async (): Promise<Entry> => {
  throw new Error('This should have been kept.');
};

test('what is kept is not computed again', async () => {
  const { shelf, put } = openCache();
  await put('milk', entry('milk'));
  expect((await shelf.read('milk', never)).text).toBe('milk');
});

test('those who ask for the same at once share one computation', async () => {
  const { shelf } = openCache();
  let computations = 0;
  const compute = async () => {
    computations += 1;
    return entry('milk');
  };
  await Promise.all(Array.from({ length: 20 }, () => shelf.read('milk', compute)));
  expect(computations).toBe(1);
});

test('a computation that fails, fails for all who share it and is tried again by the next', async () => {
  const { shelf, put } = openCache();
  const fail = async (): Promise<Entry> => {
    throw new Error('the database is away');
  };
  const outcomes = await Promise.allSettled([shelf.read('milk', fail), shelf.read('milk', fail)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await put('milk', entry('milk'))).text).toBe('milk');
});

test('an entry that says so is given but not kept', async () => {
  const { shelf } = openCache();
  await shelf.read(
    'missing',
    async () => entry('not found'),
    () => false,
  );
  expect(shelf.find('missing')).toBeUndefined();
});

test('a change of stock drops exactly what shows the product', async () => {
  const { reads, shelf, put } = openCache();
  await put('a', entry('a', ['a']));
  await put('b', entry('b', ['b']));
  await put('both', entry('both', ['a', 'b']));
  await put('categories', entry('categories'));
  reads.apply({ kind: 'stock', productIds: ['a', 'unheard-of'] });
  const kept = ['a', 'b', 'both', 'categories'].filter((key) => shelf.find(key) !== undefined);
  expect(kept).toEqual(['b', 'categories']);
});

test('any other change drops everything, on every shelf', async () => {
  const { reads, shelf, put } = openCache();
  const pages = reads.openCache<Entry>(1000);
  await put('a', entry('a', ['a']));
  await pages.read('/', async () => entry('home'));
  reads.apply({ kind: 'all' });
  expect(shelf.find('a')).toBeUndefined();
  expect(pages.find('/')).toBeUndefined();
});

test('what is asked after a change does not get the answer that was begun before it', async () => {
  const { reads, shelf, put } = openCache();
  let finish = (_entry: Entry) => {};
  const before = shelf.read(
    'milk',
    () =>
      new Promise<Entry>((resolve) => {
        finish = resolve;
      }),
  );
  reads.apply({ kind: 'stock', productIds: ['milk'] });
  expect((await put('milk', entry('new', ['milk']))).text).toBe('new');
  finish(entry('old', ['milk']));
  expect((await before).text).toBe('old');
  // Nor may the late one push out the newer.
  expect(shelf.find('milk')?.text).toBe('new');
});

test('a change of other products does not keep an answer from being kept', async () => {
  const { reads, shelf } = openCache();
  let finish = (_entry: Entry) => {};
  const reading = shelf.read(
    'milk',
    () =>
      new Promise<Entry>((resolve) => {
        finish = resolve;
      }),
  );
  reads.apply({ kind: 'stock', productIds: ['bread'] });
  finish(entry('milk', ['milk']));
  await reading;
  expect(shelf.find('milk')?.text).toBe('milk');
});

test('the least recently used leaves first when the shelf is full', async () => {
  const { shelf, put } = openCache(30);
  for (const key of ['a', 'b', 'c']) await put(key, entry(key));
  shelf.find('a');
  await put('d', entry('d'));
  const kept = ['a', 'b', 'c', 'd'].filter((key) => shelf.find(key) !== undefined);
  expect(kept).toEqual(['a', 'c', 'd']);
});

test('an entry larger than the shelf pushes nothing out', async () => {
  const { shelf, put } = openCache(30);
  await put('a', entry('a'));
  expect((await put('huge', entry('huge', [], 31))).text).toBe('huge');
  expect([shelf.find('a')?.text, shelf.find('huge')]).toEqual(['a', undefined]);
});

test('thousands of different questions take no more room than the shelf has', async () => {
  const { reads, shelf, put } = openCache(1000);
  for (let question = 0; question < 5000; question += 1) {
    await put(`question ${question}`, entry('answer', [`product ${question}`]));
    if (question % 100 === 0) reads.apply({ kind: 'stock', productIds: [`product ${question - 1}`] });
  }
  let kept = 0;
  for (let question = 0; question < 5000; question += 1) {
    if (shelf.find(`question ${question}`) !== undefined) kept += 1;
  }
  expect(kept).toBeLessThanOrEqual(100);
  expect(kept).toBeGreaterThan(90);
});
