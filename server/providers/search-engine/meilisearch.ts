import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { SearchEngine } from './search-engine.ts';

export interface MeilisearchSettings {
  url: string;
  /** A key that may search, add and delete documents, change settings and read tasks. */
  apiKey: string | undefined;
  /** A search that takes longer fails. */
  searchTimeoutMs?: number;
}

const defaultSearchTimeoutMs = 1000;
const requestTimeoutMs = 10_000;
const taskTimeoutMs = 60_000;
const pollIntervalMs = 50;
/** Pages beyond are empty. */
const maximumMatches = 50_000;

const indexSettings = {
  // In the order of their importance.
  searchableAttributes: ['name', 'brand', 'subCategories', 'categories', 'unit', 'description'],
  displayedAttributes: ['id'],
  distinctAttribute: 'family',
  pagination: { maxTotalHits: maximumMatches },
};

const found = z.object({ hits: z.array(z.object({ id: z.string() })), totalHits: z.number() });
const queued = z.object({ taskUid: z.number() });
const task = z.object({ status: z.string(), error: z.object({ message: z.string() }).nullish() });

/** Searches in the index `products` of a Meilisearch server (version 1). */
export function meilisearchEngine({
  url,
  apiKey,
  searchTimeoutMs = defaultSearchTimeoutMs,
}: MeilisearchSettings): SearchEngine {
  const index = `${url.replace(/\/$/, '')}/indexes/products`;

  async function request(
    method: string,
    address: string,
    body: unknown,
    timeoutMs: number,
  ): Promise<unknown> {
    const response = await fetch(address, {
      method,
      // Its key is for one host.
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok)
      throw new Error(`Meilisearch answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
    return response.json();
  }

  /** Meilisearch queues changes. */
  async function change(method: string, path: string, body: unknown): Promise<void> {
    const { taskUid } = queued.parse(await request(method, `${index}${path}`, body, requestTimeoutMs));
    const deadline = performance.now() + taskTimeoutMs;
    while (performance.now() < deadline) {
      const address = new URL(`../../tasks/${taskUid}`, `${index}/`).href;
      const { status, error } = task.parse(await request('GET', address, undefined, requestTimeoutMs));
      if (status === 'succeeded') return;
      if (status === 'failed' || status === 'canceled')
        throw new Error(`Meilisearch could not apply a change: ${error?.message ?? status}`);
      await wait(pollIntervalMs);
    }
    throw new Error('Meilisearch did not apply a change in time.');
  }

  return {
    async find(search, { limit, page }) {
      const query = { q: search, page, hitsPerPage: limit, attributesToRetrieve: ['id'] };
      const { hits, totalHits } = found.parse(
        await request('POST', `${index}/search`, query, searchTimeoutMs),
      );
      return { ids: hits.map(({ id }) => id), totalCount: totalHits };
    },
    prepare: () => change('PATCH', '/settings', indexSettings),
    put: (products) => change('PUT', '/documents?primaryKey=id', products),
    remove: (ids) => change('POST', '/documents/delete-batch', ids),
  };
}
