import type { Context } from '#server/context.ts';
import {
  deleteZeroResultSearches,
  insertZeroResultSearches,
  selectZeroResultSearches,
} from './search.queries.ts';

// What was asked for is told in a few words; more of it is no wish but a text that was pasted.
const maximumLength = 80;
const shortestTelling = 2;
// Seven digits are a telephone number, a card or a code of somebody; amounts and model numbers have fewer.
const personalDigits = 7;

const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu;
// Bounded, so that a hostile text costs no more than another.
const spokenAddress = /[([] ?(?:at|dot) ?[)\]]|\S at \S{1,60} dot \S/;

/**
 * A search as it is counted: lower-cased and without anything invisible, so that one wish is one entry. Null where
 * it names nothing, no letter and no digit.
 */
export function normalizeSearch(search: string): string | null {
  const words = [...plain(search)].slice(0, maximumLength).join('').trim();
  const telling = words.match(/[\p{L}\p{N}]/gu) ?? [];
  return telling.length < shortestTelling ? null : words;
}

/** Whether a text looks like an e-mail address or a telephone number: those are nobody's business. */
export function looksPersonal(search: string): boolean {
  const text = plain(search);
  const digits = text.match(/\p{N}/gu) ?? [];
  return text.includes('@') || spokenAddress.test(text) || digits.length >= personalDigits;
}

function plain(search: string): string {
  return search.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').replace(invisible, '').trim();
}

/** One search as somebody made it. */
interface ObservedSearch {
  /** Tells those apart who search; kept for a minute, and never with what was counted. */
  visitor: string;
  search: string;
  hasFound: boolean;
  at: Date;
}

interface Typing {
  /** As far as it was typed, at its longest. */
  words: string;
  /** An address or a number began with these letters, so they are counted neither. */
  isPersonal: boolean;
  atMs: number;
}

interface Bounds {
  typingMs: number;
  visitors: number;
  /** Different searches that wait to be written. */
  words: number;
}

const typingsOfVisitor = 10;

/**
 * Counts searches that found nothing, in memory, so that no search waits for it. A search is sent at every letter;
 * only its longest text counts, and none of it when a longer one finds something after all. So a miss is counted
 * once its visitor has typed nothing that continues it for a minute.
 */
export class ZeroResultSearches {
  readonly #bounds: Bounds;
  /** In the order of their last search. */
  readonly #typings = new Map<string, Typing[]>();
  readonly #counts = new Map<string, number>();

  constructor(bounds: Partial<Bounds> = {}) {
    this.#bounds = { typingMs: 60_000, visitors: 2000, words: 2000, ...bounds };
  }

  /** Notes a search, whether it found something or not. */
  note({ visitor, search, hasFound, at }: ObservedSearch): void {
    const isPersonal = looksPersonal(search);
    const words = normalizeSearch(search);
    const typings = this.#typings.get(visitor);
    const isAnswered = hasFound && !isPersonal;
    if (words === null || (isAnswered && typings === undefined)) return;
    const atMs = at.getTime();
    const others = (typings ?? []).filter((typing) => !this.#isSame(typing, words, atMs));
    const same = (typings ?? []).filter((typing) => this.#isSame(typing, words, atMs));
    const longer = same.filter((typing) => typing.words.length > words.length);
    this.#typings.delete(visitor);
    if (isAnswered) {
      // What it found was meant all along by those letters; a longer text that found nothing stays a miss.
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

  /** Takes the misses that are not being typed any more; at the end of the process, all. */
  take(now: Date, isEnd = false): Map<string, number> {
    for (const [visitor, typings] of this.#typings) {
      const ended = typings.filter(({ atMs }) => isEnd || now.getTime() - atMs >= this.#bounds.typingMs);
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

  /** Takes back what could not be written. */
  giveBack(counts: ReadonlyMap<string, number>): void {
    for (const [words, count] of counts) this.#add(words, count);
  }

  /** Whether both are one text that is still being typed, forwards or backwards. */
  #isSame(typing: Typing, words: string, atMs: number): boolean {
    if (atMs - typing.atMs >= this.#bounds.typingMs) return false;
    return typing.words.startsWith(words) || words.startsWith(typing.words);
  }

  #keep(visitor: string, typings: Typing[]): void {
    for (const typing of typings.splice(0, typings.length - typingsOfVisitor)) this.#count(typing);
    if (typings.length > 0) this.#typings.set(visitor, typings);
    if (this.#typings.size <= this.#bounds.visitors) return;
    const [[oldest, left] = ['', []]] = this.#typings;
    this.#typings.delete(oldest);
    for (const typing of left) this.#count(typing);
  }

  #count({ words, isPersonal }: Typing): void {
    if (!isPersonal) this.#add(words, 1);
  }

  #add(words: string, count: number): void {
    const counted = this.#counts.get(words);
    // Who sends thousands of different texts within seconds is no shopper.
    if (counted === undefined && this.#counts.size >= this.#bounds.words) return;
    this.#counts.set(words, (counted ?? 0) + count);
  }
}

type ZeroResultContext = Pick<Context, 'db' | 'now' | 'timeZone' | 'zeroResultSearches'>;

const everyMs = 5000;
// More than a dashboard shows, and little enough that no flood of senseless searches fills the disk.
const wordsPerDay = 5000;
const daysKept = 90;

/** What was searched for in vain most often within so many days, today with them. */
export function listZeroResultSearches(
  context: Pick<Context, 'db' | 'now' | 'timeZone'>,
  days: number,
  limit: number,
) {
  return selectZeroResultSearches(context.db, clockOf(context), days, limit);
}

/** Writes down what was counted in memory. What cannot be written now stays counted. */
export async function flushZeroResultSearches(context: ZeroResultContext, isEnd = false): Promise<void> {
  const counts = context.zeroResultSearches.take(context.now(), isEnd);
  if (counts.size === 0) return;
  try {
    await insertZeroResultSearches(context.db, clockOf(context), counts, wordsPerDay);
  } catch (error) {
    context.zeroResultSearches.giveBack(counts);
    throw error;
  }
  await deleteZeroResultSearches(context.db, clockOf(context), daysKept);
}

/** Writes down every few seconds what was searched for in vain, and the rest when it is stopped. */
export function startZeroResultFlush(context: ZeroResultContext & Pick<Context, 'log'>): {
  stop(): Promise<void>;
} {
  let underway: Promise<void> | null = null;
  const write = (isEnd = false) =>
    flushZeroResultSearches(context, isEnd).catch((err: unknown) =>
      context.log.warn({ err }, 'Searches without results could not be counted yet'),
    );
  const timer = setInterval(() => {
    underway ??= write().finally(() => {
      underway = null;
    });
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await underway;
      await write(true);
    },
  };
}

function clockOf({ now, timeZone }: Pick<Context, 'now' | 'timeZone'>) {
  return { now: now(), timeZone };
}
