import { beforeEach, describe, expect, test } from 'vitest';
import { ZeroResultSearches } from './zero-result-searches.ts';

let searches: ZeroResultSearches;
let seconds: number;
beforeEach(() => {
  searches = new ZeroResultSearches();
  seconds = 0;
});

const now = () => new Date(Date.UTC(2026, 10, 21) + seconds * 1000);
const miss = (search: string, visitor = 'asha') =>
  searches.record({ visitor, search, hasResults: false, at: now() });
const hit = (search: string, visitor = 'asha') =>
  searches.record({ visitor, search, hasResults: true, at: now() });
const takeAll = () => Object.fromEntries(searches.take(now(), true));
/** Every prefix of a text, as searched while typing. */
const beginnings = (text: string) => Array.from(text, (_letter, index) => text.slice(0, index + 1));

describe('typing', () => {
  test('counts the longest text once, whether characters are added or deleted', () => {
    for (const text of beginnings('dragon fruit')) miss(text);
    for (const text of beginnings('dragon fruit').reverse()) miss(text);
    expect(takeAll()).toEqual({ 'dragon fruit': 1 });
  });

  test('counts a repeated text within a minute once', () => {
    miss('kombucha');
    seconds = 59;
    miss('kombucha');
    expect(takeAll()).toEqual({ kombucha: 1 });
  });

  test('counts a repeated text after a minute again', () => {
    miss('kombucha');
    seconds = 60;
    miss('kombucha');
    miss('kombucha ginger');
    expect(takeAll()).toEqual({ kombucha: 1, 'kombucha ginger': 1 });
  });

  test('does not count prefixes of a text with results', () => {
    miss('choc');
    miss('choco');
    hit('chocolate');
    expect(takeAll()).toEqual({});
  });

  test('counts a longer text although a prefix has results', () => {
    miss('milk of almonds');
    hit('milk');
    expect(takeAll()).toEqual({ 'milk of almonds': 1 });
  });

  test('counts different texts of one visitor separately', () => {
    for (const text of ['kale', 'quinoa', 'kale chips', 'tempeh']) miss(text);
    expect(takeAll()).toEqual({ 'kale chips': 1, quinoa: 1, tempeh: 1 });
  });

  test('counts visitors separately', () => {
    miss('drag', 'asha');
    miss('dragon fruit', 'ravi');
    hit('dragee', 'meera');
    expect(takeAll()).toEqual({ drag: 1, 'dragon fruit': 1 });
  });

  test('does not return unfinished texts, and finished ones once', () => {
    miss('kombucha');
    seconds = 59;
    expect(searches.take(now())).toEqual(new Map());
    seconds = 60;
    expect(searches.take(now())).toEqual(new Map([['kombucha', 1]]));
    expect(searches.take(now(), true)).toEqual(new Map());
  });
});

describe('personal data', () => {
  test('is not counted, nor are its prefixes', () => {
    for (const text of beginnings('asha.rao@example.com')) miss(text);
    for (const text of beginnings('98765 43210')) miss(text);
    expect(takeAll()).toEqual({});
  });

  test('is not counted while it is deleted', () => {
    for (const text of beginnings('asha.rao@example.com').reverse()) miss(text);
    expect(takeAll()).toEqual({});
  });

  test('is not counted when there are results', () => {
    miss('asha');
    hit('asha@example.com');
    miss('asha');
    expect(takeAll()).toEqual({});
  });
});

describe('limits', () => {
  test('count evicted visitors immediately', () => {
    searches = new ZeroResultSearches({ visitors: 10 });
    for (let visitor = 0; visitor < 100; visitor += 1) miss('kombucha', `visitor ${visitor}`);
    expect(searches.take(now())).toEqual(new Map([['kombucha', 90]]));
    expect(takeAll()).toEqual({ kombucha: 10 });
  });

  test('ignore new texts above the limit but keep counting known ones', () => {
    searches = new ZeroResultSearches({ words: 10 });
    for (let text = 0; text < 100; text += 1) miss(`text ${text}.`);
    miss('text 0.', 'ravi');
    const taken = searches.take(now(), true);
    expect(taken.size).toBe(10);
    expect(taken.get('text 0.')).toBe(2);
  });

  test('do not store visitors who only have results', () => {
    searches = new ZeroResultSearches({ visitors: 1 });
    miss('kombucha');
    for (let visitor = 0; visitor < 100; visitor += 1) hit('milk', `visitor ${visitor}`);
    expect(searches.take(now())).toEqual(new Map());
    expect(takeAll()).toEqual({ kombucha: 1 });
  });
});

test('restores counts that could not be stored', () => {
  miss('kombucha');
  const taken = searches.take(now(), true);
  miss('kombucha');
  searches.restore(taken);
  expect(takeAll()).toEqual({ kombucha: 2 });
});
