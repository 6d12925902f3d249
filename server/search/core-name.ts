import { splitWords, stopWords } from './words/search-query.ts';
import { findSynonyms } from './words/synonyms.ts';

/** The part of the name of a product that says what it is. */
export interface CoreName {
  /** The words of the core name: the name up to a dash, a bracket, a comma or 'with', without the brand. */
  words: readonly string[];
  /**
   * The words that name the thing itself: 'puree' in 'Tomato Puree - 200 g', 'tomato' in 'Tomato - Hybrid',
   * 'icecream' in 'Vanilla Ice Cream'.
   */
  mainWords: readonly string[];
  /** The number of words of one of its names, without forms. */
  length: number;
}

const endOfCoreName = /\s[-–—:]+\s|\s*[)\]}{,|;+]\s*|\s*(?=[([])|\s(?:with|without|for|from|in|w\/)\s/iu;
const isAmount = /^(?:\p{N}.*|x|of|pack|kg|gm?|l|ltr|ml|pcs?)$/u;

/**
 * Names of two words whose last word alone is something else: sweet potatoes are no potatoes. They are searched as one
 * word.
 */
const compounds = new Set(
  `
  almond butter, baby food, baby oil, baking powder, baking soda, bath salt, beard oil, bell pepper, body butter,
  butter paper, coat oil, cocoa butter, coconut milk, coconut water, cold cream, custard apple, dog biscuit, face cream,
  flattened rice, ginger ale, hair cream, hair oil, ice cream, nut butter, peanut butter, puffed rice, puja oil,
  rash cream, raw banana, raw mango, rice cake, roli chawal, rose water, shaving cream, snow pea, soya milk, spring onion,
  sweet lime, sweet potato, water chestnut
  `
    .split(',')
    .map((name) => name.trim().replace(' ', '')),
);

/** Forms in which a thing is sold. 'Cinnamon Sticks' and 'Powder - Cinnamon' are cinnamon. */
const forms = new Set(
  'bar bars block blocks cubes fillet gel kernels leaves liquid mince pieces pods powder powders slice slices stick sticks'.split(
    ' ',
  ),
);

/** Whether two words of a search, joined, are one name. */
export function isCompound(joined: string): boolean {
  return compounds.has(toSingular(joined));
}

/** Reads the first part of a name that is not only its brand, an amount, a form or words that say nothing. */
export function parseCoreName(name: string, brandWords: ReadonlySet<string>): CoreName {
  const says = (word: string) => !brandWords.has(word) && !stopWords.has(word);
  const coreName: string[][] = [];
  let length = 0;
  for (const part of name.split(endOfCoreName)) {
    const isFound = coreName.some((words) => words.some((word) => !forms.has(word)));
    if (isFound && !part.startsWith('(') && !part.startsWith('[')) break;
    // '/' separates names of one thing: 'Rice/Akki'.
    const names = part.split('/').map((text) => withoutAmount(splitWords(text)).filter(says));
    if (isFound && !isOtherName(coreName.flat(), names.flat())) break;
    if (!isFound) length += (names[0] ?? []).filter((word) => !forms.has(word)).length;
    coreName.push(...names);
  }
  return { words: coreName.flat(), mainWords: coreName.flatMap(toMainWords), length: Math.max(1, length) };
}

function withoutAmount(words: readonly string[]): readonly string[] {
  const end = words.findLastIndex((word) => !isAmount.test(word));
  return words.slice(0, end + 1);
}

/** Whether a bracket has another word for the core name: 'Bhindi (Ladies Finger)', but not 'Milk (Full Cream)'. */
function isOtherName(coreName: readonly string[], bracket: readonly string[]): boolean {
  const synonyms = new Set([coreName.join(''), coreName.at(-1) ?? ''].flatMap(findSynonyms));
  return [bracket.join(' '), bracket.slice(0, -1).join(' '), ...bracket].some((text) => synonyms.has(text));
}

function toMainWords(words: readonly string[]): string[] {
  const [last, first] = [words.at(-1), words.at(-2)];
  if (last === undefined) return [];
  if (first === undefined) return [last];
  const joined = `${first}${last}`;
  if (isCompound(joined)) return [joined, toSingular(joined)];
  return forms.has(last) ? [last, ...toMainWords(words.slice(0, -1))] : [last];
}

function toSingular(word: string): string {
  return word.replace(/(?:(?<=o)e)?s$/, '');
}
