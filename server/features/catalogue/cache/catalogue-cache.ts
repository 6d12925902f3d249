import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Database } from '#server/database/connect.ts';

/** A committed change: anything, or only the stock of some products. */
export type CatalogueChange = { kind: 'all' } | { kind: 'stock'; productIds: readonly string[] };

export interface CacheEntry {
  /** The products that the entry contains. */
  productIds: ReadonlySet<string>;
  /** Size in memory. */
  bytes: number;
}

/** All caches of catalogue data in this process, invalidated together. */
export class CatalogueCache {
  readonly #caches: { invalidate(change: CatalogueChange): void }[] = [];

  /** Creates a cache that is invalidated with the others. */
  createCache<Entry extends CacheEntry>(maximumBytes: number): TaggedCache<Entry> {
    const cache = new TaggedCache<Entry>(maximumBytes);
    this.#caches.push(cache);
    return cache;
  }

  /** Removes the entries that the change affects. Call it after the commit. */
  invalidate(change: CatalogueChange): void {
    for (const cache of this.#caches) cache.invalidate(change);
  }
}

/** LRU cache with invalidation by product. Concurrent misses of the same key share one computation. */
export class TaggedCache<Entry extends CacheEntry> {
  readonly #entries: LRUCache<string, Entry>;
  readonly #keysByProduct = new Map<string, Set<string>>();
  readonly #pending = new Map<string, Promise<Entry>>();
  /** For each running computation, the changes since it started. */
  readonly #changesWhilePending = new Set<CatalogueChange[]>();

  constructor(maximumBytes: number) {
    this.#entries = new LRUCache({
      maxSize: maximumBytes,
      sizeCalculation: ({ bytes }) => bytes,
      dispose: (entry, key) => this.#removeFromIndex(key, entry),
    });
  }

  find(key: string): Entry | undefined {
    return this.#entries.get(key);
  }

  /** Returns the cached entry or computes it. Caches the result if `isCacheable` and no change affected it during the computation. */
  async getOrCompute(
    key: string,
    compute: () => Promise<Entry>,
    isCacheable: (entry: Entry) => boolean = () => true,
  ) {
    const cached = this.#entries.get(key) ?? this.#pending.get(key);
    if (cached !== undefined) return cached;
    const changes: CatalogueChange[] = [];
    this.#changesWhilePending.add(changes);
    const pending = compute();
    this.#pending.set(key, pending);
    try {
      const entry = await pending;
      if (isCacheable(entry) && !changes.some((change) => isAffectedBy(entry, change))) this.#set(key, entry);
      return entry;
    } finally {
      this.#changesWhilePending.delete(changes);
      if (this.#pending.get(key) === pending) this.#pending.delete(key);
    }
  }

  invalidate(change: CatalogueChange): void {
    // A request after the change must not share a computation that started before it.
    this.#pending.clear();
    for (const changes of this.#changesWhilePending) changes.push(change);
    if (change.kind === 'all') this.#entries.clear();
    else {
      const keys = change.productIds.flatMap((id) => [...(this.#keysByProduct.get(id) ?? [])]);
      for (const key of keys) this.#entries.delete(key);
    }
  }

  #set(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    // An entry larger than the whole cache is not stored.
    if (!this.#entries.has(key)) return;
    for (const id of entry.productIds) {
      const keys = this.#keysByProduct.get(id);
      if (keys === undefined) this.#keysByProduct.set(id, new Set([key]));
      else keys.add(key);
    }
  }

  #removeFromIndex(key: string, { productIds }: Entry): void {
    for (const id of productIds) {
      const keys = this.#keysByProduct.get(id);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByProduct.delete(id);
    }
  }
}

function isAffectedBy({ productIds }: CacheEntry, change: CatalogueChange): boolean {
  return change.kind === 'all' || change.productIds.some((id) => productIds.has(id));
}

const channel = 'catalogue';
const stockNotification = /^stock:([0-9A-Za-z]+(?:,[0-9A-Za-z]+)*)$/;

/** Invalidates the caches after each commit of any process: database triggers notify the channel `catalogue`. */
export async function listenForCatalogueChanges(
  pool: Database,
  cache: CatalogueCache,
  log: FastifyBaseLogger,
): Promise<{ stop(): Promise<void> }> {
  const subscription = await pool.listen(
    channel,
    (payload) => cache.invalidate(parseCatalogueChange(payload)),
    () => {
      log.debug('Listening for catalogue changes');
      // Notifications sent while disconnected were missed.
      cache.invalidate({ kind: 'all' });
    },
  );
  return { stop: () => subscription.unlisten() };
}

/** Parses the payload of a notification. An unknown payload invalidates everything. */
export function parseCatalogueChange(payload: string): CatalogueChange {
  const [, ids] = stockNotification.exec(payload) ?? [];
  return ids === undefined ? { kind: 'all' } : { kind: 'stock', productIds: ids.split(',') };
}
