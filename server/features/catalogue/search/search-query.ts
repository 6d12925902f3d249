const sizePattern =
  /(\d{1,6}(?:\.\d{1,3})?)\s*(kg|kilo|g|gm|gram|l|ltr|litre|liter|ml|pc|piece)s?(?![a-z0-9])/g;

/** Extracts pack sizes from a search: 'milk 1.5 L' gives the rest 'milk' and the size '1500ml'. */
export function extractSizes(typed: string): { rest: string; sizes: string[] } {
  const sizes = new Set<string>();
  const rest = typed.toLowerCase().replace(sizePattern, (_all, amount: string, unit: string) => {
    sizes.add(toBaseUnit(Number(amount), unit));
    return ' ';
  });
  return { rest, sizes: [...sizes] };
}

/** Must equal what the database function search_sizes() makes of a product's unit. */
function toBaseUnit(amount: number, unit: string): string {
  const isThousands = unit.startsWith('k') || unit.startsWith('l');
  // Thousandths have no exact binary form: 1.005 × 1000 is not quite 1005.
  const inBaseUnit = Math.round(amount * (isThousands ? 1000 : 1) * 1000) / 1000;
  return `${inBaseUnit}${baseUnitOf(unit)}`;
}

function baseUnitOf(unit: string): string {
  if (unit.startsWith('k') || unit.startsWith('g')) return 'g';
  return unit.startsWith('p') ? 'pc' : 'ml';
}

const maximumWords = 8;
const maximumWordLength = 40;
const withinWords = /[\u0300-\u036f\ufe00-\ufe0f'\u2019]/g;
const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;
// PostgreSQL parses '2e7' at the start of a word as a number and starts a new word after it.
const afterPowerOfTen = /(?<=^\d+e\d+)(?=\D)/u;

const stopWords = new Set([
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
  'wala',
]);

/**
 * Splits a search into words. Must equal what the database function search_text() makes of a product's name. Words
 * contain only letters and digits. Stop words are dropped unless there are no other words.
 */
export function toSearchWords(typed: string): string[] {
  const matches = typed.toLowerCase().normalize('NFKD').replace(withinWords, '').match(wordPattern) ?? [];
  const all = matches.flatMap((word) => word.split(afterPowerOfTen));
  const distinct = [...new Set(all.map((word) => word.slice(0, maximumWordLength)))];
  const significant = distinct.filter((word) => !stopWords.has(word));
  return (significant.length > 0 ? significant : distinct).slice(0, maximumWords);
}

/** Words that must all match, each as written or by its stem. */
export type SearchTerm = readonly { word: string; stem: string }[];

/** Terms that match a typed word. */
export interface WordInterpretation {
  /** The word as typed, joined or split. */
  exact: readonly SearchTerm[];
  /** Synonyms and the best correction. */
  equivalent: readonly SearchTerm[];
  /** Further corrections. */
  corrected: readonly SearchTerm[];
  /** The word, if it may be the start of a longer one. */
  prefix: string | null;
}

/** PostgreSQL tsqueries for the same words, limited to a field by its weight in the search index (A, B or C). */
export interface WeightedQuery {
  anyField: string;
  name: string;
  brandOrSubCategory: string;
  category: string;
}

/** A search as PostgreSQL tsqueries. */
export interface SearchQuery {
  /** Matches products that have every word. */
  all: string;
  /** Matches products that have at least one word. */
  any: string;
  words: readonly { exact: WeightedQuery; equivalent: WeightedQuery; corrected: WeightedQuery }[];
  /** Matches products in one of the sizes, which rank higher. */
  sizes: string;
}

/** Needs no escaping, because words contain only letters and digits. */
export function toSearchQuery(
  interpretations: readonly WordInterpretation[],
  sizes: readonly string[],
): SearchQuery {
  const words = interpretations.map(({ exact, equivalent, corrected, prefix }) => {
    const terms = [...exact, ...equivalent, ...corrected].map((term) => termQuery(term, ''));
    // A prefix in a description (weight D) is not relevant.
    return `(${[...terms, ...(prefix === null ? [] : [`'${prefix}':*ABC`])].join('|')})`;
  });
  return {
    all: words.join('&'),
    any: words.join('|'),
    words: interpretations.map(({ exact, equivalent, corrected, prefix }) => ({
      exact: weightedQuery(exact, null),
      equivalent: weightedQuery(equivalent, null),
      corrected: weightedQuery(corrected, prefix),
    })),
    sizes: sizes.map((size) => `'${size}'`).join('|'),
  };
}

function weightedQuery(terms: readonly SearchTerm[], prefix: string | null): WeightedQuery {
  const atWeight = (weight: string) =>
    [
      ...terms.map((term) => termQuery(term, weight)),
      ...(prefix === null ? [] : [`'${prefix}':*${weight}`]),
    ].join('|');
  return {
    anyField: atWeight(''),
    name: atWeight('A'),
    brandOrSubCategory: atWeight('B'),
    category: atWeight('C'),
  };
}

function termQuery(term: SearchTerm, weight: string): string {
  const suffix = weight === '' ? '' : `:${weight}`;
  const parts = term.map(({ word, stem }) =>
    word === stem ? `'${word}'${suffix}` : `('${word}'${suffix}|'${stem}'${suffix})`,
  );
  return parts.length === 1 ? parts.join('') : `(${parts.join('&')})`;
}
