import { beforeEach, describe, expect, test } from 'vitest';
import { ZeroResultSearches } from './zero-result-searches.ts';

let misses: ZeroResultSearches;
let seconds: number;
beforeEach(() => {
  misses = new ZeroResultSearches();
  seconds = 0;
});

const now = () => new Date(Date.UTC(2026, 10, 21) + seconds * 1000);
const miss = (search: string, visitor = 'asha') =>
  misses.note({ visitor, search, hasFound: false, at: now() });
const hit = (search: string, visitor = 'asha') => misses.note({ visitor, search, hasFound: true, at: now() });
const takeAll = () => Object.fromEntries(misses.take(now(), true));
/** Every beginning of a text, as it is searched for while it is typed. */
const beginnings = (text: string) => Array.from(text, (_letter, index) => text.slice(0, index + 1));

describe('while it is typed', () => {
  test('a text counts once, at its longest, forwards and backwards', () => {
    for (const text of beginnings('dragon fruit')) miss(text);
    for (const text of beginnings('dragon fruit').reverse()) miss(text);
    expect(takeAll()).toEqual({ 'dragon fruit': 1 });
  });

  test('the same text again within the minute is the same search', () => {
    miss('kombucha');
    seconds = 59;
    miss('kombucha');
    expect(takeAll()).toEqual({ kombucha: 1 });
  });

  test('after a minute it is another search', () => {
    miss('kombucha');
    seconds = 60;
    miss('kombucha');
    miss('kombucha ginger');
    expect(takeAll()).toEqual({ kombucha: 1, 'kombucha ginger': 1 });
  });

  test('letters of what is found in the end are no miss', () => {
    miss('choc');
    miss('choco');
    hit('chocolate');
    expect(takeAll()).toEqual({});
  });

  test('what was wanted stays a miss when less of it finds something', () => {
    miss('milk of almonds');
    hit('milk');
    expect(takeAll()).toEqual({ 'milk of almonds': 1 });
  });

  test('several wishes of one visitor do not disturb each other', () => {
    for (const text of ['kale', 'quinoa', 'kale chips', 'tempeh']) miss(text);
    expect(takeAll()).toEqual({ 'kale chips': 1, quinoa: 1, tempeh: 1 });
  });

  test('visitors do not disturb each other', () => {
    miss('drag', 'asha');
    miss('dragon fruit', 'ravi');
    hit('dragee', 'meera');
    expect(takeAll()).toEqual({ drag: 1, 'dragon fruit': 1 });
  });

  test('it is not taken, and it is taken once', () => {
    miss('kombucha');
    seconds = 59;
    expect(misses.take(now())).toEqual(new Map());
    seconds = 60;
    expect(misses.take(now())).toEqual(new Map([['kombucha', 1]]));
    expect(misses.take(now(), true)).toEqual(new Map());
  });
});

describe('what is personal', () => {
  test('is not counted, and neither is its beginning', () => {
    for (const text of beginnings('asha.rao@example.com')) miss(text);
    for (const text of beginnings('98765 43210')) miss(text);
    expect(takeAll()).toEqual({});
  });

  test('is not counted while it is taken away letter by letter', () => {
    for (const text of beginnings('asha.rao@example.com').reverse()) miss(text);
    expect(takeAll()).toEqual({});
  });

  test('is not counted where something was found', () => {
    miss('asha');
    hit('asha@example.com');
    miss('asha');
    expect(takeAll()).toEqual({});
  });
});

describe('a flood', () => {
  test('of visitors forgets none of their misses and keeps few of them', () => {
    misses = new ZeroResultSearches({ visitors: 10 });
    for (let visitor = 0; visitor < 100; visitor += 1) miss('kombucha', `visitor ${visitor}`);
    expect(misses.take(now())).toEqual(new Map([['kombucha', 90]]));
    expect(takeAll()).toEqual({ kombucha: 10 });
  });

  test('of texts is kept within bounds, and what was there before goes on being counted', () => {
    misses = new ZeroResultSearches({ words: 10 });
    for (let text = 0; text < 100; text += 1) miss(`text ${text}.`);
    miss('text 0.', 'ravi');
    const taken = misses.take(now(), true);
    expect(taken.size).toBe(10);
    expect(taken.get('text 0.')).toBe(2);
  });

  test('of hits leaves nothing behind and pushes no miss away', () => {
    misses = new ZeroResultSearches({ visitors: 1 });
    miss('kombucha');
    for (let visitor = 0; visitor < 100; visitor += 1) hit('milk', `visitor ${visitor}`);
    expect(misses.take(now())).toEqual(new Map());
    expect(takeAll()).toEqual({ kombucha: 1 });
  });
});

test('what could not be written is given back', () => {
  miss('kombucha');
  const taken = misses.take(now(), true);
  miss('kombucha');
  misses.giveBack(taken);
  expect(takeAll()).toEqual({ kombucha: 2 });
});
