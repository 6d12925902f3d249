import type { Sql } from '../../database/connect.ts';
import type { Meaning, Term } from './question.ts';
import { selectCandidates, selectPartings, selectWords, type WordRow } from './search.queries.ts';
import { type Candidate, likelyCorrections } from './spelling.ts';
import { partedSpellingOf, synonymsOf } from './synonyms.ts';

/** Finds out what typed words may mean. The last one may still be unfinished. */
export async function meaningsOf(sql: Sql, typed: readonly string[]): Promise<Meaning[]> {
  const pairs = typed.slice(1).map((word, index) => `${typed[index] ?? ''}${word}`);
  const known = await knownWords(sql, [...typed, ...pairs]);
  const understood = typed.map((word, index) =>
    understand(known, {
      word,
      // 'butter milk' is buttermilk as well, for both of its words.
      joined: pairs.slice(Math.max(0, index - 1), index + 1),
      isLast: index === typed.length - 1,
    }),
  );
  return correct(sql, known, understood);
}

type KnownWords = ReadonlyMap<string, WordRow>;

/** What is known of typed words and of everything that they are also called. */
async function knownWords(sql: Sql, typed: readonly string[]): Promise<KnownWords> {
  const others = typed.flatMap((word) => [...synonymsOf(word), partedSpellingOf(word) ?? '']);
  const asked = new Set([...typed, ...others.flatMap((other) => other.split(' '))]);
  asked.delete('');
  return new Map((await selectWords(sql, [...asked])).map((row) => [row.word, row]));
}

interface TypedWord {
  word: string;
  joined: readonly string[];
  isLast: boolean;
}

interface Understood {
  word: string;
  isLast: boolean;
  /** It is no word of the shop in any way, so it was probably misspelt. */
  isStrange: boolean;
  meaning: Meaning;
}

function understand(known: KnownWords, { word, joined, isLast }: TypedWord): Understood {
  const row = known.get(word);
  const isKnown = row?.is_known === true;
  const isBeginning = row?.is_beginning === true;
  const otherSpellings = [
    ...joined.filter((pair) => known.get(pair)?.is_known === true),
    ...[word, ...joined].flatMap((form) => partedSpellingOf(form) ?? []),
  ];
  const forms = [...new Set([word, stemOf(known, word), ...joined])];
  const meant = forms.flatMap(synonymsOf).map((name) => termOf(known, name));
  // A single letter begins a word; as a word of its own it would be the metre of '18 m'.
  const isLetter = isLast && isBeginning && word.length === 1;
  return {
    word,
    isLast,
    isStrange:
      !(isKnown || isBeginning || hasDigit(word)) && otherSpellings.length === 0 && meant.length === 0,
    meaning: {
      exact: [...(isLetter ? [] : [word]), ...otherSpellings].map((name) => termOf(known, name)),
      meant,
      guessed: [],
      // A finished word that exists is meant as it is: 'egg noodles' does not ask for eggless ones.
      beginning: hasDigit(word) || (isBeginning && (isLast || !isKnown)) ? word : null,
    },
  };
}

/** Adds to strange words what was probably meant. */
async function correct(sql: Sql, known: KnownWords, understood: readonly Understood[]): Promise<Meaning[]> {
  const strange = understood.filter(({ isStrange }) => isStrange).map(({ word }) => word);
  if (strange.length === 0) return understood.map(({ meaning }) => meaning);
  // One after the other: a single search must not take several connections.
  const candidates = await selectCandidates(
    sql,
    strange.map((word) => ({ word, sound: known.get(word)?.sound ?? '' })),
  );
  const partings = await selectPartings(sql, strange);
  return understood.map(({ word, isLast, isStrange, meaning }) => {
    if (!isStrange) return meaning;
    const [best, ...guesses] = likelyCorrections(word, candidates.get(word) ?? [], isLast);
    const parted = partings
      .filter(({ typed }) => typed === word)
      .map(({ first, second }) => [plain(first), plain(second)]);
    return {
      ...meaning,
      meant: [...parted, ...(best === undefined ? [] : [[best]])],
      guessed: guesses.map((guess: Candidate) => [guess]),
    };
  });
}

function hasDigit(word: string): boolean {
  return /\p{N}/u.test(word);
}

function plain(word: string) {
  return { word, stem: word };
}

function stemOf(known: KnownWords, word: string): string {
  return known.get(word)?.stem ?? word;
}

function termOf(known: KnownWords, text: string): Term {
  return text.split(' ').map((word) => ({ word, stem: stemOf(known, word) }));
}
