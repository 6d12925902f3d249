import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/database/connect.ts';
import {
  type FoundIds,
  type Slice,
  selectCandidates,
  selectMatches,
  selectNewest,
  selectPrefixMatches,
  selectSplits,
  selectWords,
  type WordRow,
} from './search.queries.ts';
import {
  extractSizes,
  type Term,
  toSearchQuery,
  toSearchWords,
  type WordInterpretation,
} from './search-query.ts';
import { type CorrectionCandidate, rankCorrections } from './spelling.ts';
import { findSplitSpelling, findSynonyms } from './synonyms.ts';

interface SearchRequest {
  search: string;
  page: number;
  limit: number;
}

const shortBeginning = 2;

/**
 * The one door of the search: a page of the ids of products that answer a text, best match first, and how many
 * answer in all. Understands beginnings, misspellings, other words for a thing, and amounts. Every word must be
 * met; when no product has them all, any will do. An empty text finds everything, the newest first.
 */
export async function findProductIds(
  { db }: Context,
  { search, page, limit }: SearchRequest,
): Promise<FoundIds> {
  const slice = { limit, offset: (page - 1) * limit };
  if (search.trim() === '') return selectNewest(db, slice);
  const { rest, sizes } = extractSizes(search);
  const named = toSearchWords(rest);
  const words = named.length > 0 ? named : sizes;
  if (words.length === 0) return { ids: [], totalCount: 0 };
  const meanings = await interpretWords(db, words);
  const searchQuery = toSearchQuery(meanings, sizes);
  const [{ beginning } = { beginning: null }] = meanings;
  if (words.length === 1 && beginning !== null && beginning.length <= shortBeginning) {
    return pageOf(slice, (part) => selectPrefixMatches(db, beginning, part));
  }
  const all = await pageOf(slice, (part) => selectMatches(db, searchQuery, searchQuery.all, part));
  if (all.totalCount > 0 || words.length === 1) return all;
  return pageOf(slice, (part) => selectMatches(db, searchQuery, searchQuery.any, part));
}

/** A page, with the count of all also where the page lies beyond the last: rows that are not there carry none. */
async function pageOf(slice: Slice, select: (slice: Slice) => Promise<FoundIds>): Promise<FoundIds> {
  const found = await select(slice);
  if (found.ids.length > 0 || slice.offset === 0) return found;
  const { totalCount } = await select({ limit: 1, offset: 0 });
  return { ids: [], totalCount };
}

/** Finds out what typed words may mean. The last one may still be unfinished. */
async function interpretWords(db: Queryable, typed: readonly string[]): Promise<WordInterpretation[]> {
  const pairs = typed.slice(1).map((word, index) => `${typed[index] ?? ''}${word}`);
  const known = await knownWords(db, [...typed, ...pairs]);
  const understood = typed.map((word, index) =>
    understand(known, {
      word,
      // 'butter milk' is buttermilk as well, for both of its words.
      joined: pairs.slice(Math.max(0, index - 1), index + 1),
      isLast: index === typed.length - 1,
    }),
  );
  return correct(db, known, understood);
}

type KnownWords = ReadonlyMap<string, WordRow>;

/** What is known of typed words and of everything that they are also called. */
async function knownWords(db: Queryable, typed: readonly string[]): Promise<KnownWords> {
  const others = typed.flatMap((word) => [...findSynonyms(word), findSplitSpelling(word) ?? '']);
  const asked = new Set([...typed, ...others.flatMap((other) => other.split(' '))]);
  asked.delete('');
  return new Map((await selectWords(db, [...asked])).map((row) => [row.word, row]));
}

interface SearchedWord {
  word: string;
  joined: readonly string[];
  isLast: boolean;
}

interface InterpretedWord {
  word: string;
  isLast: boolean;
  /** It is no word of the shop in any way, so it was probably misspelt. */
  isStrange: boolean;
  meaning: WordInterpretation;
}

function understand(known: KnownWords, { word, joined, isLast }: SearchedWord): InterpretedWord {
  const row = known.get(word);
  const isKnown = row?.is_known === true;
  const isBeginning = row?.is_beginning === true;
  const otherSpellings = [
    ...joined.filter((pair) => known.get(pair)?.is_known === true),
    ...[word, ...joined].flatMap((form) => findSplitSpelling(form) ?? []),
  ];
  const forms = [...new Set([word, stemOf(known, word), ...joined])];
  const meant = forms.flatMap(findSynonyms).map((name) => termOf(known, name));
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
async function correct(
  db: Queryable,
  known: KnownWords,
  understood: readonly InterpretedWord[],
): Promise<WordInterpretation[]> {
  const strange = understood.filter(({ isStrange }) => isStrange).map(({ word }) => word);
  if (strange.length === 0) return understood.map(({ meaning }) => meaning);
  // One after the other: a single search must not take several connections.
  const candidates = await selectCandidates(
    db,
    strange.map((word) => ({ word, sound: known.get(word)?.sound ?? '' })),
  );
  const partings = await selectSplits(db, strange);
  return understood.map(({ word, isLast, isStrange, meaning }) => {
    if (!isStrange) return meaning;
    const [best, ...guesses] = rankCorrections(word, candidates.get(word) ?? [], isLast);
    const parted = partings
      .filter(({ typed }) => typed === word)
      .map(({ first, second }) => [plain(first), plain(second)]);
    return {
      ...meaning,
      meant: [...parted, ...(best === undefined ? [] : [[best]])],
      guessed: guesses.map((guess: CorrectionCandidate) => [guess]),
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
