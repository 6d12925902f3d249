import sql, { type Sql } from 'sql-template-tag';

const punctuation = /[\s!-/:-@[-`{-~]+/u;

/**
 * A search as the text of a `tsquery` that finds all of its words by their beginnings, in what `customer_words` makes
 * of names and email addresses; null for a search without words.
 */
export function toWordQuery(search: string): string | null {
  const words = search.toLowerCase().split(punctuation).filter(Boolean);
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ');
}

/**
 * SQL of whether an indexed text begins with ASCII characters. Unlike `like`, it uses the index
 * (`text_pattern_ops`) also in a prepared statement, whose plan is made for any value.
 */
export function startsWith(text: Sql, beginning: string): Sql {
  return sql`(${text} ~>=~ ${beginning} and ${text} ~<~ ${`${beginning}~`})`;
}
