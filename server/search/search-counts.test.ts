import { beforeEach, describe, expect, test } from 'vitest';
import { otherTexts, SearchCounts } from './search-counts.ts';

let searches: SearchCounts;
let seconds: number;
beforeEach(() => {
  searches = new SearchCounts();
  seconds = 0;
});

const now = () => new Date(Date.UTC(2026, 10, 21) + seconds * 1000);
const search = (text: string, productCount: number, visitor = 'asha') =>
  searches.record({ visitor, search: text, productCount, at: now() });
const miss = (text: string, visitor = 'asha') => search(text, 0, visitor);
const hit = (text: string, visitor = 'asha') => search(text, 3, visitor);
/** How often each text was searched: with results as `hits`. */
function take(isEnd = true) {
  const taken = [...searches.take(now(), isEnd)];
  const pick = (of: (count: (typeof taken)[number][1]) => number) =>
    Object.fromEntries(taken.map(([words, count]) => [words, of(count)]).filter(([, count]) => count !== 0));
  return {
    misses: pick(({ zeroResultCount }) => zeroResultCount),
    hits: pick(({ count, zeroResultCount }) => count - zeroResultCount),
  };
}
/** Every prefix of a text, as searched while typing. */
const beginnings = (text: string) => Array.from(text, (_letter, index) => text.slice(0, index + 1));

describe('typing', () => {
  test.each([
    ['hits', hit, { hits: { 'dragon fruit': 1 }, misses: {} }],
    ['misses', miss, { hits: {}, misses: { 'dragon fruit': 1 } }],
  ])('counts the longest text once, whether characters are added or deleted: %s', (_kind, type, expected) => {
    for (const text of beginnings('dragon fruit')) type(text);
    for (const text of beginnings('dragon fruit').reverse()) type(text);
    expect(take()).toEqual(expected);
  });

  test('counts a repeated text within a minute once, with the products it found last', () => {
    search('kombucha', 0);
    seconds = 59;
    search('kombucha', 4);
    expect(searches.take(now(), true)).toEqual(
      new Map([['kombucha', { count: 1, zeroResultCount: 0, productCount: 4 }]]),
    );
  });

  test('counts a repeated text after a minute again', () => {
    hit('kombucha');
    seconds = 60;
    hit('kombucha');
    miss('kombucha ginger');
    expect(take()).toEqual({ hits: { kombucha: 1 }, misses: { 'kombucha ginger': 1 } });
  });

  test('does not count prefixes without results of a text with results', () => {
    miss('choc');
    miss('choco');
    hit('chocolate');
    expect(take()).toEqual({ hits: { chocolate: 1 }, misses: {} });
  });

  test('counts a longer text without results, not its prefix with results', () => {
    miss('milk of almonds');
    hit('milk');
    expect(take()).toEqual({ hits: {}, misses: { 'milk of almonds': 1 } });
  });

  test('counts different texts of one visitor separately', () => {
    for (const text of ['kale', 'quinoa', 'kale chips', 'tempeh']) miss(text);
    for (const text of beginnings('milk')) hit(text);
    expect(take()).toEqual({ hits: { milk: 1 }, misses: { 'kale chips': 1, quinoa: 1, tempeh: 1 } });
  });

  test('counts each of two texts once when a third one begins like both', () => {
    for (const text of ['milk', 'mint', 'mixed nuts']) for (const typed of beginnings(text)) hit(typed);
    expect(take().hits).toEqual({ milk: 1, mint: 1, 'mixed nuts': 1 });
  });

  test('counts visitors separately', () => {
    miss('drag', 'asha');
    miss('dragon fruit', 'ravi');
    hit('dragee', 'meera');
    expect(take()).toEqual({ hits: { dragee: 1 }, misses: { drag: 1, 'dragon fruit': 1 } });
  });

  test('does not return unfinished texts, and finished ones once', () => {
    miss('kombucha');
    seconds = 59;
    expect(take(false)).toEqual({ hits: {}, misses: {} });
    seconds = 60;
    expect(take(false).misses).toEqual({ kombucha: 1 });
    expect(take().misses).toEqual({});
  });
});

describe('personal data', () => {
  test.each([
    ['misses', miss],
    ['hits', hit],
  ])('is not counted, nor are its prefixes: %s', (_kind, type) => {
    for (const text of beginnings('asha.rao@example.com')) type(text);
    for (const text of beginnings('98765 43210')) type(text);
    expect(searches.take(now(), true).size).toBe(0);
  });

  test('is not counted while it is deleted', () => {
    for (const text of beginnings('asha.rao@example.com').reverse()) hit(text);
    expect(searches.take(now(), true).size).toBe(0);
  });

  test('is not counted between prefixes with and without results', () => {
    miss('asha');
    hit('asha@example.com');
    miss('asha');
    expect(searches.take(now(), true).size).toBe(0);
  });
});

describe('limits', () => {
  test('count evicted visitors immediately', () => {
    searches = new SearchCounts({ visitors: 10 });
    for (let visitor = 0; visitor < 100; visitor += 1) hit('milk', `visitor ${visitor}`);
    expect(take(false).hits).toEqual({ milk: 90 });
    expect(take().hits).toEqual({ milk: 10 });
  });

  test('sum up new texts above the limit but keep counting known ones', () => {
    searches = new SearchCounts({ words: 10 });
    for (let text = 0; text < 100; text += 1) miss(`text ${text}.`);
    miss('text 0.', 'ravi');
    const { misses } = take();
    expect(Object.keys(misses)).toHaveLength(11);
    expect([misses['text 0.'], misses[otherTexts]]).toEqual([2, 90]);
  });

  test('sum up the new texts of a client network above those of an hour, not those of others', () => {
    hit('known', '198.51.100.1');
    take();
    for (let text = 0; text < 10_000; text += 1) hit(`random ${text}.`, `203.0.113.${text % 256}`);
    hit('known', '203.0.113.1');
    hit('tempeh', '198.51.100.1');
    const { hits } = take();
    expect(Object.keys(hits)).toHaveLength(203);
    expect([hits['known'], hits['tempeh'], hits[otherTexts]]).toEqual([1, 1, 9800]);
    seconds = 3600;
    hit('kale', '203.0.113.1');
    expect(take().hits).toEqual({ kale: 1 });
  });

  test('bound the memory under texts and visitors without end', () => {
    searches = new SearchCounts({ visitors: 50, words: 20 });
    for (let text = 0; text < 20_000; text += 1) hit(`random ${text}.`, `visitor ${text}`);
    const counts = searches.take(now());
    expect(counts.size).toBe(21);
    expect([...counts.values()].reduce((sum, { count }) => sum + count, 0)).toBe(20_000 - 50);
  });
});

test('restores counts that could not be stored', () => {
  miss('kombucha');
  const taken = searches.take(now(), true);
  hit('kombucha');
  searches.restore(taken);
  expect(take()).toEqual({ hits: { kombucha: 1 }, misses: { kombucha: 1 } });
});
