import type { PageRange } from '#server/database/select-page.ts';
import type { SearchQuery, SearchTerm } from './search-query.ts';

/** A product as the index needs it. */
export interface IndexedProduct {
  id: string;
  /** Changes with the texts. */
  version: string;
  /** Words of the name (weight A), brand (B), description (D) and pack size, as a tsvector such as `'milk':2A,5`. */
  product_text: string;
  /** Words of the names of its sub-categories (B) and categories (C). */
  category_text: string;
  /** The last word of the name, which says what the product is: 'biscuits' in 'milk biscuits'. */
  head_noun: string;
  is_sold_out: boolean;
  name_length: number;
  created_at: Date;
}

export interface SearchPage {
  ids: string[];
  /** The number of all matches. */
  totalCount: number;
}

/** Where a product has a word: bits of a posting. */
const field = { name: 1, brand: 2, subCategory: 4, category: 8, headNoun: 16, any: 32 };
const fieldBits = 6;
const fieldMask = (1 << fieldBits) - 1;
const allFields = Array.from({ length: fieldMask + 1 }, (_fields, fields) => fields);
/** By fields, those in which a prefix is relevant: not in a description. */
const toPrefixFields = allFields.map((fields) =>
  (fields & (field.name | field.brand | field.subCategory | field.category)) === 0
    ? fields & field.headNoun
    : fields,
);

/** By tier of a word's terms, the position of their field bits. */
const shift = { exact: 0, likely: fieldBits, possible: 2 * fieldBits };
const anyTier = (field.any << shift.exact) | (field.any << shift.likely) | (field.any << shift.possible);

// Chosen so that an exact match in the name outranks a synonym in both name and category.
const wordFactors = { exact: 20, likely: 12, possible: 6 };
const lastWordFactors = { exact: 24, likely: 14, possible: 7 };
const packSizeScore = 200;

// A larger number makes no difference: the word is common.
const maximumCounted = 1000;
const minimumGarbage = 10_000;

/**
 * Finds and ranks products in memory. A product has a number; a changed product gets another one. By word there are
 * postings, each the number of a product with its field bits.
 */
export class SearchIndex {
  readonly #postings = new Map<string, number[]>();
  /** All words, sorted before use in the order of JavaScript, which keeps words with the same prefix together. */
  #words: string[] = [];
  #isSorted = true;
  readonly #numbers = new Map<string, number>();
  #ids: string[] = [];
  #versions: string[] = [];
  /** Orders products of equal relevance; NaN for the number of a product that was removed. */
  #ranks: number[] = [];
  readonly #vectors = new Map<string, ParsedVector>();
  /** Reused by all searches; both are zero between them. */
  #bits = new Int32Array(0);
  #scores = new Int32Array(0);

  /** The ids of all products. */
  ids(): IterableIterator<string> {
    return this.#numbers.keys();
  }

  versionOf(id: string): string | undefined {
    const number = this.#numbers.get(id);
    return number === undefined ? undefined : this.#versions[number];
  }

  /** Adds products or replaces them. */
  put(products: readonly IndexedProduct[]): void {
    const newWords: string[] = [];
    for (const product of products) {
      this.remove(product.id);
      const number = this.#ids.length;
      this.#ids.push(product.id);
      this.#versions.push(product.version);
      this.#ranks.push(rankOf(product));
      this.#numbers.set(product.id, number);
      for (const [word, fields] of this.#fieldsByWord(product)) {
        const posting = toPosting(number, fields);
        const postings = this.#postings.get(word);
        if (postings !== undefined) postings.push(posting);
        else {
          this.#postings.set(word, [posting]);
          newWords.push(word);
        }
      }
    }
    this.#addWords(newWords);
    this.#collectGarbage();
  }

  remove(id: string): void {
    const number = this.#numbers.get(id);
    if (number === undefined) return;
    this.#numbers.delete(id);
    this.#ranks[number] = Number.NaN;
  }

  /** Products that are sold out rank after others of the same relevance. */
  setSoldOut(id: string, isSoldOut: boolean): void {
    const number = this.#numbers.get(id);
    if (number === undefined) return;
    const rank = this.#ranks[number] ?? 0;
    if (rank >= soldOutRank !== isSoldOut)
      this.#ranks[number] = rank + (isSoldOut ? soldOutRank : -soldOutRank);
  }

  /** The number of products that contain the word; not more than 1,000 are counted. */
  count(word: string): number {
    let count = 0;
    for (const posting of this.#postings.get(word) ?? []) {
      if (this.#isRemoved(toNumber(posting))) continue;
      count += 1;
      if (count === maximumCounted) break;
    }
    return count;
  }

  /**
   * Returns the best `limit` products after `offset`. Matches contain every word; if no product does, at least one.
   */
  find(query: SearchQuery, range: PageRange): SearchPage {
    this.#bits = enlarge(this.#bits, this.#ids.length);
    this.#scores = enlarge(this.#scores, this.#ids.length);
    const scores = this.#scores;
    /** Products with at least one word. */
    const found: number[] = [];
    for (const [index, word] of query.words.entries()) {
      const factors = index === query.words.length - 1 ? lastWordFactors : wordFactors;
      for (const number of this.#mark(word)) {
        const bits = this.#bits[number] ?? 0;
        this.#bits[number] = 0;
        if ((bits & anyTier) === 0) continue;
        if (scores[number] === 0) found.push(number);
        // In the upper bits the number of words, in the lower ones the relevance.
        scores[number] = (scores[number] ?? 0) + wordUnit + relevanceOf(bits, factors);
      }
    }
    this.#scorePackSizes(query.packSizes);
    const complete = found.filter((number) => (scores[number] ?? 0) >= query.words.length * wordUnit);
    const matches = complete.length > 0 ? complete : found;
    for (const number of matches) scores[number] = (scores[number] ?? 0) % wordUnit;
    const page = this.#selectPage(matches, range);
    for (const number of found) scores[number] = 0;
    return page;
  }

  /** Finds products whose name contains a word with this prefix, for prefixes that match too many products to rank them by word. */
  findByPrefix(prefix: string, range: PageRange): SearchPage {
    this.#bits = enlarge(this.#bits, this.#ids.length);
    this.#scores = enlarge(this.#scores, this.#ids.length);
    const matches: number[] = [];
    for (const number of this.#mark({ exact: [], likely: [], possible: [], prefix })) {
      const fields = (this.#bits[number] ?? 0) >> shift.possible;
      this.#bits[number] = 0;
      if ((fields & field.name) === 0) continue;
      matches.push(number);
      this.#scores[number] = (fields & field.headNoun) === 0 ? 0 : 1;
    }
    const page = this.#selectPage(matches, range);
    for (const number of matches) this.#scores[number] = 0;
    return page;
  }

  /** Raises the scores of products that have one of the sizes. */
  #scorePackSizes(sizes: readonly string[]): void {
    const raised: number[] = [];
    for (const posting of sizes.flatMap((size) => this.#postings.get(size) ?? [])) {
      const number = toNumber(posting);
      const score = this.#scores[number] ?? 0;
      if (score === 0 || this.#bits[number] !== 0) continue;
      this.#bits[number] = 1;
      this.#scores[number] = score + packSizeScore;
      raised.push(number);
    }
    for (const number of raised) this.#bits[number] = 0;
  }

  /** Sets the bits of the products that a word's terms match, and returns their numbers. */
  #mark({ exact, likely, possible, prefix }: SearchQuery['words'][number]): number[] {
    const marked: number[] = [];
    const tiers = [
      [exact, shift.exact],
      [likely, shift.likely],
      [possible, shift.possible],
    ] as const;
    for (const [terms, position] of tiers) {
      for (const term of terms) {
        for (const postings of this.#postingsOf(term)) this.#markPostings(postings, position, marked);
      }
    }
    if (prefix === null) return marked;
    this.#sortWords();
    for (let index = firstFrom(this.#words, prefix); ; index += 1) {
      const word = this.#words[index];
      if (word === undefined || !word.startsWith(prefix)) return marked;
      const postings = this.#postings.get(word) ?? [];
      this.#markPostings(postings, shift.possible, marked, toPrefixFields);
    }
  }

  // Without closures for each posting: a common word is in most products.
  #markPostings(
    postings: readonly number[],
    position: number,
    marked: number[],
    toRelevant: readonly number[] = allFields,
  ): void {
    const bits = this.#bits;
    for (const posting of postings) {
      const number = posting >>> fieldBits;
      const known = bits[number] ?? 0;
      const fields = toRelevant[posting & fieldMask] ?? 0;
      if (known === 0) {
        if (fields === 0 || this.#isRemoved(number)) continue;
        marked.push(number);
      }
      bits[number] = known | (fields << position);
    }
  }

  /** The postings of products that have all words of the term, each as written or by its stem, with the fields they have them in. */
  #postingsOf(term: SearchTerm): readonly (readonly number[])[] {
    const [first, ...others] = term;
    if (first === undefined) return [];
    if (others.length === 0) return formsOf(first).map((form) => this.#postings.get(form) ?? []);
    let matches = this.#fieldsByProduct(first);
    for (const word of others) {
      const next = this.#fieldsByProduct(word);
      matches = new Map(
        [...matches].flatMap(([number, fields]) => {
          const common = fields & (next.get(number) ?? 0);
          return common === 0 ? [] : [[number, common]];
        }),
      );
    }
    return [[...matches].map(([number, fields]) => toPosting(number, fields))];
  }

  #fieldsByProduct(word: SearchTerm[number]): Map<number, number> {
    const fields = new Map<number, number>();
    for (const form of formsOf(word)) {
      for (const posting of this.#postings.get(form) ?? []) {
        const number = toNumber(posting);
        fields.set(number, (fields.get(number) ?? 0) | (posting & fieldMask));
      }
    }
    return fields;
  }

  /** Ranks matches by their scores. */
  #selectPage(matches: readonly number[], { limit, offset }: PageRange): SearchPage {
    const compare = (one: number, other: number) => this.#compare(one, other);
    const first = selectFirst(matches, offset + limit, compare).sort(compare);
    const ids = first.slice(offset, offset + limit).map((number) => this.#ids[number] ?? '');
    return { ids, totalCount: matches.length };
  }

  #compare(one: number, other: number): number {
    return (
      (this.#scores[other] ?? 0) - (this.#scores[one] ?? 0) ||
      (this.#ranks[one] ?? 0) - (this.#ranks[other] ?? 0) ||
      ((this.#ids[one] ?? '') > (this.#ids[other] ?? '') ? -1 : 1)
    );
  }

  #isRemoved(number: number): boolean {
    return Number.isNaN(this.#ranks[number]);
  }

  #fieldsByWord({ product_text, category_text, head_noun }: IndexedProduct): Map<string, number> {
    const fields = new Map<string, number>();
    const add = (word: string, bits: number) => fields.set(word, (fields.get(word) ?? 0) | bits | field.any);
    for (const { word, weights } of parseVector(product_text)) add(word, productFields(weights));
    // Thousands of products have the same categories.
    let categories = this.#vectors.get(category_text);
    if (categories === undefined) {
      categories = parseVector(category_text);
      this.#vectors.set(category_text, categories);
    }
    for (const { word, weights } of categories) add(word, categoryFields(weights));
    for (const { word } of parseVector(head_noun)) fields.set(word, (fields.get(word) ?? 0) | field.headNoun);
    return fields;
  }

  #addWords(words: readonly string[]): void {
    // Sorting a large vocabulary takes longer than some insertions.
    if (!this.#isSorted || words.length > maximumInsertions) {
      for (const word of words) this.#words.push(word);
      this.#isSorted = false;
    } else for (const word of words) this.#words.splice(firstFrom(this.#words, word), 0, word);
  }

  #sortWords(): void {
    if (!this.#isSorted) this.#words.sort();
    this.#isSorted = true;
  }

  /** Drops the postings of removed products when there are many. */
  #collectGarbage(): void {
    if (this.#ids.length - this.#numbers.size < Math.max(minimumGarbage, this.#numbers.size / 4)) return;
    let next = 0;
    const numbers = this.#ranks.map((rank) => (Number.isNaN(rank) ? -1 : next++));
    for (const [word, postings] of this.#postings) {
      const kept = postings.flatMap((posting) => {
        const number = numbers[toNumber(posting)] ?? -1;
        return number < 0 ? [] : [toPosting(number, posting & fieldMask)];
      });
      if (kept.length > 0) this.#postings.set(word, kept);
      else this.#postings.delete(word);
    }
    const keep = <Value>(values: Value[]) => values.filter((_value, number) => (numbers[number] ?? -1) >= 0);
    [this.#ids, this.#versions] = [keep(this.#ids), keep(this.#versions)];
    this.#ranks = keep(this.#ranks);
    for (const [number, id] of this.#ids.entries()) this.#numbers.set(id, number);
    this.#words = [...this.#postings.keys()];
    this.#isSorted = false;
    this.#vectors.clear();
  }
}

type ParsedVector = readonly { word: string; weights: string }[];

const maximumInsertions = 50;
// More than any relevance: eight words of at most 24 × 30, and a pack size.
const wordUnit = 1 << 16;

function relevanceOf(bits: number, factors: { exact: number; likely: number; possible: number }): number {
  const exact = bits >> shift.exact;
  if ((exact & field.name) !== 0) return factors.exact * scoreOf(exact);
  return Math.max(
    factors.exact * categoryScoreOf(exact),
    factors.likely * scoreOf(bits >> shift.likely),
    factors.possible * scoreOf(bits >> shift.possible),
  );
}

/** Scores matches in name, brand and categories. Matches in the description score 0. */
function scoreOf(fields: number): number {
  // The head noun is the word that names the product: 'noodles' in 'egg noodles'.
  return (
    ((fields & field.name) === 0 ? 0 : 10) +
    ((fields & field.headNoun) === 0 ? 0 : 9) +
    categoryScoreOf(fields)
  );
}

function categoryScoreOf(fields: number): number {
  return (
    ((fields & (field.brand | field.subCategory)) === 0 ? 0 : 8) + ((fields & field.category) === 0 ? 0 : 3)
  );
}

const soldOutRank = 2 ** 51;
const nameLengthUnit = 2 ** 42;

/** Smaller ranks first: in stock, then shorter names, then newer products. */
function rankOf({ is_sold_out, name_length, created_at }: IndexedProduct): number {
  return (
    (is_sold_out ? soldOutRank : 0) + name_length * nameLengthUnit + (nameLengthUnit - created_at.getTime())
  );
}

function toPosting(number: number, fields: number): number {
  return number * (fieldMask + 1) + fields;
}

function toNumber(posting: number): number {
  return posting >>> fieldBits;
}

function formsOf({ word, stem }: SearchTerm[number]): readonly string[] {
  return word === stem ? [word] : [word, stem];
}

const vectorWord = /'((?:[^']|'')*)'(?::(\S+))?/g;

function parseVector(vector: string): ParsedVector {
  return Array.from(vector.matchAll(vectorWord), ([, word = '', weights = '']) => ({
    word: word.replaceAll("''", "'"),
    weights,
  }));
}

/** A word without positions, such as a pack size, counts as part of the name and the brand. */
function productFields(weights: string): number {
  if (weights === '') return field.name | field.brand;
  return (weights.includes('A') ? field.name : 0) | (weights.includes('B') ? field.brand : 0);
}

function categoryFields(weights: string): number {
  return (weights.includes('B') ? field.subCategory : 0) | (weights.includes('C') ? field.category : 0);
}

/** The position of the first word that is not before `prefix`. */
function firstFrom(words: readonly string[], prefix: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle] ?? '') < prefix) low = middle + 1;
    else high = middle;
  }
  return low;
}

function enlarge(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return array.length >= length ? array : new Int32Array(Math.ceil(length * 1.25));
}

/** Returns the first `count` items, not in order if they are most of all. Sorting thousands to show twelve takes too long. */
function selectFirst<Item>(
  items: readonly Item[],
  count: number,
  compare: (one: Item, other: Item) => number,
): Item[] {
  if (items.length <= 4 * count) return [...items];
  const first: Item[] = [];
  for (const item of items) {
    const last = first[count - 1];
    if (last !== undefined && compare(item, last) > 0) continue;
    let low = 0;
    let high = first.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = first[middle];
      if (other !== undefined && compare(other, item) < 0) low = middle + 1;
      else high = middle;
    }
    first.splice(low, 0, item);
    if (first.length > count) first.pop();
  }
  return first;
}
