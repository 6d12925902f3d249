const size = /(\d{1,6}(?:\.\d{1,3})?)\s*(kg|kilo|g|gm|gram|l|ltr|litre|liter|ml|pc|piece)s?(?![a-z0-9])/g;

/** What a shopper typed, with the amounts apart: 'milk 1.5 L' is 'milk' in the size '1500ml'. */
export function extractSizes(typed: string): { rest: string; sizes: string[] } {
  const sizes = new Set<string>();
  const rest = typed.toLowerCase().replace(size, (_all, amount: string, unit: string) => {
    sizes.add(sizeOf(Number(amount), unit));
    return ' ';
  });
  return { rest, sizes: [...sizes] };
}

/** The same as the function search_sizes of the database makes of a product's unit. */
function sizeOf(amount: number, unit: string): string {
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
const words = /[\p{L}\p{N}\p{M}]+/gu;
// PostgreSQL reads '2e7' at the start of a word as a number and begins another word after it.
const afterPowerOfTen = /(?<=^\d+e\d+)(?=\D)/u;

// Words that a name may have or lack without being another thing.
const fillers = new Set(['a', 'an', 'and', 'for', 'in', 'of', 'or', 'the', 'with', 'ka', 'ke', 'ki', 'wala']);

/**
 * The words of what a shopper typed, as the database keeps those of products (its function search_text), without
 * anything that a search language could misread. Fillers count only when there is nothing else.
 */
export function toSearchWords(typed: string): string[] {
  const unbroken = typed.toLowerCase().normalize('NFKD').replace(withinWords, '').match(words) ?? [];
  const all = unbroken.flatMap((word) => word.split(afterPowerOfTen));
  const distinct = [...new Set(all.map((word) => word.slice(0, maximumWordLength)))];
  const telling = distinct.filter((word) => !fillers.has(word));
  return (telling.length > 0 ? telling : distinct).slice(0, maximumWords);
}

/** A word to look for: as it is written, and its stem. A word of two is looked for as both. */
export type Term = readonly { word: string; stem: string }[];

/** A typed word with all that it may stand for. */
export interface WordInterpretation {
  /** As it was typed, in every spelling of it. */
  exact: readonly Term[];
  /** What it means for sure, or most probably: synonyms, the best correction. */
  meant: readonly Term[];
  /** Guesses that are worth less. */
  guessed: readonly Term[];
  /** The beginning of a word, if it may be one. */
  beginning: string | null;
}

/** One way to understand a word, as PostgreSQL tsqueries: of all weights, and of each of those that count. */
export interface Reading {
  anywhere: string;
  a: string;
  b: string;
  c: string;
}

/** What products are asked for: for each typed word its readings, the surest first. */
export interface SearchQuery {
  /** Products that have every word, in any reading. */
  all: string;
  /** Products that have at least one. */
  any: string;
  words: readonly { exact: Reading; meant: Reading; guessed: Reading }[];
  /** Products that come in one of the amounts, which lifts them. */
  sizes: string;
}

/** Words hold letters and digits, no quotes or backslashes, so that nothing in a tsquery can be misread. */
export function toSearchQuery(
  meanings: readonly WordInterpretation[],
  sizes: readonly string[],
): SearchQuery {
  const whole = meanings.map((meaning) => {
    const terms = [...meaning.exact, ...meaning.meant, ...meaning.guessed];
    return `(${[...terms.map((term) => termQuery(term, '')), ...beginningQuery(meaning.beginning)].join('|')})`;
  });
  return {
    all: whole.join('&'),
    any: whole.join('|'),
    words: meanings.map(({ exact, meant, guessed, beginning }) => ({
      exact: readingOf(exact, null),
      meant: readingOf(meant, null),
      guessed: readingOf(guessed, beginning),
    })),
    sizes: sizes.map((size) => `'${size}'`).join('|'),
  };
}

// The beginning of a word in a description says nothing.
function beginningQuery(beginning: string | null): string[] {
  return beginning === null ? [] : [`'${beginning}':*ABC`];
}

function readingOf(terms: readonly Term[], beginning: string | null): Reading {
  const narrowed = (weight: string) =>
    [
      ...terms.map((term) => termQuery(term, weight)),
      ...(beginning === null ? [] : [`'${beginning}':*${weight}`]),
    ].join('|');
  return {
    anywhere: narrowed(''),
    a: narrowed('A'),
    b: narrowed('B'),
    c: narrowed('C'),
  };
}

function termQuery(term: Term, weight: string): string {
  const suffix = weight === '' ? '' : `:${weight}`;
  const parts = term.map(({ word, stem }) =>
    word === stem ? `'${word}'${suffix}` : `('${word}'${suffix}|'${stem}'${suffix})`,
  );
  return parts.length === 1 ? parts.join('') : `(${parts.join('&')})`;
}
