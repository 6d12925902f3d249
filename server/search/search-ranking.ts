// The numbers that decide the order of results. After a change compare the success of the judged searches.

/**
 * Where a product has a word: bits of a posting. `anyText` is every text that is searched, also the description,
 * which has no bit.
 */
export const field = { name: 1, brand: 2, subCategory: 4, category: 8, mainWord: 16, anyText: 32 };
export const fieldBits = 6;
export const fieldMask = (1 << fieldBits) - 1;
/**
 * By tier of a word's terms, the position of their field bits. Exact is as typed, joined or split; likely are
 * synonyms and the best correction; possible are further corrections and longer words.
 */
export const shift = { exact: 0, likely: fieldBits, possible: 2 * fieldBits };
const anyMatch =
  (field.anyText << shift.exact) | (field.anyText << shift.likely) | (field.anyText << shift.possible);

// Chosen so that an exact match in the name outranks a synonym in both name and category.
const wordFactors = { exact: 20, likely: 12, possible: 6 };
const lastWordFactors = { exact: 24, likely: 14, possible: 7 };
/** Added to the relevance of a product in a pack size of the search: more than the difference between good matches. */
export const packSizeScore = 400;

/**
 * Added for each matching word: more than any relevance, which is at most 24 × 30 for each of eight words, and a pack
 * size.
 */
export const wordUnit = 1 << 16;

/** Whether a product has one of a word's terms in a text that is searched. */
export function isMatch(bits: number): boolean {
  return (bits & anyMatch) !== 0;
}

/**
 * The relevance of a product for a word, whose terms match in these fields. The last word says most about what is
 * wanted.
 */
export function relevanceOf(bits: number, isLastWord: boolean): number {
  const factors = isLastWord ? lastWordFactors : wordFactors;
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
    ((fields & field.mainWord) === 0 ? 0 : 9) +
    categoryScoreOf(fields)
  );
}

function categoryScoreOf(fields: number): number {
  return (
    ((fields & (field.brand | field.subCategory)) === 0 ? 0 : 8) + ((fields & field.category) === 0 ? 0 : 3)
  );
}

/** What the rank of a product has more while it is sold out. */
export const soldOutRank = 2 ** 51;
const nameLengthUnit = 2 ** 42;

/** Orders products of equal relevance, smaller ranks first: in stock, then shorter names, then newer products. */
export function rankOf({
  is_sold_out,
  name,
  created_at,
}: {
  is_sold_out: boolean;
  name: string;
  created_at: Date;
}): number {
  return (
    (is_sold_out ? soldOutRank : 0) + name.length * nameLengthUnit + (nameLengthUnit - created_at.getTime())
  );
}
