import type { Sql } from '../../database/connect.ts';
import type { Meaning, Term } from './question.ts';
import { selectCandidates, selectPartings, selectWords, type WordRow } from './search.queries.ts';
import { likelyCorrections } from './spelling.ts';
import { partedSpellingOf, synonymsOf } from './synonyms.ts';

/** Finds out what typed words may mean. The last one may still be unfinished. */
export async function meaningsOf(sql: Sql, typed: readonly string[]): Promise<Meaning[]> {
  const pairs = typed.slice(1).map((word, index) => `${typed[index] ?? ''}${word}`);
  const known = await knownWords(sql, [...typed, ...pairs]);
  return Promise.all(
    typed.map((word, index) => {
      // 'butter milk' is buttermilk as well, for both of its words.
      const joined = pairs.slice(Math.max(0, index - 1), index + 1);
      const isLast = index === typed.length - 1;
      return meaningOf(sql, { word, joined, isLast, known });
    }),
  );
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
  known: KnownWords;
}

async function meaningOf(sql: Sql, { word, joined, isLast, known }: TypedWord): Promise<Meaning> {
  const row = known.get(word);
  const forms = [...new Set([word, stemOf(known, word), ...joined])];
  // A single letter begins a word; as a word of its own it would be the metre of '18 m'.
  const exact = [
    ...(isLast && word.length === 1 && row?.is_beginning === true ? [] : [termOf(known, word)]),
    ...joined.filter((pair) => known.get(pair)?.is_known === true).map((pair) => termOf(known, pair)),
    ...[word, ...joined].flatMap((form) => partedSpellingOf(form) ?? []).map((name) => termOf(known, name)),
  ];
  const meant = forms.flatMap(synonymsOf).map((name) => termOf(known, name));
  const isKnown = row?.is_known === true;
  const isBeginning = row?.is_beginning === true;
  // A finished word that exists is meant as it is: 'egg noodles' does not ask for eggless ones.
  const beginning = hasDigit(word) || (isBeginning && (isLast || !isKnown)) ? word : null;
  if (isKnown || isBeginning || exact.length > 1 || meant.length > 0 || hasDigit(word)) {
    return { exact, meant, guessed: [], beginning };
  }
  const [candidates, partings] = await Promise.all([
    selectCandidates(sql, word, row?.sound ?? ''),
    selectPartings(sql, word),
  ]);
  const [best, ...guesses] = likelyCorrections(word, candidates, isLast);
  const parted = partings.map(({ first, second }) => [plain(first), plain(second)]);
  return {
    exact,
    meant: [...parted, ...(best === undefined ? [] : [[best]])],
    guessed: guesses.map((guess) => [guess]),
    beginning,
  };
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
