const punctuation = /[\s!-/:-@[-`{-~]+/u;

/**
 * A search as the text of a `tsquery` that finds all of its words by their beginnings, in what `customer_words` makes
 * of names and email addresses; null for a search without words.
 */
export function toWordQuery(search: string): string | null {
  const words = search.toLowerCase().split(punctuation).filter(Boolean);
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ');
}
