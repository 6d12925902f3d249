import { inTransaction } from '#server/database/transaction.ts';
import type { Context } from '#server/http/context.ts';
import { type JobHandlers, queueJob } from '#server/jobs/job-queue.ts';
import type { SearchDocument, SearchEngine } from '#server/providers/search-engine/search-engine.ts';
import { isIndianScript, toLatinWords } from './indian-scripts.ts';
import * as queries from './search-engine.queries.ts';

const productsAtOnce = 500;

/**
 * Records which engine the shop uses, from when on each change of a product's texts or categories queues an update of its
 * index. A new engine gets all products. Null records none.
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

/** Adds to a name of an Indian script its words in Latin letters, in which searches reach the engine. */
function addLatinName(document: SearchDocument): SearchDocument {
  const { name } = document;
  if (!isIndianScript(name)) return document;
  const latin = name.split(/\s+/u).flatMap((word) => (isIndianScript(word) ? toLatinWords(word) : []));
  return { ...document, name: [name, ...latin].join(' ') };
}
