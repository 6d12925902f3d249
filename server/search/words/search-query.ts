import { extractSizes } from '#contract/products/pack-sizes.ts';

const maximumWords = 8;
const maximumWordLength = 40;
const withinWords = /[\u0300-\u036f\ufe00-\ufe0f'\u2019]/g;
const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;
// PostgreSQL parses '2e7' at the start of a word as a number and starts a new word after it.
const afterPowerOfTen = /(?<=^\d+e\d+)(?=\D)/u;

/** Words that say nothing about a product, in English, Hindi and Latin spellings of Devanagari. */
export const stopWords: ReadonlySet<string> = new Set([
  'aur',
  'a',
  'an',
  'and',
  'for',
  'in',
  'of',
  'or',
  'the',
  'with',
  'ka',
  'ke',
  'ki',
  'ko',
  'lie',
  'liye',
  'vala',
  'vale',
  'vali',
  'wala',
  'wale',
  'wali',
]);

/**
 * Splits a search into words. Must equal what the database function search_text() makes of a product's name. Words
 * contain only letters and digits. Stop words are dropped unless there are no other words.
 */
export function toSearchWords(typed: string): string[] {
  const distinct = [...new Set(splitWords(typed).map((word) => word.slice(0, maximumWordLength)))];
  const significant = distinct.filter((word) => !stopWords.has(word));
  return (significant.length > 0 ? significant : distinct).slice(0, maximumWords);
}

// Also a tag that is not closed: it is being typed.
const markup = /<[^>]*>|<[/!a-z][^>]*$/giu;
const codeSymbol = /[<>{}[\]()=;|\\`~^"'$#@*_&+]|--/;
/** Numbers and single characters, which most units contain. */
const indistinctWord = /^(?:\p{N}+|.)$/u;

export function isDistinctive(word: string): boolean {
  return !indistinctWord.test(word);
}

/** The words of a text as the database function search_text() makes them, in their order. */
export function splitWords(text: string): string[] {
  const words = text.toLowerCase().normalize('NFKD').replace(withinWords, '').match(wordPattern) ?? [];
  return words.flatMap((word) => word.split(afterPowerOfTen));
}

/**
 * Removes markup from a search. Returns '' if it is not of words: if nothing is left except numbers and single
 * characters among symbols, as in `{{7*7}}` and `' or 1=1`. A size such as '4*250 g' is left.
 */
export function cleanSearchText(search: string): string {
  const text = search.replace(markup, ' ');
  const hasSymbols = text !== search || codeSymbol.test(text);
  if (!hasSymbols || toSearchWords(text).some(isDistinctive)) return text;
  return extractSizes(text).sizes.length > 0 ? text : '';
}

/** Words that must all match, each as written or by its stem; in the name, all of them in the name. */
export type SearchTerm = readonly { word: string; stem: string }[];

/** Terms that match a typed word, in tiers: each outranks the next. */
export interface WordInterpretation {
  /** The word as typed, joined or split. */
  exact: readonly SearchTerm[];
  /** Synonyms and the best correction. */
  likely: readonly SearchTerm[];
  /** Further corrections, and other spellings of the same sound. */
  possible: readonly SearchTerm[];
  /** The word and its sound if they may be the start of a longer one, which is also possible. */
  prefixes: readonly string[];
  /**
   * False for a number or a single character, which most units contain: alone it is no match for a search with other
   * words.
   */
  isDistinctive: boolean;
}

export interface SearchQuery {
  words: readonly WordInterpretation[];
  /** In base units, such as '1500ml'. Products in one of them rank higher. */
  packSizes: readonly string[];
}
