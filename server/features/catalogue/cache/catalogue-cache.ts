import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/connect.ts';

/** What moved: everything, or only the stock of some products (see the triggers of the first migration). */
export type CatalogueChange = { kind: 'all' } | { kind: 'stock'; productIds: readonly string[] };

/** Something made from the catalogue that may be kept until what it shows changes. */
export interface CacheEntry {
  /** The products it shows. */
  productIds: ReadonlySet<string>;
  /** What it costs in memory. */
  bytes: number;
}

/** The catalogue as seen through what is kept of it; told of every change, it never gives a stale answer. */
export class CatalogueCache {
  #revision = 0;
  #lastAll = 0;
  readonly #lastStock = new Map<string, number>();
  readonly #shelves: InvalidatedCache[] = [];

  /** A new keep of at most `maximumBytes`, emptied by the changes that this object is told of. */
  openCache<Entry extends CacheEntry>(maximumBytes: number): TaggedCache<Entry> {
    const shelf = new TaggedCache<Entry>(maximumBytes, {
      now: () => this.#revision,
      changedSince: (revision, productIds) => this.#changedSince(revision, productIds),
    });
    this.#shelves.push(shelf);
    return shelf;
  }

  /** Drops what shows the change. To be called after the commit, and for what other processes announce. */
  apply(change: CatalogueChange): void {
    this.#revision += 1;
    if (change.kind === 'all') {
      this.#lastAll = this.#revision;
      this.#lastStock.clear();
      for (const shelf of this.#shelves) shelf.dropAll();
      return;
    }
    for (const id of change.productIds) this.#lastStock.set(id, this.#revision);
    for (const shelf of this.#shelves) shelf.dropShowing(change.productIds);
  }

  #changedSince(revision: number, productIds: ReadonlySet<string>): boolean {
    if (this.#lastAll > revision) return true;
    for (const id of productIds) {
      if ((this.#lastStock.get(id) ?? 0) > revision) return true;
    }
    return false;
  }
}

interface InvalidatedCache {
  dropAll(): void;
  dropShowing(productIds: readonly string[]): void;
}

interface CacheVersion {
  now(): number;
  changedSince(revision: number, productIds: ReadonlySet<string>): boolean;
}

/** Entries by key, the least recently used leaving first. Simultaneous misses of one key compute it once. */
export class TaggedCache<Entry extends CacheEntry> implements InvalidatedCache {
  readonly #maximumBytes: number;
  readonly #revisions: CacheVersion;
  readonly #entries = new Map<string, Entry>();
  readonly #keysByProduct = new Map<string, Set<string>>();
  readonly #underway = new Map<string, Promise<Entry>>();
  #bytes = 0;

  constructor(maximumBytes: number, revisions: CacheVersion) {
    this.#maximumBytes = maximumBytes;
    this.#revisions = revisions;
  }

  /** The entry if it is kept. */
  find(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry !== undefined) {
      // Re-inserting moves the key to the young end of the map's order.
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry;
  }

  /** The kept entry, or a freshly computed one, kept unless the catalogue moved meanwhile or it says no. */
  async read(key: string, compute: () => Promise<Entry>, mayKeep: (entry: Entry) => boolean = () => true) {
    const kept = this.find(key);
    if (kept !== undefined) return kept;
    const underway = this.#underway.get(key);
    if (underway !== undefined) return underway;
    const revision = this.#revisions.now();
    const computing = compute();
    this.#underway.set(key, computing);
    try {
      const entry = await computing;
      if (mayKeep(entry) && !this.#revisions.changedSince(revision, entry.productIds)) this.#keep(key, entry);
      return entry;
    } finally {
      if (this.#underway.get(key) === computing) this.#underway.delete(key);
    }
  }

  dropAll(): void {
    this.#entries.clear();
    this.#keysByProduct.clear();
    // A computation that began before the change must not answer a request that comes after it.
    this.#underway.clear();
    this.#bytes = 0;
  }

  dropShowing(productIds: readonly string[]): void {
    this.#underway.clear();
    for (const id of productIds) {
      for (const key of [...(this.#keysByProduct.get(id) ?? [])]) this.#drop(key);
    }
  }

  #keep(key: string, entry: Entry): void {
    this.#drop(key);
    if (entry.bytes > this.#maximumBytes) return;
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    for (const id of entry.productIds) {
      const keys = this.#keysByProduct.get(id);
      if (keys === undefined) this.#keysByProduct.set(id, new Set([key]));
      else keys.add(key);
    }
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maximumBytes) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
    for (const id of entry.productIds) {
      const keys = this.#keysByProduct.get(id);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByProduct.delete(id);
    }
  }
}

const channel = 'catalogue';
const stockOfProducts = /^stock:([0-9A-Za-z]+(?:,[0-9A-Za-z]+)*)$/;

/** Tells what is kept of every change that any process commits (the triggers of the first migration notify). */
export async function listenForCatalogueChanges(
  pool: Database,
  reads: CatalogueCache,
  log: FastifyBaseLogger,
): Promise<{ stop(): Promise<void> }> {
  const listening = await pool.listen(
    channel,
    (payload) => reads.apply(parseCatalogueChange(payload)),
    () => {
      // Also after a lost connection came back: nobody knows what was announced meanwhile.
      log.debug('Listening for changes of the catalogue');
      reads.apply({ kind: 'all' });
    },
  );
  return { stop: () => listening.unlisten() };
}

/** What a notification means; what cannot be read means everything. */
export function parseCatalogueChange(payload: string): CatalogueChange {
  const [, ids] = stockOfProducts.exec(payload) ?? [];
  return ids === undefined ? { kind: 'all' } : { kind: 'stock', productIds: ids.split(',') };
}
