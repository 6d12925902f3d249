import { isDistinctive, type SearchTerm, type WordInterpretation } from './search-query.ts';
import { rankCorrections } from './spelling.ts';
import { findPhrase, findSplitSpelling, findSynonyms, findSynonymsBySound } from './synonyms.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What is needed to interpret words. */
export interface WordLookup {
  vocabulary: Vocabulary;
  stemOf(word: string): string;
  /** The number of products that contain the word; a large number may be too small. */
  countProducts(word: string): number;
}

interface SearchedWord {
  word: string;
  /** The word together with the one before and the one after it. */
  joined: readonly string[];
  /** The synonym of several words that the word is a part of. */
  phrase: string | undefined;
  isLast: boolean;
}

/** What matches a word as it is typed, and whether the word is misspelled. */
interface TypedWord extends SearchedWord {
  asTyped: WordInterpretation;
  isMisspelled: boolean;
}

// Each is compared with all words of the catalogue. Further misspelled words match nothing.
const maximumCorrectedWords = 3;

/** Finds the terms that match each word as it is typed. The last word may be unfinished. */
export function interpretWords(lookup: WordLookup, typed: readonly string[]): TypedWord[] {
  const pairs = typed.slice(1).map((word, index) => `${typed[index] ?? ''}${word}`);
  const phrases = findPhrases(typed);
  return typed.map((word, index) =>
    interpret(lookup, {
      word,
      // 'butter milk' also matches 'buttermilk', for both words.
      joined: pairs.slice(Math.max(0, index - 1), index + 1),
      phrase: phrases[index],
      isLast: index === typed.length - 1,
    }),
  );
}

/** For each word the longest synonym of several words that it is in. */
function findPhrases(typed: readonly string[]): (string | undefined)[] {
  const phrases: (string | undefined)[] = [];
  while (phrases.length < typed.length) {
    const start = phrases.length;
    const found = [3, 2].flatMap((length) => {
      const words = typed.slice(start, start + length);
      const phrase = words.length === length ? findPhrase(words) : undefined;
      return phrase === undefined ? [] : [words.map(() => phrase)];
    });
    phrases.push(...(found[0] ?? [undefined]));
  }
  return phrases;
}

/** The words of a search with the most likely correction of each misspelled one. */
export interface Interpretation {
  words: WordInterpretation[];
  corrections: ReadonlyMap<string, string>;
}

/** Corrects the first three misspelled words. `beforeEach` runs before each correction. */
export async function correctWords(
  lookup: WordLookup,
  words: readonly TypedWord[],
  beforeEach: () => Promise<void>,
): Promise<Interpretation> {
  const misspelled = words.filter(({ isMisspelled }) => isMisspelled).slice(0, maximumCorrectedWords);
  const interpretations: WordInterpretation[] = [];
  const corrections = new Map<string, string>();
  for (const word of words) {
    if (!misspelled.includes(word)) {
      interpretations.push(word.asTyped);
      continue;
    }
    await beforeEach();
    const corrected = correct(lookup, word.word, word.isLast);
    interpretations.push({ ...word.asTyped, ...corrected });
    const [best] = corrected.likely;
    if (best !== undefined) corrections.set(word.word, best.map((part) => part.word).join(' '));
  }
  return { words: interpretations, corrections };
}

function interpret(lookup: WordLookup, searched: SearchedWord): TypedWord {
  const { word, joined, phrase, isLast } = searched;
  const isKnown = isInProductName(lookup, word);
  const isPrefix = lookup.vocabulary.hasPrefix(word);
  const otherSpellings = [
    ...joined.filter((pair) => isInProductName(lookup, pair)),
    ...[word, ...joined].flatMap((form) => findSplitSpelling(form) ?? []),
  ];
  const forms = [...new Set([word, lookup.stemOf(word), ...joined])];
  const isUnknown = !(isKnown || isPrefix || hasDigit(word)) && otherSpellings.length === 0;
  const synonyms = phrase === undefined ? forms.flatMap(findSynonyms) : findSynonyms(phrase);
  const similar = isUnknown && synonyms.length === 0 ? findSimilar(lookup, forms) : [];
  const likely = [...new Set([...synonyms, ...similar])].map((name) => toTerm(lookup, name));
  // A single character only counts as a prefix; as a word it would match units such as '18 m'.
  const isLetter = isLast && isPrefix && word.length === 1;
  const isMisspelled = isUnknown && likely.length === 0;
  const asTyped: WordInterpretation = {
    exact: [...(isLetter ? [] : [word]), ...otherSpellings].map((name) => toTerm(lookup, name)),
    // A finished known word is not a prefix: 'egg noodles' does not match 'eggless'.
    prefix: hasDigit(word) || (isPrefix && (isLast || !isKnown)) ? word : null,
    likely,
    possible: [],
    isDistinctive: isDistinctive(word),
  };
  return { ...searched, asTyped, isMisspelled };
}

/**
 * If a product name contains the usual spelling, its synonyms are not meant: 'bred' is bread, not another bakery
 * product.
 */
function findSimilar(lookup: WordLookup, forms: readonly string[]): readonly string[] {
  return forms.flatMap((form) => {
    const [spelling, ...synonyms] = findSynonymsBySound(form);
    if (spelling === undefined) return [];
    return isInProductName(lookup, spelling) ? [spelling] : [spelling, ...synonyms];
  });
}

/** A product name contains the word or another form of it. */
function isInProductName({ vocabulary, stemOf }: WordLookup, word: string): boolean {
  return vocabulary.has(word) || vocabulary.hasStem(stemOf(word));
}

function correct(
  { vocabulary, countProducts }: WordLookup,
  word: string,
  isLast: boolean,
): Pick<WordInterpretation, 'likely' | 'possible'> {
  const [best, ...others] = rankCorrections(word, vocabulary.findSimilar(word), isLast, countProducts);
  const splits = vocabulary
    .findSplits(word)
    .map((parts) => parts.map((part) => ({ word: part, stem: part })));
  return {
    likely: [...splits, ...(best === undefined ? [] : [[best]])],
    possible: others.map((other) => [other]),
  };
}

function hasDigit(word: string): boolean {
  return /\p{N}/u.test(word);
}

function toTerm({ stemOf }: WordLookup, text: string): SearchTerm {
  return text.split(' ').map((word) => ({ word, stem: stemOf(word) }));
}
