import { isCompound } from './core-name.ts';
import type { Vocabulary } from './vocabulary.ts';
import { findByLatinSpelling, isIndianScript, readPhrases, toSoundWord } from './words/indian-scripts.ts';
import {
  isDistinctive,
  type SearchTerm,
  toSearchWords,
  type WordInterpretation,
} from './words/search-query.ts';
import { rankCorrections } from './words/spelling.ts';
import { findPhrase, findSplitSpelling, findSynonyms, findUsualSpelling } from './words/synonyms.ts';

/** What is needed to interpret words. */
export interface WordLookup {
  vocabulary: Vocabulary;
  /** Of the words of Indian scripts, by `toSoundWord`. */
  sounds: Vocabulary;
  stemOf(word: string): string;
  /** The number of products that contain the word; a large number may be too small. */
  countProducts(word: string): number;
}

/** What was typed in an Indian script for a Latin word of a search: how it sounds, and whether its meaning is known. */
interface SpokenWord {
  sounds: SearchTerm;
  isKnown: boolean;
}

/** By the Latin word. */
export type SpokenWords = ReadonlyMap<string, SpokenWord>;

/** Reads the words of Indian scripts in a search, for each word of its text in Latin script (`toLatinSearch`). */
export function readSpokenWords(search: string): SpokenWords {
  if (!isIndianScript(search)) return new Map();
  return new Map(
    readPhrases(search).flatMap(({ latin, sounds, isKnown }) => {
      const spoken = { sounds: sounds.map(toSoundTerm), isKnown };
      return sounds.length === 0 ? [] : toSearchWords(latin).map((word) => [word, spoken] as const);
    }),
  );
}

interface SearchedWord {
  word: string;
  /** The word together with the one before and the one after it. */
  joined: readonly string[];
  /** The synonym of several words that the word is a part of. */
  phrase: string | undefined;
  /** Undefined in a search in Latin script. */
  spoken: SpokenWord | undefined;
  isLast: boolean;
}

/** What matches a word as it is typed, and whether the word is misspelled. */
interface TypedWord extends SearchedWord {
  asTyped: WordInterpretation;
  isMisspelled: boolean;
}

// Each is compared with all words of the catalogue. Further misspelled words match nothing.
const maximumCorrectedWords = 3;
// Shorter ones sound like many others.
const minimumSoundLength = 3;

/** Finds the terms that match each word as it is typed. The last word may be unfinished. */
export function interpretWords(
  lookup: WordLookup,
  typed: readonly string[],
  spoken: SpokenWords,
): TypedWord[] {
  const pairs = typed.slice(1).map((word, index) => `${typed[index] ?? ''}${word}`);
  const phrases = findPhrases(typed);
  return typed.map((word, index) =>
    interpret(lookup, {
      word,
      // 'butter milk' also matches 'buttermilk', for both words.
      joined: pairs.slice(Math.max(0, index - 1), index + 1),
      phrase: phrases[index],
      spoken: spoken.get(word),
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
    ...joined.filter((pair) => isCompound(pair) || isInProductName(lookup, pair)),
    ...[word, ...joined].flatMap((form) => findSplitSpelling(form) ?? []),
  ];
  // The stem of an unfinished word means something else: that of 'rais' is 'rai'.
  const stems = isPrefix && isLast && !isKnown ? [] : [lookup.stemOf(word)];
  const forms = [...new Set([word, ...stems, ...joined])];
  const isUnknown = !(isKnown || isPrefix || hasDigit(word)) && otherSpellings.length === 0;
  const { usualSpellings, likely } = findOtherNames(forms, phrase, isUnknown);
  // A word of a longer name says less: 'pudina' is rather mint leaves than mint.
  const isPartOfName = (name: string) => likely.some((other) => other.startsWith(`${name} `));
  // A single character only counts as a prefix; as a word it would match units such as '18 m'.
  const isLetter = isLast && isPrefix && word.length === 1;
  const hasNoName = isUnknown && likely.length === 0 && usualSpellings.length === 0;
  const sound = findSound(lookup, searched, { isUnknown, hasNoName });
  const asTyped: WordInterpretation = {
    exact: [
      ...[...(isLetter ? [] : [word]), ...otherSpellings, ...usualSpellings].flatMap((name) =>
        toTerms(lookup, name),
      ),
      ...sound.exact,
    ],
    // A finished known word is not a prefix: 'egg noodles' does not match 'eggless'.
    prefixes: [...(hasDigit(word) || (isPrefix && (isLast || !isKnown)) ? [word] : []), ...sound.prefixes],
    likely: likely.filter((name) => !isPartOfName(name)).flatMap((name) => toTerms(lookup, name)),
    possible: [
      ...likely.filter(isPartOfName).flatMap((name) => toTerms(lookup, name)),
      ...(hasDigit(word) ? [] : lookup.vocabulary.findSpellings(word).map((spelling) => [spelling])),
      ...sound.possible,
    ],
    isDistinctive: isDistinctive(word),
  };
  return { ...searched, asTyped, isMisspelled: hasNoName && !sound.isInName };
}

/**
 * The terms by which a word matches names in Indian scripts, by sound: one that was typed in such a script, or one in
 * Latin script that no name has. If the word also has a meaning in English, they are only possible.
 */
function findSound(
  { sounds }: WordLookup,
  { word, spoken, isLast }: SearchedWord,
  { isUnknown, hasNoName }: { isUnknown: boolean; hasNoName: boolean },
): Pick<WordInterpretation, 'exact' | 'possible' | 'prefixes'> & { isInName: boolean } {
  const isHeard = isUnknown && word.length >= minimumSoundLength;
  const term = spoken?.sounds ?? (isHeard ? [toSoundTerm(toSoundWord(word))] : []);
  if (spoken?.isKnown ?? !hasNoName) return { exact: [], possible: [term], prefixes: [], isInName: false };
  // With its mark: many words begin with two letters of a sound, to which nonsense such as 'qqzz' is reduced too.
  const isLongEnough = (sound: string) => spoken !== undefined || sound.length > minimumSoundLength;
  const prefixes = term
    .slice(-1)
    .flatMap(({ word: sound }) => (isLongEnough(sound) && sounds.hasPrefix(sound) ? sound : []));
  const isInName = term.length > 0 && term.every((part) => sounds.has(part.word));
  return {
    exact: term.length === 0 ? [] : [term],
    possible: [],
    prefixes: isLast ? prefixes : [],
    isInName: isInName || (isLast && prefixes.length > 0),
  };
}

function toSoundTerm(sound: string): SearchTerm[number] {
  return { word: sound, stem: sound };
}

/** The synonyms of a word; for an unknown one also its usual spellings, whose synonyms are meant. */
function findOtherNames(
  forms: readonly string[],
  phrase: string | undefined,
  isUnknown: boolean,
): { usualSpellings: readonly string[]; likely: readonly string[] } {
  const synonyms = phrase === undefined ? forms.flatMap(findSynonyms) : findSynonyms(phrase);
  if (!isUnknown || synonyms.length > 0) return { usualSpellings: [], likely: [...new Set(synonyms)] };
  // 'bred' is first of all bread, then another bakery product.
  const usualSpellings = forms.flatMap((form) => findUsualSpelling(form) ?? []);
  const ofSpellings = usualSpellings.flatMap((spelling) => findSynonyms(spelling.replaceAll(' ', '')));
  if (usualSpellings.length > 0) return { usualSpellings, likely: [...new Set(ofSpellings)] };
  return { usualSpellings, likely: forms.flatMap((form) => findByLatinSpelling(form) ?? []) };
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

function toTerms({ stemOf }: WordLookup, text: string): SearchTerm[] {
  const joined = text.replaceAll(' ', '');
  const term = text.split(' ').map((word) => ({ word, stem: stemOf(word) }));
  return joined !== text && isCompound(joined) ? [term, [{ word: joined, stem: joined }]] : [term];
}

/** Replaces words of a text. Returns null if it has none of them. */
export function correctText(text: string, corrections: ReadonlyMap<string, string>): string | null {
  if (corrections.size === 0) return null;
  const typed = text.toLowerCase();
  const corrected = typed.replace(/[\p{L}\p{N}\p{M}]+/gu, (word) => corrections.get(word) ?? word);
  return corrected === typed ? null : corrected.trim();
}
