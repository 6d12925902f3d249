import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '#server/database/connect.ts';
import { startRepeatedFlush } from '#server/repeated-flush.ts';
import {
  deleteZeroResultSearches,
  insertZeroResultSearches,
  selectZeroResultDays,
  selectZeroResultSearches,
  selectZeroResultSearchesWithin,
} from './search.queries.ts';

// Longer texts are pasted rather than searched.
const maximumLength = 80;
const minimumSignificantCharacters = 2;
// Phone numbers, cards and codes have at least 7 digits; sizes and model numbers have fewer.
const personalDigits = 7;

const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu;
// Bounded, so that a malicious text cannot cause backtracking.
const spokenAddress = /[([] ?(?:at|dot) ?[)\]]|\S at \S{1,60} dot \S/;

/**
 * Normalizes a search for counting: lower case, without invisible characters. Returns null for fewer than two alphanumeric characters
 * or digits.
 */
export function normalizeSearch(search: string): string | null {
  const words = [...clean(search)].slice(0, maximumLength).join('').trim();
  const significant = words.match(/[\p{L}\p{N}]/gu) ?? [];
  return significant.length < minimumSignificantCharacters ? null : words;
}

/** Detects email addresses and phone numbers, which are not recorded. */
export function looksPersonal(search: string): boolean {
  const text = clean(search);
  const digits = text.match(/\p{N}/gu) ?? [];
  return text.includes('@') || spokenAddress.test(text) || digits.length >= personalDigits;
}

function clean(search: string): string {
  return search.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').replace(invisible, '').trim();
}

interface ObservedSearch {
  /** Distinguishes visitors; kept for a minute and never stored with the counts. */
  visitor: string;
  search: string;
  hasResults: boolean;
  at: Date;
}

/** Successive searches of a visitor, one per keystroke. */
interface Typing {
  /** The longest text so far. */
  words: string;
  /** The text became an address or a number, so none of it is counted. */
  isPersonal: boolean;
  atMs: number;
}

interface Limits {
  typingMs: number;
  visitors: number;
  /** Different texts that wait to be stored. */
  words: number;
}

const typingsOfVisitor = 10;
const readSearches = 1000;

/**
 * Counts searches without results in memory, so that no search waits for the database. The client searches at every
 * keystroke; only the longest text counts, and none of it if a longer one has results. A text is counted when its
 * visitor has not continued it for a minute.
 */
export class ZeroResultSearches {
  readonly #limits: Limits;
  /** By visitor, least recent search first. */
  readonly #typings = new Map<string, Typing[]>();
  readonly #counts = new Map<string, number>();
  // Responses from the cache are recorded too, so a frequent search is read once.
  readonly #read = new LRUCache<string, { isPersonal: boolean; words: string | null }>({ max: readSearches });

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { typingMs: 60_000, visitors: 2000, words: 2000, ...limits };
  }

  /** Records a search, with or without results. */
  record({ visitor, search, hasResults, at }: ObservedSearch): void {
    const { isPersonal, words } = this.#readSearch(search);
    const typings = this.#typings.get(visitor);
    const isAnswered = hasResults && !isPersonal;
    if (words === null || (isAnswered && typings === undefined)) return;
    const atMs = at.getTime();
    const others: Typing[] = [];
    const same: Typing[] = [];
    for (const typing of typings ?? []) (this.#isSame(typing, words, atMs) ? same : others).push(typing);
    const longer = same.filter((typing) => typing.words.length > words.length);
    this.#typings.delete(visitor);
    if (isAnswered) {
      // The shorter texts led to this result. Longer texts without results still count.
      this.#keep(visitor, [...others, ...longer]);
      return;
    }
    const longest = longer.reduce(
      (text, typing) => (typing.words.length > text.length ? typing.words : text),
      words,
    );
    const wasPersonal = same.some((typing) => typing.isPersonal);
    this.#keep(visitor, [...others, { words: longest, isPersonal: isPersonal || wasPersonal, atMs }]);
  }

  /** Removes and returns the counts of finished texts; of all texts when `isEnd`. */
  take(now: Date, isEnd = false): Map<string, number> {
    for (const [visitor, typings] of this.#typings) {
      const ended = typings.filter(({ atMs }) => isEnd || now.getTime() - atMs >= this.#limits.typingMs);
      if (ended.length === 0) continue;
      for (const typing of ended) this.#count(typing);
      const rest = typings.filter((typing) => !ended.includes(typing));
      if (rest.length === 0) this.#typings.delete(visitor);
      else this.#typings.set(visitor, rest);
    }
    const taken = new Map(this.#counts);
    this.#counts.clear();
    return taken;
  }

  /** Restores counts that could not be stored. */
  restore(counts: ReadonlyMap<string, number>): void {
    for (const [words, count] of counts) this.#add(words, count);
  }

  #readSearch(search: string) {
    const known = this.#read.get(search);
    if (known !== undefined) return known;
    const read = { isPersonal: looksPersonal(search), words: normalizeSearch(search) };
    if (!read.isPersonal) this.#read.set(search, read);
    return read;
  }

  /** One text is the start of the other: the visitor adds or deletes characters. */
  #isSame(typing: Typing, words: string, atMs: number): boolean {
    if (atMs - typing.atMs >= this.#limits.typingMs) return false;
    return typing.words.startsWith(words) || words.startsWith(typing.words);
  }

  #keep(visitor: string, typings: Typing[]): void {
    for (const typing of typings.splice(0, typings.length - typingsOfVisitor)) this.#count(typing);
    if (typings.length > 0) this.#typings.set(visitor, typings);
    if (this.#typings.size <= this.#limits.visitors) return;
    const [[oldest, left] = ['', []]] = this.#typings;
    this.#typings.delete(oldest);
    for (const typing of left) this.#count(typing);
  }

  #count({ words, isPersonal }: Typing): void {
    if (!isPersonal) this.#add(words, 1);
  }

  #add(words: string, count: number): void {
    const counted = this.#counts.get(words);
    // Thousands of different texts within seconds are abuse.
    if (counted === undefined && this.#counts.size >= this.#limits.words) return;
    this.#counts.set(words, (counted ?? 0) + count);
  }
}

interface ClockContext {
  db: Queryable;
  now: () => Date;
  timeZone: string;
}

interface ZeroResultContext extends ClockContext {
  zeroResultSearches: ZeroResultSearches;
}

const flushIntervalMs = 5000;
// Limits the disk space that abuse can take.
const wordsPerDay = 5000;
export const daysKept = 90;

/** Returns the most frequent searches without results of the last `days`, including today. */
export function listZeroResultSearches(context: ClockContext, days: number, limit: number) {
  return selectZeroResultSearches(context.db, clockOf(context), days, limit);
}

/** Searches without results from a day to another: the `limit` most frequent ones, and how many there were on each day. */
export async function readZeroResultSearches(
  { db }: Pick<ClockContext, 'db'>,
  range: { from: string; to: string },
  limit: number,
) {
  const searches = await selectZeroResultSearchesWithin(db, range, limit);
  return { searches, days: await selectZeroResultDays(db, range) };
}

/** Stores the counts. On an error they remain in memory for the next attempt. */
export async function flushZeroResultSearches(context: ZeroResultContext, isEnd = false): Promise<void> {
  const counts = context.zeroResultSearches.take(context.now(), isEnd);
  if (counts.size === 0) return;
  try {
    await insertZeroResultSearches(context.db, clockOf(context), counts, wordsPerDay);
  } catch (error) {
    context.zeroResultSearches.restore(counts);
    throw error;
  }
  await deleteZeroResultSearches(context.db, clockOf(context), daysKept);
}

/** Stores the counts every few seconds, and the rest on `stop`. */
export function startZeroResultFlush(context: ZeroResultContext & { log: FastifyBaseLogger }): {
  stop(): Promise<void>;
} {
  return startRepeatedFlush({
    intervalMs: flushIntervalMs,
    flush: (isEnd) => flushZeroResultSearches(context, isEnd),
    failure: 'Could not store searches without results; will retry',
    log: context.log,
  });
}

function clockOf({ now, timeZone }: ClockContext) {
  return { now: now(), timeZone };
}
