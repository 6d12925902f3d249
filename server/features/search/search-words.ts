const maximumWords = 8;
const maximumWordLength = 40;

/** The words of what a shopper typed, lower-cased, without anything that a search language could misread. */
export function searchWordsOf(search: string): string[] {
  const words =
    search
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const unique = new Set(words.map((word) => word.slice(0, maximumWordLength)));
  return [...unique].slice(0, maximumWords);
}

/** A typed word with the words that it may stand for. */
export interface Meaning {
  word: string;
  /** Real words, when none begins with what was typed. */
  corrections: readonly string[];
  synonyms: readonly string[];
}

/**
 * A PostgreSQL tsquery that asks for every word ('and') or for any of them ('or'): as it is typed, as the
 * beginning of a longer word, or as what it may stand for. The words are letters and digits only.
 */
export function tsqueryOf(meanings: readonly Meaning[], operator: 'and' | 'or'): string {
  return meanings
    .map(({ word, corrections, synonyms }) => {
      const alternatives = [`${word}:*`, ...corrections, ...synonyms];
      return `(${alternatives.join(' | ')})`;
    })
    .join(operator === 'and' ? ' & ' : ' | ');
}
