import { LRUCache } from 'lru-cache';
import { hourMs } from '#contract/base/durations.ts';
import { toClientNetwork } from '#server/http/client-network.ts';

interface ObservedSearch {
  /** Distinguishes visitors by address; kept for a minute and never stored with the counts. */
  visitor: string;
  search: string;
  /** How many products it found. */
  productCount: number;
  at: Date;
}

declare module '#server/http/context.ts' {
  interface Context {
    searchCounts: SearchCounts;
  }
}

/** How often a text was searched. */
export interface SearchCount {
  count: number;
  /** How many of them found no products. */
  zeroResultCount: number;
  /** How many products it found last. */
  productCount: number;
}

/** Stands for all texts above a limit. No text that is counted is empty. */
export const otherTexts = '';

/** Successive searches of a visitor, one per keystroke. */
interface Typing {
  /** The longest text so far. */
  words: string;
  productCount: number;
  /** The text became an address or a number, so none of it is counted. */
  isPersonal: boolean;
  atMs: number;
}

interface Limits {
  typingMs: number;
  visitors: number;
  /** Different texts that wait to be stored. */
  words: number;
  /** Texts that a client network adds in an hour to those that this process has counted lately. */
  newWords: number;
}

const typingsOfVisitor = 10;
const readSearches = 1000;
const knownTexts = 5000;

/**
 * Counts searches in memory, so that no search waits for the database. The client searches at every keystroke; only the
 * longest text counts. A text is counted when its visitor has not continued it for a minute.
 */
export class SearchCounts {
  readonly #limits: Limits;
  /** By visitor, least recent search first. */
  readonly #typings = new Map<string, Typing[]>();
  #counts = new Map<string, SearchCount>();
  // `max` would reserve the memory of all of them at the start.
  readonly #known = new LRUCache<string, true>({ maxSize: knownTexts, sizeCalculation: () => 1 });
  /** Since the beginning of the hour, by client network. */
  readonly #newWords: LRUCache<string, number>;
  #hour = 0;
  // Responses from the cache are recorded too, so a frequent search is read once.
  readonly #read = new LRUCache<string, { isPersonal: boolean; words: string | null }>({ max: readSearches });

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { typingMs: 60_000, visitors: 2000, words: 2000, newWords: 200, ...limits };
    this.#newWords = new LRUCache({ max: this.#limits.visitors });
  }

  /** Records a search whose first results were sent. */
  record({ visitor, search, productCount, at }: ObservedSearch): void {
    const { isPersonal, words } = this.#readSearch(search);
    if (words === null) return;
    const atMs = at.getTime();
    const rest: Typing[] = [];
    let wasPersonal = isPersonal;
    let isShorter = false;
    for (const typing of this.#typings.get(visitor) ?? []) {
      const isRecent = atMs - typing.atMs < this.#limits.typingMs;
      if (isRecent && words.startsWith(typing.words)) {
        wasPersonal ||= typing.isPersonal;
      } else if (isRecent && typing.words.startsWith(words)) {
        isShorter = true;
        rest.push({ ...typing, isPersonal: isPersonal || typing.isPersonal, atMs });
      } else rest.push(typing);
    }
    if (!isShorter) rest.push({ words, productCount, isPersonal: wasPersonal, atMs });
    this.#typings.delete(visitor);
    this.#keep(visitor, rest, atMs);
  }

  /** Removes and returns the counts of finished texts; of all texts when `isEnd`. */
  take(now: Date, isEnd = false): Map<string, SearchCount> {
    const nowMs = now.getTime();
    for (const [visitor, typings] of this.#typings) {
      const rest: Typing[] = [];
      for (const typing of typings)
        if (isEnd || nowMs - typing.atMs >= this.#limits.typingMs) this.#count(visitor, typing, nowMs);
        else rest.push(typing);
      if (rest.length === 0) this.#typings.delete(visitor);
      else this.#typings.set(visitor, rest);
    }
    const taken = this.#counts;
    this.#counts = new Map();
    return taken;
  }

  /** Restores counts that could not be stored. */
  restore(counts: ReadonlyMap<string, SearchCount>): void {
    for (const [words, count] of counts) this.#add(words, count);
  }

  #readSearch(search: string) {
    const known = this.#read.get(search);
    if (known !== undefined) return known;
    const read = { isPersonal: looksPersonal(search), words: normalizeSearch(search) };
    if (!read.isPersonal) this.#read.set(search, read);
    return read;
  }

  #keep(visitor: string, typings: Typing[], nowMs: number): void {
    if (typings.length > typingsOfVisitor)
      for (const typing of typings.splice(0, typings.length - typingsOfVisitor))
        this.#count(visitor, typing, nowMs);
    this.#typings.set(visitor, typings);
    if (this.#typings.size <= this.#limits.visitors) return;
    const [[oldest, left] = ['', []]] = this.#typings;
    this.#typings.delete(oldest);
    for (const typing of left) this.#count(oldest, typing, nowMs);
  }

  #count(visitor: string, { words, productCount, isPersonal }: Typing, nowMs: number): void {
    if (isPersonal) return;
    this.#add(this.#isNamed(visitor, words, nowMs) ? words : otherTexts, {
      count: 1,
      productCount,
      zeroResultCount: productCount === 0 ? 1 : 0,
    });
  }

  /** False for the new texts of a client network that sends too many of them: they would displace those of others. */
  #isNamed(visitor: string, words: string, nowMs: number): boolean {
    if (this.#known.has(words)) return true;
    const hour = Math.floor(nowMs / hourMs);
    if (hour !== this.#hour) this.#newWords.clear();
    this.#hour = hour;
    const network = toClientNetwork(visitor);
    const added = this.#newWords.get(network) ?? 0;
    if (added >= this.#limits.newWords) return false;
    this.#newWords.set(network, added + 1);
    this.#known.set(words, true);
    return true;
  }

  #add(words: string, { count, zeroResultCount, productCount }: SearchCount): void {
    // Thousands of different texts within seconds are abuse.
    const isFull = this.#counts.size >= this.#limits.words && !this.#counts.has(words);
    const key = isFull ? otherTexts : words;
    const counted = this.#counts.get(key);
    this.#counts.set(key, {
      count: (counted?.count ?? 0) + count,
      zeroResultCount: (counted?.zeroResultCount ?? 0) + zeroResultCount,
      productCount,
    });
  }
}

// Longer texts are pasted rather than searched.
const maximumLength = 80;
const minimumSignificantCharacters = 2;
// Phone numbers, cards and codes have at least 7 digits; sizes and model numbers have fewer.
const personalDigits = 7;

const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu;
// Bounded, so that a malicious text cannot cause backtracking.
const spokenAddress = /[([] ?(?:at|dot) ?[)\]]|\S at \S{1,60} dot \S/;

/**
 * Normalizes a search for counting: lower case, without invisible characters. Returns null for fewer than two
 * alphanumeric characters or digits.
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
