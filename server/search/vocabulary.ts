import type { VocabularyWord } from './search.queries.ts';
import { spellingSoundOf } from './words/indian-scripts.ts';

/** A word similar to a misspelled one. */
export interface SimilarWord {
  word: string;
  stem: string;
  /** Phonetically equal to the misspelled word. */
  isPhoneticMatch: boolean;
}

/** The words of all product, brand and category names in memory, as in the table `search_word`. */
export class Vocabulary {
  readonly #words = new Map<string, IndexedWord>();
  /** In the order of JavaScript, which keeps words with the same prefix together; null after a change of words. */
  #sorted: string[] | null = null;
  readonly #stems = new Set<string>();
  readonly #byPhoneticCode = new Map<string, IndexedWord[]>();
  readonly #byTrigram = new Map<string, IndexedWord[]>();
  readonly #bySpellingSound = new Map<string, IndexedWord[]>();

  add(rows: readonly VocabularyWord[]): void {
    for (const { word, stem, phonetic_code: phoneticCode } of rows) {
      if (this.#words.has(word)) continue;
      const trigrams = trigramsOf(word);
      const characterBits = characterBitsOf(word);
      const indexed: IndexedWord = { word, stem, phoneticCode, characterBits, trigrams: trigrams.size };
      this.#words.set(word, indexed);
      this.#stems.add(stem);
      append(this.#byPhoneticCode, phoneticCode, indexed);
      append(this.#bySpellingSound, spellingSoundOf(word), indexed);
      for (const trigram of trigrams) append(this.#byTrigram, trigram, indexed);
    }
    this.#sorted = null;
  }

  #sortedWords(): readonly string[] {
    this.#sorted ??= [...this.#words.keys()].sort();
    return this.#sorted;
  }

  has(word: string): boolean {
    return this.#words.has(word);
  }

  hasStem(stem: string): boolean {
    return this.#stems.has(stem);
  }

  /** A word of the vocabulary, other than the prefix itself, starts with it. */
  hasPrefix(prefix: string): boolean {
    const words = this.#sortedWords();
    let next = firstFrom(words, prefix);
    if (words[next] === prefix) next += 1;
    return words[next]?.startsWith(prefix) === true;
  }

  /** The stem of a word of the vocabulary. */
  findStem(word: string): string | undefined {
    return this.#words.get(word)?.stem;
  }

  /**
   * Finds similar words, most similar first: phonetically equal, within two edits of the word or its prefix, or with
   * many common trigrams.
   */
  findSimilar(misspelled: string): SimilarWord[] {
    const phoneticCode = phoneticCodeOf(misspelled);
    const similarities = this.#similarities(misspelled);
    const found: (SimilarWord & { edits: number; similarity: number })[] = [];
    const characterBits = characterBitsOf(misspelled);
    for (const indexed of this.#words.values()) {
      const { word, stem } = indexed;
      const similarity = similarities.get(indexed) ?? 0;
      const isPhoneticMatch = indexed.phoneticCode === phoneticCode;
      const isSimilar = isPhoneticMatch || similarity >= minimumSimilarity;
      // Each character that the word lacks takes an edit.
      if (!isSimilar && countBits(characterBits & ~indexed.characterBits) > maximumEdits) continue;
      const edits = editsToWordOrPrefix(misspelled, word);
      if (isSimilar || (edits <= maximumEdits && word.length >= misspelled.length - maximumEdits))
        found.push({ word, stem, isPhoneticMatch, edits, similarity });
    }
    found.sort(
      (a, b) =>
        Number(b.isPhoneticMatch) - Number(a.isPhoneticMatch) ||
        a.edits - b.edits ||
        b.similarity - a.similarity ||
        (a.word < b.word ? -1 : 1),
    );
    return found
      .slice(0, maximumSimilarWords)
      .map(({ word, stem, isPhoneticMatch }) => ({ word, stem, isPhoneticMatch }));
  }

  /** Other spellings of a name that sound the same, such as 'taaza' for 'taza'. */
  findSpellings(word: string): { word: string; stem: string }[] {
    if (word.length < minimumSpelledLength) return [];
    return (this.#bySpellingSound.get(spellingSoundOf(word)) ?? []).filter((other) => other.word !== word);
  }

  /** Finds splits into two words of the vocabulary: 'icecream' into 'ice' and 'cream'. */
  findSplits(misspelled: string): [string, string][] {
    const splits: [string, string][] = [];
    for (let length = minimumWordLength; length <= misspelled.length - minimumWordLength; length += 1) {
      const [first, second] = [misspelled.slice(0, length), misspelled.slice(length)];
      if (this.has(first) && this.has(second)) splits.push([first, second]);
    }
    return splits;
  }

  /** By word, the common trigrams as a share of all trigrams of both words. Words without common ones are left out. */
  #similarities(text: string): Map<IndexedWord, number> {
    const trigrams = trigramsOf(text);
    const common = new Map<IndexedWord, number>();
    for (const trigram of trigrams) {
      for (const indexed of this.#byTrigram.get(trigram) ?? [])
        common.set(indexed, (common.get(indexed) ?? 0) + 1);
    }
    for (const [indexed, count] of common)
      common.set(indexed, count / (trigrams.size + indexed.trigrams - count));
    return common;
  }
}

interface IndexedWord {
  word: string;
  stem: string;
  phoneticCode: string;
  /** The characters of the word as bits. */
  characterBits: number;
  /** The number of different trigrams. */
  trigrams: number;
}

// Shorter words are not in the vocabulary.
const minimumWordLength = 3;
// Short words sound like many others.
const minimumSpelledLength = 4;
const maximumEdits = 2;
const minimumSimilarity = 0.3;
const maximumSimilarWords = 24;

function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

function characterBitsOf(word: string): number {
  let characterBits = 0;
  for (let index = 0; index < word.length; index += 1) characterBits |= 1 << (word.charCodeAt(index) & 31);
  return characterBits;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Must equal the database function search_sound(). */
export function phoneticCodeOf(word: string): string {
  return word
    .replaceAll('ch', 'C')
    .replaceAll('ph', 'f')
    .replaceAll('x', 'ks')
    .replace(/[czwq]/g, (character) => ({ c: 'k', z: 'j', w: 'v' })[character] ?? 'k')
    .replace(/^[aeiouy]+/, 'A')
    .replace(/[aeiouyh]+/g, '')
    .replace(/(.)\1+/gu, '$1');
}

/** Sequences of three characters, of the word with two spaces before and one after it. */
function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `;
  const trigrams = new Set<string>();
  for (let index = 0; index + 3 <= padded.length; index += 1) trigrams.add(padded.slice(index, index + 3));
  return trigrams;
}

const rows = [new Uint8Array(64), new Uint8Array(64)];
const tooMany = maximumEdits + 1;

/**
 * The smaller one of the Levenshtein distances of `typed` to `word` and to the prefix of `word` with the same length.
 * Any distance above `maximumEdits` is returned as `maximumEdits` + 1. Both words have at most 62 characters.
 */
function editsToWordOrPrefix(typed: string, word: string): number {
  let [last = new Uint8Array(), current = new Uint8Array()] = rows;
  const width = Math.min(word.length, typed.length + maximumEdits);
  for (let column = 0; column <= width + 1; column += 1) last[column] = Math.min(column, tooMany);
  for (let row = 1; row <= typed.length; row += 1) {
    // Cells further from the diagonal are above the maximum.
    const first = Math.max(1, row - maximumEdits);
    const end = Math.min(width, row + maximumEdits);
    current[first - 1] = first === 1 ? Math.min(row, tooMany) : tooMany;
    let least = current[first - 1] ?? 0;
    const character = typed.charCodeAt(row - 1);
    for (let column = first; column <= end; column += 1) {
      const replaced = (last[column - 1] ?? 0) + (character === word.charCodeAt(column - 1) ? 0 : 1);
      const edits = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced, tooMany);
      current[column] = edits;
      if (edits < least) least = edits;
    }
    if (least > maximumEdits) return tooMany;
    current[end + 1] = tooMany;
    [last, current] = [current, last];
  }
  const ofWord = Math.abs(word.length - typed.length) > maximumEdits ? tooMany : (last[word.length] ?? 0);
  const ofPrefix = word.length < typed.length ? ofWord : (last[typed.length] ?? 0);
  return Math.min(ofWord, ofPrefix);
}

/** The position of the first of sorted words that is not before `prefix`. */
export function firstFrom(words: readonly string[], prefix: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle] ?? '') < prefix) low = middle + 1;
    else high = middle;
  }
  return low;
}
