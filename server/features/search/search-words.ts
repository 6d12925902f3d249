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
export function searchWordsOf(typed: string): string[] {
  const unbroken = typed.toLowerCase().normalize('NFKD').replace(withinWords, '').match(words) ?? [];
  const all = unbroken.flatMap((word) => word.split(afterPowerOfTen));
  const distinct = [...new Set(all.map((word) => word.slice(0, maximumWordLength)))];
  const telling = distinct.filter((word) => !fillers.has(word));
  return (telling.length > 0 ? telling : distinct).slice(0, maximumWords);
}
