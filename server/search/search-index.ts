import { toBrandSlug } from '#contract/base/slug.ts';
import type { PageRange } from '#server/base/select-page.ts';
import { type CoreName, parseCoreName } from './core-name.ts';
import {
  brandKey,
  countBrands,
  fieldsByWord,
  type IndexedBrand,
  type IndexedProduct,
  type ParsedVectors,
  toAttributes,
} from './indexed-product.ts';
import { Postings, toNumber } from './postings.ts';
import type { ProductAttributes } from './product-facets.ts';
import { type Candidate, selectFirst } from './product-sort.ts';
import {
  fieldBit,
  fieldBitCount,
  fieldMask,
  isInCoreName,
  isMainWord,
  isMatch,
  packSizeScore,
  relevanceOf,
  scorePerMatchedWord,
  soldOutRank,
  subCategoryScore,
  tieBreakRank,
  tierShift,
  wholeCoreNameScore,
} from './search-ranking.ts';
import { type SearchQuery, splitWords } from './words/search-query.ts';

export interface SearchPage {
  ids: string[];
  /** The number of all matches. */
  totalCount: number;
}

/** What an index reads of its products besides their row. */
export interface ProductLookup {
  /** The stem of a word of a product name. */
  stemOf(word: string): string;
  /** In the last weeks. */
  piecesSold(id: string): number;
}

const allFields = Array.from({ length: fieldMask + 1 }, (_fields, fields) => fields);
/** By fields, those in which a prefix is relevant: not in a description. */
const toPrefixFields = allFields.map((fields) =>
  (fields & (fieldBit.name | fieldBit.brand | fieldBit.subCategory | fieldBit.category)) === 0
    ? fields & fieldBit.mainWord
    : fields,
);

// A larger number makes no difference: the word is common.
const maximumCounted = 1000;

/**
 * Finds and ranks products in memory. A product has a number; a changed product gets another one. By word there are
 * postings, each the number of a product with its field bits.
 */
export class SearchIndex {
  readonly #postings = new Postings();
  readonly #numbers = new Map<string, number>();
  readonly #ids: string[] = [];
  readonly #versions: string[] = [];
  readonly #attributes: ProductAttributes[] = [];
  /** The numbers of the products of each listing and of each brand, also of removed ones. */
  readonly #numbersByList = new Map<string, number[]>();
  /** By slug; null after a change of products. */
  #brandsBySlug: ReadonlyMap<string, IndexedBrand> | null = null;
  /** Orders products of equal relevance; NaN for the number of a product that was removed. */
  readonly #tieBreakRanks: number[] = [];
  readonly #vectors: ParsedVectors = new Map();
  /** By product, its first sub-category, and the numbers of all sub-categories. */
  readonly #subCategories: number[] = [];
  /** By product, its core name, and the numbers and lengths in words of all core names. */
  readonly #coreNames: number[] = [];
  readonly #coreNameNumbers = new Map<string, number>();
  readonly #coreNameLengths: number[] = [];
  readonly #subCategoryNumbers = new Map<string, number>();
  readonly #lookup: ProductLookup;
  readonly #wordsByBrand = new Map<string, ReadonlySet<string>>();
  /** One copy of each brand. */
  readonly #brands = new Map<string, string>();
  /** Reused by all searches; zero between them. */
  #bits = new Int32Array(0);
  #scores = new Int32Array(0);
  /** The number of words of the search that are in the core name. */
  #coreNameWordCounts = new Int32Array(0);

  constructor(lookup: ProductLookup) {
    this.#lookup = lookup;
  }

  /** The number of products. */
  get size(): number {
    return this.#numbers.size;
  }

  /** The number of removed or replaced products whose postings still take memory. */
  get removed(): number {
    return this.#ids.length - this.#numbers.size;
  }

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
    const added: { number: number; fields: ReadonlyMap<string, number> }[] = [];
    for (const product of products) {
      this.remove(product.id);
      const number = this.#ids.length;
      this.#ids.push(product.id);
      this.#versions.push(product.version);
      this.#attributes.push(toAttributes(product, this.#brands));
      const lists = [...product.listings];
      if (product.brand !== '') lists.push(brandKey(toBrandSlug(product.brand)));
      for (const list of lists) {
        const listed = this.#numbersByList.get(list);
        if (listed === undefined) this.#numbersByList.set(list, [number]);
        else listed.push(number);
      }
      this.#tieBreakRanks.push(tieBreakRank(product, this.#lookup.piecesSold(product.id)));
      const brandWords = this.#brandWords(product.brand);
      const coreName = parseCoreName(product.name, brandWords);
      const coreNames =
        product.name_hindi === '' ? [coreName] : [coreName, parseCoreName(product.name_hindi, brandWords)];
      this.#coreNames.push(this.#coreNameNumber(coreName));
      const [listing = ''] = product.listings;
      this.#subCategories.push(numberOf(this.#subCategoryNumbers, listing.slice(listing.indexOf(' ') + 1)));
      this.#numbers.set(product.id, number);
      added.push({ number, fields: fieldsByWord(product, coreNames, this.#vectors, this.#lookup.stemOf) });
    }
    this.#postings.add(added);
    this.#brandsBySlug = null;
  }

  remove(id: string): void {
    const number = this.#numbers.get(id);
    if (number === undefined) return;
    this.#numbers.delete(id);
    this.#tieBreakRanks[number] = Number.NaN;
    this.#brandsBySlug = null;
  }

  /** Products that are sold out rank after others of the same relevance. */
  setSoldOut(id: string, isSoldOut: boolean): void {
    const number = this.#numbers.get(id);
    if (number === undefined) return;
    const rank = this.#tieBreakRanks[number] ?? 0;
    const attributes = this.#attributes[number];
    if (attributes !== undefined) attributes.isSoldOut = isSoldOut;
    if (rank >= soldOutRank !== isSoldOut)
      this.#tieBreakRanks[number] = rank + (isSoldOut ? soldOutRank : -soldOutRank);
  }

  /** The number of products that contain the word; not more than 1,000 are counted. */
  count(word: string): number {
    let count = 0;
    for (const posting of this.#postings.get(word)) {
      if (this.#isRemoved(toNumber(posting))) continue;
      count += 1;
      if (count === maximumCounted) break;
    }
    return count;
  }

  /**
   * Finds the products that contain every word; if none does, those that contain at least one that is distinctive.
   * `select` receives their numbers, in no order.
   */
  find<Result>(query: SearchQuery, select: (matches: readonly number[]) => Result): Result {
    this.#bits = enlarge(this.#bits, this.#ids.length);
    this.#scores = enlarge(this.#scores, this.#ids.length);
    this.#coreNameWordCounts = enlarge(this.#coreNameWordCounts, this.#ids.length);
    const [scores, coreNameWordCounts] = [this.#scores, this.#coreNameWordCounts];
    const distinctive = query.words.filter(({ isDistinctive }) => isDistinctive);
    const others = query.words.filter(({ isDistinctive }) => !isDistinctive);
    /** Products with at least one word; first those with a distinctive one. */
    const found: number[] = [];
    /** Those with a word as their main word. */
    const mainWordMatches: number[] = [];
    let foundDistinctive = 0;
    for (const word of [...distinctive, ...others]) {
      const isLastWord = word === query.words.at(-1);
      for (const number of this.#mark(word)) {
        const bits = this.#bits[number] ?? 0;
        this.#bits[number] = 0;
        if (!isMatch(bits)) continue;
        if (scores[number] === 0) found.push(number);
        // In the upper bits the number of words, in the lower ones the relevance.
        scores[number] = (scores[number] ?? 0) + scorePerMatchedWord + relevanceOf(bits, isLastWord);
        if (isMainWord(bits)) mainWordMatches.push(number);
        if (isInCoreName(bits)) coreNameWordCounts[number] = (coreNameWordCounts[number] ?? 0) + 1;
      }
      if (word.isDistinctive) foundDistinctive = found.length;
    }
    this.#scorePackSizes(query.packSizes);
    const complete = found.filter(
      (number) => (scores[number] ?? 0) >= query.words.length * scorePerMatchedWord,
    );
    const matches = complete.length > 0 ? complete : found.slice(0, foundDistinctive);
    const least = complete.length > 0 ? query.words.length * scorePerMatchedWord : 0;
    this.#scoreSubCategories(
      matches,
      mainWordMatches.filter((number) => (scores[number] ?? 0) >= least),
    );
    for (const number of matches) {
      const length = this.#coreNameLengths[this.#coreNames[number] ?? 0] ?? 1;
      const isSoldOut = (this.#tieBreakRanks[number] ?? 0) >= soldOutRank;
      const share = isSoldOut ? 0 : Math.min(1, (coreNameWordCounts[number] ?? 0) / length);
      scores[number] = ((scores[number] ?? 0) % scorePerMatchedWord) + Math.round(wholeCoreNameScore * share);
    }
    const selected = select(matches);
    for (const number of found) {
      scores[number] = 0;
      coreNameWordCounts[number] = 0;
    }
    return selected;
  }

  /**
   * Finds products whose name contains a word with one of the prefixes, for prefixes that match too many products to
   * rank them by word.
   */
  findByPrefix<Result>(prefixes: readonly string[], select: (matches: readonly number[]) => Result): Result {
    this.#bits = enlarge(this.#bits, this.#ids.length);
    this.#scores = enlarge(this.#scores, this.#ids.length);
    const matches: number[] = [];
    for (const number of this.#mark({ exact: [], likely: [], possible: [], prefixes, isDistinctive: true })) {
      const fields = (this.#bits[number] ?? 0) >> tierShift.possible;
      this.#bits[number] = 0;
      if ((fields & fieldBit.name) === 0) continue;
      matches.push(number);
      this.#scores[number] = (fields & fieldBit.mainWord) === 0 ? 0 : 1;
    }
    const selected = select(matches);
    for (const number of matches) this.#scores[number] = 0;
    return selected;
  }

  /** Raises the scores of `matches` by the share of `mainWordMatches` products in their sub-category. */
  #scoreSubCategories(matches: readonly number[], mainWordMatches: readonly number[]): void {
    const counts = new Map<number, number>();
    let most = 0;
    // Several brands of one thing count once.
    const counted = new Set<number>();
    for (const number of mainWordMatches) {
      const subCategory = this.#subCategories[number] ?? 0;
      const key = subCategory * this.#coreNameLengths.length + (this.#coreNames[number] ?? 0);
      if (counted.has(key)) continue;
      counted.add(key);
      const count = (counts.get(subCategory) ?? 0) + 1;
      counts.set(subCategory, count);
      most = Math.max(most, count);
    }
    if (most === 0) return;
    for (const number of matches) {
      const count = counts.get(this.#subCategories[number] ?? 0) ?? 0;
      this.#scores[number] = (this.#scores[number] ?? 0) + Math.round((subCategoryScore * count) / most);
    }
  }

  #brandWords(brand: string): ReadonlySet<string> {
    const words = this.#wordsByBrand.get(brand) ?? new Set(splitWords(brand));
    this.#wordsByBrand.set(brand, words);
    return words;
  }

  #coreNameNumber({ words, length }: CoreName): number {
    const coreName = numberOf(this.#coreNameNumbers, `${length} ${words.join(' ')}`);
    this.#coreNameLengths[coreName] = length;
    return coreName;
  }

  /** Raises the scores of products that have one of the sizes. */
  #scorePackSizes(sizes: readonly string[]): void {
    const raised: number[] = [];
    for (const posting of sizes.flatMap((size) => this.#postings.get(size))) {
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
  #mark({ exact, likely, possible, prefixes }: SearchQuery['words'][number]): number[] {
    const marked: number[] = [];
    const tiers = [
      [exact, tierShift.exact],
      [likely, tierShift.likely],
      [possible, tierShift.possible],
    ] as const;
    for (const [terms, position] of tiers) {
      for (const term of terms) {
        for (const postings of this.#postings.ofTerm(term)) this.#markPostings(postings, position, marked);
      }
    }
    for (const prefix of prefixes) {
      for (const postings of this.#postings.withPrefix(prefix))
        this.#markPostings(postings, tierShift.possible, marked, toPrefixFields);
    }
    return marked;
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
      const number = posting >>> fieldBitCount;
      const known = bits[number] ?? 0;
      const fields = toRelevant[posting & fieldMask] ?? 0;
      if (known === 0) {
        if (fields === 0 || this.#isRemoved(number)) continue;
        marked.push(number);
      }
      bits[number] = known | (fields << position);
    }
  }

  /** All brands that have products, by slug. */
  listBrands(): ReadonlyMap<string, IndexedBrand> {
    this.#brandsBySlug ??= countBrands(this.listAllProducts());
    return this.#brandsBySlug;
  }

  /** The products of a list: a listing (`listingKey`) or a brand (`brandKey`), each with the same relevance. */
  listWithRelevance(list: string): Candidate[] {
    return this.toCandidates(
      (this.#numbersByList.get(list) ?? []).filter((number) => !this.#isRemoved(number)),
    );
  }

  /** The products of each listing of a category. */
  listCategory(categoryId: string): Candidate[][] {
    const keys = [...this.#numbersByList.keys()].filter((key) => key.startsWith(`${categoryId} `));
    return keys.map((key) => this.listWithRelevance(key));
  }

  /** All products: in stock first, then newest first. */
  listAllCandidates(): Candidate[] {
    return this.listAllProducts().map((product) => ({
      product,
      sortKey: [product.isSoldOut ? 1 : 0, -product.createdAt],
    }));
  }

  /** Within a search, its matches with their relevance. */
  toCandidates(matches: readonly number[]): Candidate[] {
    const candidates: Candidate[] = [];
    for (const number of matches) {
      const product = this.#attributes[number];
      const sortKey = [-(this.#scores[number] ?? 0), this.#tieBreakRanks[number] ?? 0] as const;
      if (product !== undefined) candidates.push({ product, sortKey });
    }
    return candidates;
  }

  toProducts(numbers: Iterable<number>): ProductAttributes[] {
    const products: ProductAttributes[] = [];
    for (const number of numbers) {
      const product = this.#attributes[number];
      if (product !== undefined) products.push(product);
    }
    return products;
  }

  /** The products of a list: a listing (`listingKey`) or a brand (`brandKey`). */
  listProducts(list: string): ProductAttributes[] {
    return this.toProducts(
      (this.#numbersByList.get(list) ?? []).filter((number) => !this.#isRemoved(number)),
    );
  }

  listAllProducts(): ProductAttributes[] {
    return this.toProducts(this.#numbers.values());
  }

  /** Within a search, the best `limit` of its matches after `offset`, one of each family. */
  selectPage(matches: readonly number[], { limit, offset }: PageRange): SearchPage {
    const compare = (one: number, other: number) => this.#compare(one, other);
    const oneOfEachFamily = this.#selectOneOfEachFamily(matches);
    const first = selectFirst(oneOfEachFamily, offset + limit, compare).sort(compare);
    const ids = first.slice(offset, offset + limit).map((number) => this.#ids[number] ?? '');
    return { ids, totalCount: oneOfEachFamily.length };
  }

  /** Products without a family, and of each family the best match in stock, or the best if all are sold out. */
  #selectOneOfEachFamily(matches: readonly number[]): readonly number[] {
    const oneOfEachFamily: number[] = [];
    const families = new Map<string, number>();
    for (const number of matches) {
      const family = this.#attributes[number]?.family ?? '';
      if (family === '') {
        oneOfEachFamily.push(number);
        continue;
      }
      const known = families.get(family);
      if (known === undefined || this.#precedes(number, known)) families.set(family, number);
    }
    for (const number of families.values()) oneOfEachFamily.push(number);
    return oneOfEachFamily;
  }

  #precedes(one: number, other: number): boolean {
    const isSoldOut = this.#attributes[one]?.isSoldOut;
    if (isSoldOut !== this.#attributes[other]?.isSoldOut) return isSoldOut === false;
    return this.#compare(one, other) < 0;
  }

  #compare(one: number, other: number): number {
    return (
      (this.#scores[other] ?? 0) - (this.#scores[one] ?? 0) ||
      (this.#tieBreakRanks[one] ?? 0) - (this.#tieBreakRanks[other] ?? 0) ||
      ((this.#ids[one] ?? '') > (this.#ids[other] ?? '') ? -1 : 1)
    );
  }

  #isRemoved(number: number): boolean {
    return Number.isNaN(this.#tieBreakRanks[number]);
  }
}

/** The number of a text, the next one for a new text. */
function numberOf(numbers: Map<string, number>, text: string): number {
  const number = numbers.get(text) ?? numbers.size;
  numbers.set(text, number);
  return number;
}

function enlarge(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return array.length >= length ? array : new Int32Array(Math.ceil(length * 1.25));
}
