import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/database/connect.ts';
import { selectPage } from '#server/database/select-page.ts';
import {
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
  type SearchTerm,
  toSearchQuery,
  toSearchWords,
  type WordInterpretation,
} from './search-query.ts';
import { rankCorrections } from './spelling.ts';
import { findSplitSpelling, findSynonyms } from './synonyms.ts';

interface SearchRequest {
  search: string;
  page: number;
  limit: number;
}

// One or two characters match too many products to rank them.
const maximumPrefixSearchLength = 2;

/**
 * Searches products: one page of ids, best match first, and the total count. Supports unfinished words, misspellings,
 * synonyms and sizes. All words must match; if no product has all of them, any one is enough. An empty text returns
 * all products, newest first.
 */
export async function findProductIds(
  { db }: Context,
  { search, page, limit }: SearchRequest,
): Promise<{ ids: string[]; totalCount: number }> {
  const range = { limit, offset: (page - 1) * limit };
  if (search.trim() === '') return findPage(range, (part) => selectNewest(db, part));
  const { rest, sizes } = extractSizes(search);
  const named = toSearchWords(rest);
  const words = named.length > 0 ? named : sizes;
  if (words.length === 0) return { ids: [], totalCount: 0 };
  const interpretations = await interpretWords(db, words);
  const query = toSearchQuery(interpretations, sizes);
  const [{ prefix } = { prefix: null }] = interpretations;
  if (words.length === 1 && prefix !== null && prefix.length <= maximumPrefixSearchLength) {
    return findPage(range, (part) => selectPrefixMatches(db, prefix, part));
  }
  const all = await findPage(range, (part) => selectMatches(db, query, query.all, part));
  if (all.totalCount > 0 || words.length === 1) return all;
  return findPage(range, (part) => selectMatches(db, query, query.any, part));
}

async function findPage(...parameters: Parameters<typeof selectPage<{ id: string; total_count: number }>>) {
  const { rows, totalCount } = await selectPage(...parameters);
  return { ids: rows.map(({ id }) => id), totalCount };
}

/** Finds the terms that match each word. The last word may be unfinished. */
async function interpretWords(db: Queryable, typed: readonly string[]): Promise<WordInterpretation[]> {
  const pairs = typed.slice(1).map((word, index) => `${typed[index] ?? ''}${word}`);
  const known = await findKnownWords(db, [...typed, ...pairs]);
  const interpreted = typed.map((word, index) =>
    interpret(known, {
      word,
      // 'butter milk' also matches 'buttermilk', for both words.
      joined: pairs.slice(Math.max(0, index - 1), index + 1),
      isLast: index === typed.length - 1,
    }),
  );
  return addCorrections(db, known, interpreted);
}

type KnownWords = ReadonlyMap<string, WordRow>;

/** Looks up the words and their synonyms. */
async function findKnownWords(db: Queryable, typed: readonly string[]): Promise<KnownWords> {
  const synonyms = typed.flatMap((word) => [...findSynonyms(word), findSplitSpelling(word) ?? '']);
  const words = new Set([...typed, ...synonyms.flatMap((synonym) => synonym.split(' '))]);
  words.delete('');
  return new Map((await selectWords(db, [...words])).map((row) => [row.word, row]));
}

interface SearchedWord {
  word: string;
  joined: readonly string[];
  isLast: boolean;
}

interface InterpretedWord {
  word: string;
  isLast: boolean;
  /** Matches nothing as it is, so it is probably misspelled. */
  isUnknown: boolean;
  interpretation: WordInterpretation;
}

function interpret(known: KnownWords, { word, joined, isLast }: SearchedWord): InterpretedWord {
  const row = known.get(word);
  const isKnown = row?.is_in_product_name === true;
  const isPrefix = row?.is_prefix === true;
  const otherSpellings = [
    ...joined.filter((pair) => known.get(pair)?.is_in_product_name === true),
    ...[word, ...joined].flatMap((form) => findSplitSpelling(form) ?? []),
  ];
  const forms = [...new Set([word, stemOf(known, word), ...joined])];
  const equivalent = forms.flatMap(findSynonyms).map((name) => toTerm(known, name));
  // A single character only counts as a prefix; as a word it would match units such as '18 m'.
  const isLetter = isLast && isPrefix && word.length === 1;
  return {
    word,
    isLast,
    isUnknown:
      !(isKnown || isPrefix || hasDigit(word)) && otherSpellings.length === 0 && equivalent.length === 0,
    interpretation: {
      exact: [...(isLetter ? [] : [word]), ...otherSpellings].map((name) => toTerm(known, name)),
      equivalent,
      corrected: [],
      // A finished known word is not a prefix: 'egg noodles' does not match 'eggless'.
      prefix: hasDigit(word) || (isPrefix && (isLast || !isKnown)) ? word : null,
    },
  };
}

/** Adds corrections and splits to unknown words. */
async function addCorrections(
  db: Queryable,
  known: KnownWords,
  interpreted: readonly InterpretedWord[],
): Promise<WordInterpretation[]> {
  const unknown = interpreted.filter(({ isUnknown }) => isUnknown).map(({ word }) => word);
  if (unknown.length === 0) return interpreted.map(({ interpretation }) => interpretation);
  // Sequential: one search must not use several connections.
  const candidates = await selectCandidates(
    db,
    unknown.map((word) => ({ word, phoneticCode: known.get(word)?.phonetic_code ?? '' })),
  );
  const splits = await selectSplits(db, unknown);
  return interpreted.map(({ word, isLast, isUnknown, interpretation }) => {
    if (!isUnknown) return interpretation;
    const [best, ...others] = rankCorrections(word, candidates.get(word) ?? [], isLast);
    const split = splits
      .filter(({ misspelled }) => misspelled === word)
      .map(({ first, second }) => [toPlainTerm(first), toPlainTerm(second)]);
    return {
      ...interpretation,
      equivalent: [...split, ...(best === undefined ? [] : [[best]])],
      corrected: others.map((other) => [other]),
    };
  });
}

function hasDigit(word: string): boolean {
  return /\p{N}/u.test(word);
}

function toPlainTerm(word: string) {
  return { word, stem: word };
}

function stemOf(known: KnownWords, word: string): string {
  return known.get(word)?.stem ?? word;
}

function toTerm(known: KnownWords, text: string): SearchTerm {
  return text.split(' ').map((word) => ({ word, stem: stemOf(known, word) }));
}
