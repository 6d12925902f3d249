import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { dayMs } from '#contract/base/durations.ts';
import { AppError } from '#contract/base/errors.ts';
import { extractSizes } from '#contract/products/pack-sizes.ts';
import { concurrencyLimit } from '#server/base/concurrency-limit.ts';
import { isFulfilledBefore } from '#server/base/deadline.ts';
import type { CatalogueCache, CatalogueChange } from '#server/cache/catalogue-cache.ts';
import type { Queryable } from '#server/database/connect.ts';
import { isUnavailable } from '#server/database/database-errors.ts';
import { brandKey, type IndexedBrand, listingKey } from './indexed-product.ts';
import type { ProductAttributes } from './product-facets.ts';
import type { Candidate } from './product-sort.ts';
import { HourlySalesRanks, type SalesRanks } from './sales-ranks.ts';
import {
  selectIndexedProducts,
  selectIndexVersions,
  selectNewWords,
  selectSales,
  selectStems,
  type VocabularyWord,
} from './search.queries.ts';
import { SearchIndex, type SearchPage } from './search-index.ts';
import { Vocabulary } from './vocabulary.ts';
import {
  correctText,
  correctWords,
  type Interpretation,
  interpretWords,
  readSpokenWords,
  type SpokenWords,
  type WordLookup,
} from './word-interpretation.ts';
import { isIndianScript, toLatinSearch, toSoundWord } from './words/indian-scripts.ts';
import { cleanSearchText, toSearchWords } from './words/search-query.ts';

declare module '#server/http/context.ts' {
  interface Context {
    productSearch: ProductSearch;
  }
}

export interface FoundPage extends SearchPage {
  /** The text without its misspellings, null if there are none. */
  correction: string | null;
}

/** The products of a search, of a brand by its slug, or of a listing. */
export type ProductSource =
  | { search: string }
  | { brand: string }
  | { categoryId: string; subCategoryId: string };

export interface SearchRequest {
  search: string;
  page: number;
  limit: number;
}

// One or two characters match too many products to rank them.
const maximumPrefixSearchLength = 2;
const maximumStems = 20_000;
// Indexing them takes some milliseconds, in which no request is answered.
const productsAtOnce = 100;
const versionsAtOnce = 2000;
/** So many words are added to the vocabulary without a pause. */
const wordsAtOnce = 500;
/** Removed and replaced products whose postings are not worth a new index. */
const minimumRemoved = 10_000;
const salesDays = 30;

interface Reading {
  done: Promise<void>;
  /** When it began to read what may be many products; null for a few ones. */
  manySince: number | null;
}

/** How long searches wait for a change of many products. After that the index of before the change answers. */
export interface SearchPatience {
  maximumWaitMs: number;
  /** Up to so many products are read soon enough that searches wait for all changes. */
  smallCatalogue: number;
}
const beforeFirstTransaction = '0';
// A correction takes up to some milliseconds, in which no request is answered: one at a time, with other requests
// between the words, so that searches without mistakes need not wait for it. The last one waits for a second at most.
const corrections = { concurrency: 1, maximumQueued: 100 };

function toSound({ word }: VocabularyWord): VocabularyWord {
  const sound = toSoundWord(word);
  return { word: sound, stem: sound, phonetic_code: sound };
}

/**
 * Searches the catalogue in the memory of this process: 0.04 ms a search, 1.05 ms in PostgreSQL. Reads what an
 * announced change of the catalogue affects before the next search. A change of many products, as by an import, is
 * read beside the index that answers, between requests: a search finds what was there before if it would wait too long.
 * Its products are read from their cache, so that none is shown with a former price or after it was removed.
 */
export class ProductSearch {
  readonly #db: Queryable;
  readonly #vocabulary = new Vocabulary();
  /** Of the words of Indian scripts, by `toSoundWord`. */
  readonly #sounds = new Vocabulary();
  #index = this.#createIndex();
  /** Of words that are not in the vocabulary. `max` would reserve the memory of all of them at the start. */
  readonly #stems = new LRUCache<string, string>({ maxSize: maximumStems, sizeCalculation: () => 1 });
  /** Words added by this or a later transaction may not have been read: it was open when the others were read. */
  #firstUnreadTransaction = beforeFirstTransaction;
  /** Changed products that have not been read. */
  #outdated: Set<string> | 'all' = 'all';
  #reading: Reading | null = null;
  /** A search since the start of the read was answered by the former index. */
  #hasAnsweredBefore = false;
  /** Pieces sold, by product, in the 30 days before `day`. */
  #sales: { day: number; pieces: ReadonlyMap<string, number> } = { day: -1, pieces: new Map() };
  readonly #salesRanks: HourlySalesRanks;
  readonly #catalogueCache: CatalogueCache;
  readonly #patience: SearchPatience;
  readonly #limitCorrections = concurrencyLimit({
    ...corrections,
    createError: () => new AppError('UNAVAILABLE', { retryAfterSeconds: 1 }),
  });

  constructor(
    db: Queryable,
    catalogueCache: CatalogueCache,
    patience: SearchPatience = { maximumWaitMs: 150, smallCatalogue: 2000 },
  ) {
    this.#db = db;
    this.#salesRanks = new HourlySalesRanks(db, catalogueCache);
    this.#catalogueCache = catalogueCache;
    this.#patience = patience;
    catalogueCache.onChange((change) => this.#invalidate(change));
  }

  /**
   * Finds one page of products, best match first. Supports unfinished words, misspellings, synonyms and sizes. All
   * words must match; if no product has all of them, any one is enough.
   */
  async find({ search, page, limit }: SearchRequest): Promise<FoundPage> {
    const range = { limit, offset: (page - 1) * limit };
    const found = await this.#match(search, (matches) => this.#index.selectPage(matches, range));
    if (found === null) return { ids: [], totalCount: 0, correction: null };
    const { selected, correction } = found;
    return { ...selected, correction: selected.totalCount === 0 ? null : correction };
  }

  /**
   * The products that a search finds (all for an empty one) or a listing shows, with their relevance; also those of
   * all later pages.
   */
  async listWithRelevance(source: ProductSource): Promise<Candidate[]> {
    if ('search' in source && source.search.trim() !== '') {
      const found = await this.#match(source.search, (matches) => this.#index.toCandidates(matches));
      return found?.selected ?? [];
    }
    await this.update();
    if ('search' in source) return this.#index.listAllCandidates();
    return this.#index.listWithRelevance('brand' in source ? brandKey(source.brand) : listingKey(source));
  }

  /** The products of each list of a category and sub-category, for a category. */
  async listCategory(categoryId: string): Promise<Candidate[][]> {
    await this.update();
    return this.#index.listCategory(categoryId);
  }

  /** Ranks by pieces sold in the 30 days before the present hour, or before that in which a list was begun. */
  rankSales(now: Date, hour?: number): Promise<SalesRanks> {
    return this.#salesRanks.rank(now, hour);
  }

  /** The products of `listWithRelevance`, in no order: their relevance takes time. */
  async listProducts(source: ProductSource): Promise<readonly ProductAttributes[]> {
    if ('search' in source && source.search.trim() !== '') {
      const found = await this.#match(source.search, (matches) => this.#index.toProducts(matches));
      return found?.selected ?? [];
    }
    await this.update();
    if ('search' in source) return this.#index.listAllProducts();
    return this.#index.listProducts('brand' in source ? brandKey(source.brand) : listingKey(source));
  }

  /** All brands that have products, by slug. Callers do not change it. */
  async listBrands(): Promise<ReadonlyMap<string, IndexedBrand>> {
    await this.update();
    return this.#index.listBrands();
  }

  /** Returns null for a search without words. */
  async #match<Result>(
    search: string,
    select: (matches: readonly number[]) => Result,
  ): Promise<{ selected: Result; correction: string | null } | null> {
    const text = cleanSearchText(search);
    const latin = toLatinSearch(text);
    const { rest, sizes: packSizes } = extractSizes(latin);
    const named = toSearchWords(rest);
    const typed = named.length > 0 ? named : packSizes;
    if (typed.length === 0) return null;
    await this.update();
    const { words, corrections } = await this.#interpret(typed, readSpokenWords(text));
    const prefixes = words.length === 1 ? (words[0]?.prefixes ?? []) : [];
    const selected =
      (prefixes[0]?.length ?? Infinity) <= maximumPrefixSearchLength
        ? this.#index.findByPrefix(prefixes, select)
        : this.#index.find({ words, packSizes }, select);
    return { selected, correction: correctText(latin, corrections) };
  }

  /**
   * Reads all changes that were committed before the call. Returns before they are read if many products of a large
   * catalogue may have changed and reading them takes too long, and while the database is away.
   */
  async update(): Promise<void> {
    try {
      if (this.#catalogueCache.isSuspended) this.#outdated = 'all';
      await this.#readChanges();
    } catch (error) {
      if (this.#index.size === 0 || !isUnavailable(error)) throw error;
      this.#catalogueCache.countLastKnown();
    }
  }

  async #readChanges(): Promise<void> {
    const calledAt = performance.now();
    while (this.#reading !== null || this.#outdated === 'all' || this.#outdated.size > 0) {
      // A running read may have started before the last change.
      this.#reading ??= this.#startReading();
      const { done, manySince } = this.#reading;
      if (manySince === null) await done;
      else if (
        !(await isFulfilledBefore(done, Math.min(manySince, calledAt) + this.#patience.maximumWaitMs))
      ) {
        this.#hasAnsweredBefore = true;
        return;
      }
    }
  }

  #startReading(): Reading {
    const isLarge = this.#index.size > this.#patience.smallCatalogue;
    const manySince = this.#outdated === 'all' && isLarge ? performance.now() : null;
    const done = this.#read().finally(() => {
      this.#reading = null;
      this.#announce();
    });
    // A search that does not wait for it does not fail either; the next one reads again.
    done.catch(() => {});
    return { done, manySince };
  }

  /** Drops cached results that the former index has given during the read. */
  #announce(): void {
    if (!this.#hasAnsweredBefore) return;
    this.#hasAnsweredBefore = false;
    this.#catalogueCache.outdateAll();
  }

  #invalidate(change: CatalogueChange): void {
    if (this.#outdated === 'all') return;
    if (change === 'all') this.#outdated = 'all';
    else {
      for (const tag of change) {
        const [kind, id] = tag.split(':');
        if (kind === 'product' && id !== undefined) this.#outdated.add(id);
      }
    }
  }

  async #read(): Promise<void> {
    const outdated = this.#outdated;
    this.#outdated = new Set();
    try {
      await this.#readNewWords();
      if (outdated === 'all') await this.#readAll();
      else {
        await this.#readProducts(this.#index, [...outdated]);
        // Of many small changes.
        if (this.#index.removed > Math.max(minimumRemoved, this.#index.size / 4)) this.#outdated = 'all';
      }
    } catch (error) {
      this.#outdated = 'all';
      throw error;
    }
  }

  async #readNewWords(): Promise<void> {
    const { words, firstOpenTransaction } = await selectNewWords(this.#db, this.#firstUnreadTransaction);
    for (let start = 0; start < words.length; start += wordsAtOnce) {
      const part = words.slice(start, start + wordsAtOnce);
      this.#vocabulary.add(part.filter(({ word }) => !isIndianScript(word)));
      this.#sounds.add(part.filter(({ word }) => isIndianScript(word)).map(toSound));
      if (start + wordsAtOnce < words.length) await setImmediate();
    }
    this.#firstUnreadTransaction = firstOpenTransaction;
  }

  /**
   * Compares the index with all products and reads those that were added, changed or deleted. If these are most of
   * them, it reads all into another index, which replaces this one.
   */
  async #readAll(): Promise<void> {
    const hasNewSales = await this.#readSales();
    const deleted = new Set(this.#index.ids());
    const [all, changed]: [string[], string[]] = [[], []];
    let last = '';
    for (;;) {
      const versions = await selectIndexVersions(this.#db, last, versionsAtOnce);
      for (const { id, version, is_sold_out } of versions) {
        all.push(id);
        deleted.delete(id);
        if (this.#index.versionOf(id) === version) this.#index.setSoldOut(id, is_sold_out);
        else changed.push(id);
      }
      if (versions.length < versionsAtOnce) break;
      last = versions.at(-1)?.id ?? '';
      await setImmediate();
    }
    const replaced = this.#index.removed + deleted.size + changed.length;
    if (!hasNewSales && replaced < all.length / 2) {
      await this.#readProducts(this.#index, [...deleted, ...changed]);
      return;
    }
    const next = this.#createIndex();
    await this.#readProducts(next, all);
    this.#index = next;
  }

  /** Returns whether a new day has other sales: they are counted once a day, equally in all processes. */
  async #readSales(): Promise<boolean> {
    const day = Math.floor(Date.now() / dayMs);
    if (this.#sales.day === day) return false;
    const [until, from] = [new Date(day * dayMs), new Date((day - salesDays) * dayMs)];
    const rows = await selectSales(this.#db, { from, until });
    const hadSales = this.#sales.pieces.size > 0;
    this.#sales = { day, pieces: new Map(rows.map(({ product_id, pieces }) => [product_id, pieces])) };
    return hadSales || rows.length > 0;
  }

  #createIndex(): SearchIndex {
    return new SearchIndex({
      stemOf: (word) => this.#vocabulary.findStem(word) ?? word,
      piecesSold: (id) => this.#sales.pieces.get(id) ?? 0,
    });
  }

  async #readProducts(index: SearchIndex, ids: readonly string[]): Promise<void> {
    for (let start = 0; start < ids.length; start += productsAtOnce) {
      const part = ids.slice(start, start + productsAtOnce);
      const products = await selectIndexedProducts(this.#db, part);
      for (const id of part) index.remove(id);
      index.put(products);
    }
  }

  /** Throws UNAVAILABLE when too many searches wait for their correction. */
  async #interpret(typed: readonly string[], spoken: SpokenWords): Promise<Interpretation> {
    const stems = new Map<string, string>();
    for (;;) {
      const unstemmed = new Set<string>();
      const lookup: WordLookup = {
        vocabulary: this.#vocabulary,
        sounds: this.#sounds,
        stemOf: (word) => {
          const stem = this.#vocabulary.findStem(word) ?? this.#stems.get(word) ?? stems.get(word);
          if (stem === undefined) unstemmed.add(word);
          return stem ?? word;
        },
        countProducts: (word) => this.#index.count(word),
      };
      const words = interpretWords(lookup, typed, spoken);
      if (unstemmed.size === 0) {
        return words.some(({ isMisspelled }) => isMisspelled)
          ? this.#limitCorrections(() => correctWords(lookup, words, () => setImmediate()))
          : { words: words.map(({ asTyped }) => asTyped), corrections: new Map() };
      }
      for (const [word, stem] of await this.#readStems([...unstemmed])) stems.set(word, stem);
    }
  }

  /** While the database is away, words that no product has are their own stems. */
  async #readStems(words: readonly string[]): Promise<ReadonlyMap<string, string>> {
    try {
      const stems = await selectStems(this.#db, words);
      for (const [word, stem] of stems) this.#stems.set(word, stem);
      return stems;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      this.#catalogueCache.countLastKnown();
      return new Map(words.map((word) => [word, word]));
    }
  }
}
