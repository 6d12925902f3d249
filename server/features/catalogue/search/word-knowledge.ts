import { LRUCache } from 'lru-cache';
import type { Queryable } from '#server/database/connect.ts';
import { type MatchesPage, type MatchesQuery, selectNewWords, type WordQuestions } from './search.queries.ts';
import { Vocabulary } from './vocabulary.ts';
import type { WordLookup } from './word-interpretation.ts';

interface Snapshot {
  firstOpenTransaction: string;
  recentWords: number;
}

const maximumStems = 20_000;
const maximumCounts = 5000;

/**
 * Vocabulary, stems and numbers of products in memory. They may be outdated, so each statement that finds products also
 * returns what they should have been; if that changes the interpretation of the search, it is run again. A search
 * therefore takes one round trip and still sees all that was committed before.
 */
class WordKnowledge {
  readonly #db: Queryable;
  readonly #vocabulary = new Vocabulary();
  /** Of words that are not in the vocabulary. */
  readonly #stems = new LRUCache<string, string>({ max: maximumStems });
  readonly #productCounts = new LRUCache<string, number>({ max: maximumCounts });
  #snapshot: Promise<Snapshot>;

  constructor(db: Queryable) {
    this.#db = db;
    this.#snapshot = this.#readNewWords('0');
  }

  /** Runs `select` for the matches that `toMatches` makes of up-to-date words. */
  async findWith<Row>(
    toMatches: (lookup: WordLookup) => MatchesQuery,
    select: (matches: MatchesQuery, questions: WordQuestions) => Promise<MatchesPage<Row>>,
  ): Promise<MatchesPage<Row>> {
    /** The numbers of products that this search has read. */
    const readCounts = new Map<string, number>();
    let last: { matches: MatchesQuery; page: MatchesPage<Row> } | null = null;
    for (;;) {
      const { firstOpenTransaction, recentWords } = await this.#snapshot.catch(() => this.#refresh());
      /** Assumed stems and numbers of products. */
      const stems = new Map<string, string>();
      const counts = new Map<string, number>();
      const matches = toMatches({
        vocabulary: this.#vocabulary,
        stemOf: (word) =>
          this.#vocabulary.findStem(word) ?? this.#stems.get(word) ?? assume(stems, word, word),
        countProducts: (word) =>
          readCounts.get(word) ?? assume(counts, word, this.#productCounts.get(word) ?? 1),
      });
      const isAnswered = stems.size === 0 && counts.size === 0;
      if (last !== null && isAnswered && isEqual(matches, last.matches)) return last.page;
      const [unstemmed, counted] = [[...stems.keys()], [...counts.keys()]];
      const page = await select(matches, { unstemmed, counted, firstOpenTransaction });
      for (const [index, word] of unstemmed.entries()) this.#stems.set(word, page.stems[index] ?? word);
      for (const [index, word] of counted.entries()) {
        const count = page.productCounts[index] ?? 0;
        readCounts.set(word, count);
        this.#productCounts.set(word, count);
      }
      const isOutdated = page.recentWords !== recentWords;
      if (
        !isOutdated &&
        unstemmed.every((word) => this.#stems.get(word) === word) &&
        counted.every((word) => readCounts.get(word) === counts.get(word))
      )
        return page;
      if (isOutdated) await this.#refresh();
      last = { matches, page };
    }
  }

  /** Starts to read after all running reads, because those may have started before the word was added. */
  #refresh(): Promise<Snapshot> {
    this.#snapshot = this.#snapshot.then(
      ({ firstOpenTransaction }) => this.#readNewWords(firstOpenTransaction),
      () => this.#readNewWords('0'),
    );
    return this.#snapshot;
  }

  async #readNewWords(sinceTransaction: string): Promise<Snapshot> {
    const { words, ...snapshot } = await selectNewWords(this.#db, sinceTransaction);
    this.#vocabulary.add(words);
    return snapshot;
  }
}

function assume<Value>(assumed: Map<string, Value>, word: string, value: Value): Value {
  assumed.set(word, value);
  return value;
}

function isEqual(one: MatchesQuery, other: MatchesQuery): boolean {
  return one.sql === other.sql && JSON.stringify(one.values) === JSON.stringify(other.values);
}

const knowledgeByDatabase = new WeakMap<Queryable, WordKnowledge>();

/** The word knowledge of a database, created on first use. */
export function getWordKnowledge(db: Queryable): WordKnowledge {
  const known = knowledgeByDatabase.get(db);
  if (known !== undefined) return known;
  const created = new WordKnowledge(db);
  knowledgeByDatabase.set(db, created);
  return created;
}
