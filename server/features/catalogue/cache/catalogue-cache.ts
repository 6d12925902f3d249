import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Database } from '#server/database/connect.ts';

/** A committed change: anything, or only the stock of some products. */
export type CatalogueChange = { kind: 'all' } | { kind: 'stock'; productIds: readonly string[] };

export interface CacheEntry {
  /** Tags: the products that the entry shows. */
  productIds: ReadonlySet<string>;
  /** Size in memory. */
  bytes: number;
}

/** All caches of catalogue data in this process; every change of the catalogue invalidates them together. */
export class CatalogueCache {
  readonly #caches: { invalidate(change: CatalogueChange): void }[] = [];

  /** Adds an empty cache of at most `maximumBytes`. */
  openCache<Entry extends CacheEntry>(maximumBytes: number): TaggedCache<Entry> {
    const cache = new TaggedCache<Entry>(maximumBytes);
    this.#caches.push(cache);
    return cache;
  }

  /** Drops the entries that show the change. Call it after the commit. */
  invalidate(change: CatalogueChange): void {
    for (const cache of this.#caches) cache.invalidate(change);
  }
}

/** LRU cache with invalidation by product. Concurrent misses of one key share one computation. */
export class TaggedCache<Entry extends CacheEntry> {
  readonly #entries: LRUCache<string, Entry>;
  readonly #keysByProduct = new Map<string, Set<string>>();
  readonly #pending = new Map<string, Promise<Entry>>();
  /** One list per running computation: the changes since it began. */
  readonly #changesWhilePending = new Set<CatalogueChange[]>();

  constructor(maximumBytes: number) {
    this.#entries = new LRUCache({
      maxSize: maximumBytes,
      sizeCalculation: ({ bytes }) => bytes,
      dispose: (entry, key) => this.#removeTags(key, entry),
    });
  }

  find(key: string): Entry | undefined {
    return this.#entries.get(key);
  }

  /** Returns the cached entry or computes it. The result is cached if `isCacheable` and nothing it shows changed. */
  async read(
    key: string,
    compute: () => Promise<Entry>,
    isCacheable: (entry: Entry) => boolean = () => true,
  ) {
    const known = this.#entries.get(key) ?? this.#pending.get(key);
    if (known !== undefined) return known;
    const changes: CatalogueChange[] = [];
    this.#changesWhilePending.add(changes);
    const computing = compute();
    this.#pending.set(key, computing);
    try {
      const entry = await computing;
      if (isCacheable(entry) && !changes.some((change) => isShownBy(entry, change))) this.#set(key, entry);
      return entry;
    } finally {
      this.#changesWhilePending.delete(changes);
      if (this.#pending.get(key) === computing) this.#pending.delete(key);
    }
  }

  invalidate(change: CatalogueChange): void {
    // A request after the change must not share a computation that began before it.
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

  #removeTags(key: string, { productIds }: Entry): void {
    for (const id of productIds) {
      const keys = this.#keysByProduct.get(id);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByProduct.delete(id);
    }
  }
}

function isShownBy({ productIds }: CacheEntry, change: CatalogueChange): boolean {
  return change.kind === 'all' || change.productIds.some((id) => productIds.has(id));
}

const channel = 'catalogue';
const stockNotification = /^stock:([0-9A-Za-z]+(?:,[0-9A-Za-z]+)*)$/;

/** Invalidates on every change that any process commits: database triggers notify the channel `catalogue`. */
export async function listenForCatalogueChanges(
  pool: Database,
  cache: CatalogueCache,
  log: FastifyBaseLogger,
): Promise<{ stop(): Promise<void> }> {
  const listening = await pool.listen(
    channel,
    (payload) => cache.invalidate(parseCatalogueChange(payload)),
    () => {
      log.debug('Listening for catalogue changes');
      // Notifications sent while the connection was lost are missing.
      cache.invalidate({ kind: 'all' });
    },
  );
  return { stop: () => listening.unlisten() };
}

/** Parses a notification. Anything unknown means that everything changed. */
export function parseCatalogueChange(payload: string): CatalogueChange {
  const [, ids] = stockNotification.exec(payload) ?? [];
  return ids === undefined ? { kind: 'all' } : { kind: 'stock', productIds: ids.split(',') };
}
