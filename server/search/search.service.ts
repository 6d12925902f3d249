import sql from 'sql-template-tag';
import { selectPage } from '#server/base/select-page.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Context } from '#server/http/context.ts';
import { type JobHandlers, queueJob } from '#server/jobs/job-queue.ts';
import type { SearchDocument, SearchEngine } from '#server/providers/search-engine/search-engine.ts';
import type { FoundPage, SearchRequest } from './product-search.ts';
import * as queries from './search.queries.ts';
import { isIndianScript, toLatinSearch, toLatinWords } from './words/indian-scripts.ts';
import { cleanSearchText } from './words/search-query.ts';

/** Finds one page of products, best match first. An empty text finds all products, newest first. */
export async function findProductIds(context: Context, request: SearchRequest): Promise<FoundPage> {
  if (request.search.trim() !== '')
    return (await findWithEngine(context, request)) ?? context.productSearch.find(request);
  const { limit, page } = request;
  const { rows, totalCount } = await selectPage({ limit, offset: (page - 1) * limit }, (range) =>
    queries.selectNewest(context.db, range),
  );
  return { ids: rows.map(({ id }) => id), totalCount, correction: null };
}

// Each search would wait for an engine that does not respond.
const retryAfterMs = 10_000;
const unavailableUntil = new WeakMap<SearchEngine, number>();
const filled = new WeakSet<SearchEngine>();

/**
 * Returns null if there is no search engine, before it has got all products, and while it is unavailable: then this
 * process searches itself.
 */
async function findWithEngine(
  { db, searchEngine, log }: Context,
  { search, page, limit }: SearchRequest,
): Promise<FoundPage | null> {
  if (searchEngine === null || performance.now() < (unavailableUntil.get(searchEngine) ?? 0)) return null;
  if (!filled.has(searchEngine)) {
    if (!(await queries.isSearchEngineFilled(db))) return null;
    filled.add(searchEngine);
  }
  const text = cleanSearchText(search);
  // The engine answers an empty text with all products.
  if (text.trim() === '') return { ids: [], totalCount: 0, correction: null };
  try {
    return { ...(await searchEngine.find(toLatinSearch(text), { page, limit })), correction: null };
  } catch (err) {
    unavailableUntil.set(searchEngine, performance.now() + retryAfterMs);
    log.warn({ err }, 'The search engine is unavailable');
    return null;
  }
}

const productsAtOnce = 500;

/**
 * Records which engine the shop uses, from when on each change of a product's texts or categories queues an update of
 * its index. A new engine gets all products. Null records none.
 */
export async function recordSearchEngine(
  context: Pick<Context, 'db'>,
  engine: { name: string } | null,
): Promise<void> {
  await inTransaction(context, async ({ db }) => {
    if (engine === null) await queries.deleteSearchEngine(db);
    else if (await queries.insertSearchEngine(db, engine.name)) {
      await queries.insertAllChanges(db);
      await queueJob(db, 'update-search-engine', {}, { key: 'fill-search-engine', queue: 'search-engine' });
    }
  });
}

/** Jobs that send changed products to the search engine. */
export function searchEngineJobs(context: Pick<Context, 'db'>, engine: SearchEngine): JobHandlers {
  const { db } = context;
  return {
    async 'update-search-engine'({ signal }) {
      let isPrepared = false;
      for (;;) {
        signal.throwIfAborted();
        const changes = await queries.selectChanges(db, productsAtOnce);
        if (changes.length === 0) return queries.markSearchEngineFilled(db);
        if (!isPrepared) await engine.prepare();
        isPrepared = true;
        const documents = await queries.selectDocuments(
          db,
          changes.map(({ product_id }) => product_id),
        );
        const existing = new Set(documents.map(({ id }) => id));
        const deleted = changes.map(({ product_id }) => product_id).filter((id) => !existing.has(id));
        if (documents.length > 0) await engine.put(documents.map(addLatinName));
        if (deleted.length > 0) await engine.remove(deleted);
        // A product that has changed again since stays.
        await queries.deleteChanges(db, changes);
      }
    },
  };
}

/** Adds to a name of an Indian script its words in Latin script, in which searches reach the engine. */
function addLatinName(document: SearchDocument): SearchDocument {
  const { name } = document;
  if (!isIndianScript(name)) return document;
  const latin = name.split(/\s+/u).flatMap((word) => (isIndianScript(word) ? toLatinWords(word) : []));
  return { ...document, name: [name, ...latin].join(' ') };
}

/**
 * Disables the triggers that refresh the search index row by row. Call `setSearchTexts` and `refreshCategoryTexts`
 * after the changes.
 */
export async function suspendSearchTriggers({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.query(sql`select set_config('tokri.bulk', 'on', true)`);
}

/** A product with its new texts; a missing one stays. */
interface ChangedTexts {
  id: string;
  changes: Partial<
    Record<'name' | 'nameHindi' | 'unit' | 'brand' | 'description' | 'descriptionHindi', string>
  > & {
    more_details?: Record<string, string>;
  };
}

/** Search texts of a product, as text of the type tsvector. */
export interface SearchTexts {
  id: string;
  /** Of its name and brand, for the vocabulary. */
  words: string;
  product_text: string;
}

/** Calculates the search texts that products will have with these changes. */
export async function calculateSearchTexts(
  { db }: Pick<Context, 'db'>,
  products: readonly ChangedTexts[],
): Promise<SearchTexts[]> {
  if (products.length === 0) return [];
  const changes = products.map(({ id, changes }) => ({
    id,
    name: changes.name,
    name_hindi: changes.nameHindi,
    unit: changes.unit,
    brand: changes.brand,
    description: changes.description,
    description_hindi: changes.descriptionHindi,
    more_details: changes.more_details,
  }));
  return db.query<SearchTexts>(sql`
    select id, words, product_text::text
    from calculate_search_texts(${JSON.stringify(changes)}::text::json)`);
}

/** Writes search texts of products that have their categories, and adds their words to the vocabulary. */
export async function setSearchTexts(
  { db }: Pick<Context, 'db'>,
  texts: readonly SearchTexts[],
): Promise<void> {
  if (texts.length === 0) return;
  await db.query(sql`select add_search_words(${texts.map(({ words }) => words).join(' ')})`);
  const rows = texts.map(({ id, product_text }) => ({ id, product_text }));
  await db.query(sql`
    insert into product_search (product_id, product_text, category_text)
    select id, product_text, category_text
    from json_to_recordset(${JSON.stringify(rows)}::text::json)
      as texts (id text, product_text tsvector)
    join calculate_category_texts(${rows.map(({ id }) => id)}) using (id)
    on conflict (product_id) do update set product_text = excluded.product_text,
      category_text = excluded.category_text`);
}

/** Refreshes the search texts of products that have got other categories. */
export async function refreshCategoryTexts(
  { db }: Pick<Context, 'db'>,
  ids: readonly string[],
): Promise<void> {
  await db.query(sql`select refresh_category_text(${[...ids]})`);
}
