/** A word to look for: as it is written, and its stem. A word of two is looked for as both. */
export type Term = readonly { word: string; stem: string }[];

/** A typed word with all that it may stand for. */
export interface Meaning {
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
export interface Question {
  /** Products that have every word, in any reading. */
  all: string;
  /** Products that have at least one. */
  any: string;
  words: readonly { exact: Reading; meant: Reading; guessed: Reading }[];
  /** Products that come in one of the amounts, which lifts them. */
  sizes: string;
}

/** Words hold letters and digits, no quotes or backslashes, so that nothing in a tsquery can be misread. */
export function questionOf(meanings: readonly Meaning[], sizes: readonly string[]): Question {
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
