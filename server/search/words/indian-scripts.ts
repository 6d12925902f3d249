import anyAscii from 'any-ascii';
import { groceryWords, hindiWords, moreLanguages, otherWords, sizeWords } from './grocery-words.ts';
import { splitWords, stopWords } from './search-query.ts';

// From Devanagari to Malayalam each script has a block of 128 characters in the same order.
const firstCharacter = 0x0900;
const lastCharacter = 0x0d7f;
const blockSize = 0x80;

const indianText = /[\u0900-\u0d7f\u200c\u200d]+/g;
const indianLetter = /[\u0904-\u0d7f]/;

/** Whether a text has characters of an Indian script. */
export function isIndianScript(text: string): boolean {
  return indianLetter.test(text);
}

/**
 * Returns a search in Latin script: words of Indian scripts become the English text of `grocery-words.ts`, other
 * ones are spelled as they sound. The last word may be unfinished. A text without such words stays as it is.
 */
export function toLatinSearch(search: string): string {
  if (!isIndianScript(search)) return search;
  return readPhrases(search)
    .map(({ latin }) => latin)
    .join(' ');
}

/** One word of a search, or several that have one meaning. */
interface Phrase {
  /** As `toLatinSearch` returns it. */
  latin: string;
  /** Of words of an Indian script by `toSoundWord`, without stop words. */
  sounds: readonly string[];
  /** `grocery-words.ts` has it, not only a longer word. */
  isKnown: boolean;
}

/** The phrases of a search, each the longest one that `grocery-words.ts` has, otherwise one word. */
export function readPhrases(search: string): Phrase[] {
  const parts = search.split(/\s+/u).filter((part) => part !== '');
  const phrases: Phrase[] = [];
  for (let start = 0; start < parts.length; ) {
    const { words, meaning } = readPhrase(parts.slice(start, start + maximumPhraseWords), start);
    const spoken = words.flatMap(splitWords).filter(isIndianScript);
    phrases.push({
      latin: meaning ?? transliterate(words.join(' ')),
      sounds: spoken.filter((word) => !stopWords.has(transliterate(word))).map(toSoundWord),
      isKnown: findMeaning(words.join(' '), false) !== undefined,
    });
    start += words.length;
  }
  return phrases;

  function readPhrase(words: readonly string[], start: number) {
    for (let length = words.length; length > 0; length -= 1) {
      const phrase = words.slice(0, length);
      const isLast = start + length === parts.length;
      const meaning = phrase.every(isIndianScript) ? findMeaning(phrase.join(' '), isLast) : undefined;
      if (meaning !== undefined) return { words: phrase, meaning };
    }
    return { words: words.slice(0, 1), meaning: undefined };
  }
}

/** The words by which a word of an Indian script in the name of a product is also found. */
export function toLatinWords(word: string): string[] {
  const meaning = findMeaning(word, false);
  return [transliterate(word), ...(meaning?.split(' ') ?? [])];
}

/** Spells the words of Indian scripts in a text as they sound, in Latin script. */
export function transliterate(text: string): string {
  return toLatinLetters(text, addVowels);
}

function toLatinLetters(text: string, spell: (characters: readonly string[]) => string): string {
  const spelled = text
    .normalize('NFKD')
    .replace(indianText, (word) => spell([...word].filter((character) => !isIgnored(character))));
  return anyAscii(spelled).toLowerCase();
}

/** Adds the vowel that a consonant has if another consonant or the sign of a nasal follows. */
function addVowels(characters: readonly string[]): string {
  const spelled = characters.map((character, index) => {
    const next = characters[index + 1] ?? '';
    return isConsonant(character) && (isConsonant(next) || isNasalSign(next))
      ? `${toLetter(character)}a`
      : toLetter(character);
  });
  return spelled.join('');
}

/** Letters that `any-ascii` does not distinguish from others. */
const latinLetters = new Map([
  [0x1a, 'ch'],
  [0x1b, 'ch'],
  [0x36, 'sh'],
  [0x37, 'sh'],
]);

function toLetter(character: string): string {
  return latinLetters.get(positionOf(character)) ?? character;
}

/** The position of a character in the block of its script, -1 if it is of another script. */
function positionOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return code < firstCharacter || code > lastCharacter ? -1 : code % blockSize;
}

function isConsonant(character: string): boolean {
  const position = positionOf(character);
  return position >= 0x15 && position <= 0x39;
}

function isNasalSign(character: string): boolean {
  const position = positionOf(character);
  return position >= 0x01 && position <= 0x03;
}

/**
 * Joiners, the dot below a consonant, which changes its sound a little, and the sign of Gurmukhi for a double
 * consonant.
 */
function isIgnored(character: string): boolean {
  return /[\u200c\u200d]/.test(character) || [0x3c, 0x71].includes(positionOf(character));
}

/**
 * A word in Latin script as it sounds, so that different spellings are equal: 'dudh' and 'doodh', 'machhar' and
 * 'machchhar'. Vowels a are left out unless they are first, because Indian scripts do not write the short one.
 */
export function soundOf(word: string): string {
  return toUsualLetters(word)
    .replace(/^a/, 'A')
    .replaceAll('a', '')
    .replace(/m(?=[bdgjkpstC])/g, 'n')
    .replace(/(.)\1+/gu, '$1');
}

/**
 * The word by which the index has one of an Indian script: how it sounds. No word of a text is equal to it, so that one
 * in Latin script is compared with it only where that is meant.
 */
export function toSoundWord(word: string): string {
  // At the end of an unfinished word a sign of a nasal sounds as before the consonant that follows.
  return `~${soundOf(transliterate(word.replace(/[\u0901\u0902]/g, 'न्')))}`;
}

/**
 * Equal for the usual spellings of one name in Latin script: 'taza' and 'Taaza', 'gauwana' and 'Gauvana'. Unlike
 * `soundOf` it has the vowels a: 'gram' is not 'garam'.
 */
export function spellingSoundOf(word: string): string {
  return toUsualLetters(word)
    .replace(/iy(?=[aeou])/g, 'i')
    .replace(/m(?=[bdgjkpstC])/g, 'n')
    .replace(/(.)\1+/gu, '$1');
}

function toUsualLetters(word: string): string {
  return word
    .replace(/(?:c+h+)+/g, 'C')
    .replaceAll('ph', 'f')
    .replaceAll('x', 'ks')
    .replace(/[cqzw]/g, (found) => ({ z: 'j', w: 'v' })[found] ?? 'k')
    .replace(/([bdgjkst])h+/g, '$1')
    .replace(/aa+/g, 'a')
    .replace(/ee+|ii+/g, 'i')
    .replace(/oo+|uu+/g, 'u')
    .replace(/a[iy]|e[iy]/g, 'e')
    .replace(/a[uw]|ou/g, 'o');
}

const maximumPhraseWords = 5;
const minimumPrefixLength = 2;

/** By script, the English texts by the phrase as it is written and by its spelling. */
const meanings = new Map<number, Map<string, string>>();
/** The English texts by the sound in Latin script. */
const meaningsBySound = new Map<string, string>();
const wordLists = [groceryWords, sizeWords, moreLanguages, hindiWords, otherWords];
for (const line of wordLists.flatMap((list) => list.trim().split('\n'))) {
  const [english = '', ...languages] = line.split('|').map((text) => text.trim());
  for (const phrase of languages.flatMap((texts) => texts.split(','))) {
    const script = scriptOf(phrase);
    const ofScript = meanings.get(script) ?? new Map<string, string>();
    // As it is written, too: in Malayalam a double consonant can be the only difference.
    for (const key of [writtenOf(phrase), spellingOf(phrase)])
      if (!ofScript.has(key)) ofScript.set(key, english);
    meanings.set(script, ofScript);
    const sound = soundOf(significantWords(transliterate(phrase)).join(''));
    if (!meaningsBySound.has(sound)) meaningsBySound.set(sound, english);
  }
}

/** Gurmukhi, Odia, Kannada and Malayalam. */
const scriptsWithFewWords = new Set(['ਕ', 'କ', 'ಕ', 'ക'].map(scriptOf));

function scriptOf(phrase: string): number {
  const letter = indianLetter.exec(phrase)?.[0] ?? '';
  return Math.floor((letter.codePointAt(0) ?? 0) / blockSize);
}

function writtenOf(phrase: string): string {
  return phrase.normalize('NFKD').replaceAll(/\s/gu, '');
}

/**
 * Equal for spellings of one phrase: long and short vowels, signs for n and m, double consonants; without spaces and
 * stop words.
 */
function spellingOf(phrase: string): string {
  return significantWords(toLatinLetters(phrase, (characters) => characters.map(toLetter).join('')))
    .join('')
    .replace(/m(?=[bdgjkpstc])/g, 'n')
    .replace(/(.)\1+/g, '$1');
}

function significantWords(latin: string): string[] {
  return (latin.match(/[a-z0-9]+/g) ?? []).filter((word) => !stopWords.has(word));
}

function findMeaning(phrase: string, isUnfinished: boolean): string | undefined {
  const script = scriptOf(phrase);
  const known = meanings.get(script) ?? new Map<string, string>();
  const spelling = spellingOf(phrase);
  const bySound = scriptsWithFewWords.has(script)
    ? meaningsBySound.get(soundOf(transliterate(phrase)))
    : undefined;
  const meaning = known.get(writtenOf(phrase)) ?? known.get(spelling) ?? bySound;
  if (meaning !== undefined || !isUnfinished || spelling.length < minimumPrefixLength) return meaning;
  return [...known].find(([other]) => other.startsWith(spelling))?.[1];
}

/** The English text of a word of an Indian language in Latin script, such as 'vellulli'. */
export function findByLatinSpelling(word: string): string | undefined {
  return meaningsBySound.get(soundOf(word));
}
