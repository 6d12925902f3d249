// The numbers that decide the order of results. After a change compare the success of the judged searches.

/**
 * Where a product has a word: bits of a posting. `coreName` and `mainWord` are those of `parseCoreName`. `anyText` is
 * every text that is searched, also the description, which has no bit.
 */
export const fieldBit = {
  name: 1,
  brand: 2,
  subCategory: 4,
  category: 8,
  mainWord: 16,
  coreName: 32,
  anyText: 64,
};
export const fieldBitCount = 7;
export const fieldMask = (1 << fieldBitCount) - 1;
/**
 * By tier of a word's terms, the position of their field bits. Exact is as typed, joined or split; likely are
 * synonyms and the best correction; possible are further corrections and longer words.
 */
export const tierShift = { exact: 0, likely: fieldBitCount, possible: 2 * fieldBitCount };
const anyMatch =
  (fieldBit.anyText << tierShift.exact) |
  (fieldBit.anyText << tierShift.likely) |
  (fieldBit.anyText << tierShift.possible);

// Chosen so that an exact match in the name outranks a synonym in both name and category.
const wordFactors = { exact: 20, likely: 12, possible: 6 };
const lastWordFactors = { exact: 24, likely: 14, possible: 7 };
const points = { coreName: 10, restOfName: 5, mainWord: 9, group: 8, category: 3 };
/**
 * Added to the relevance of products of the sub-category in which most results have a word of the search as main word,
 * and in proportion to others: tomatoes are vegetables, also if a lip balm is named 'Tomato'.
 */
export const subCategoryScore = 60;
/** Added in proportion to the words of the core name that the search has, if in stock: 'Onion' before 'Fried Onion'. */
export const wholeCoreNameScore = 60;
/** Added to the relevance of a product in a pack size of the search: more than the difference between good matches. */
export const packSizeScore = 400;

/**
 * Added for each matching word: more than any relevance, which is at most 24 × 30 for each of eight words, a pack size
 * and the sub-category.
 */
export const scorePerMatchedWord = 1 << 16;

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
  return Math.max(
    factors.exact * (scores[(bits >> tierShift.exact) & fieldMask] ?? 0),
    factors.likely * (scores[(bits >> tierShift.likely) & fieldMask] ?? 0),
    factors.possible * (scores[(bits >> tierShift.possible) & fieldMask] ?? 0),
  );
}

const scores = Int32Array.from({ length: fieldMask + 1 }, (_score, fields) => scoreOf(fields));

/** The points of a word that a product has in these fields; none for the description. */
function scoreOf(fields: number): number {
  const has = (bits: number) => (fields & bits) !== 0;
  const name = has(fieldBit.coreName) ? points.coreName : has(fieldBit.name) ? points.restOfName : 0;
  // A product is first of all what its main word says: 'noodles' in 'egg noodles'.
  const mainWord = has(fieldBit.mainWord) ? points.mainWord : 0;
  const group = has(fieldBit.brand | fieldBit.subCategory) ? points.group : 0;
  const category = has(fieldBit.category) ? points.category : 0;
  return name + mainWord + group + category;
}

/** Whether one of the terms names the thing itself. */
export function isMainWord(bits: number): boolean {
  return (((bits >> tierShift.exact) | (bits >> tierShift.likely)) & fieldBit.mainWord) !== 0;
}

/** Whether one of the terms is in the core name. */
export function isInCoreName(bits: number): boolean {
  return (((bits >> tierShift.exact) | (bits >> tierShift.likely)) & fieldBit.coreName) !== 0;
}

/** What the rank of a product has more while it is sold out. */
export const soldOutRank = 2 ** 52;
const salesUnit = 2 ** 49;
const maximumSalesLevel = 7;
const maximumNameLength = 127;
const nameLengthUnit = 2 ** 42;

/**
 * Orders products of equal relevance, smaller ranks first: in stock, then by the magnitude of their sales (1, 4, 16 …
 * pieces), then shorter names, then newer products. Sums are exact below 2^53.
 */
export function tieBreakRank(
  { is_sold_out, name, created_at }: { is_sold_out: boolean; name: string; created_at: Date },
  piecesSold: number,
): number {
  const salesLevel = Math.min(maximumSalesLevel, Math.ceil(Math.log2(piecesSold + 1) / 2));
  return (
    (is_sold_out ? soldOutRank : 0) +
    (maximumSalesLevel - salesLevel) * salesUnit +
    Math.min(name.length, maximumNameLength) * nameLengthUnit +
    (nameLengthUnit - created_at.getTime())
  );
}
