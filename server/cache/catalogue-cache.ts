import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Database } from '#server/database/connect.ts';
import { isUnavailable } from '#server/database/database-errors.ts';

/**
 * The tags of a committed change, or `all`. `server/database/functions/cache_announcements.sql` states what each tag
 * covers: `stock:<product>` is a new number in stock, `product:<product>` any other change of it, `search` one that
 * can change results, tags with `later-pages` concern pages after the first of such lists, and tags with `facets`
 * sorted and filtered ones. `navigation`, the lists of categories and sub-categories, changes with `all` only;
 * `store` with the settings of the store; `home` with banners, collections and their order.
 */
export type CatalogueChange = 'all' | readonly string[];

const tagPattern =
  /^(?:(?:product|stock|category|sub-category(?:-later-pages|-facets)?):[0-9A-Za-z]{1,32}|search(?:-later-pages|-facets)?|navigation|store|home)$/;

/** Parses the payload of a notification. What this version does not know may affect anything. */
export function parseCatalogueChange(payload: string): CatalogueChange {
  try {
    const tags: unknown = JSON.parse(payload);
    return Array.isArray(tags) && tags.every(isTag) ? tags : 'all';
  } catch {
    return 'all';
  }
}

function isTag(tag: unknown): tag is string {
  return typeof tag === 'string' && tagPattern.test(tag);
}

export function toProductTags(products: readonly { _id: string }[]): string[] {
  return products.map(({ _id }) => `product:${_id}`);
}

export interface CacheEntry {
  /** The products and categories that the entry shows, and those whose next change can add something to it. */
  tags: ReadonlySet<string>;
  /** Size in memory. */
  bytes: number;
  /** From then on the entry is outdated, without a change; null or missing for never. */
  expiresAt?: Date | null;
  /** Outdated, or made of something that is: the database could not be read. */
  isLastKnown?: true;
}

const entryOverheadBytes = 1000;
const bytesPerTag = 150;

/** The memory of an entry with its key, its tags and `contentBytes`. */
export function entryBytes(key: string, contentBytes: number, tags: ReadonlySet<string>): number {
  return contentBytes + key.length * 2 + entryOverheadBytes + tags.size * bytesPerTag;
}

interface CacheOptions {
  maximumBytes: number;
  /** Entries contain numbers in stock, so changes of these affect them. */
  containsStock?: boolean;
}

/** All caches of catalogue data in this process, invalidated together. */
export class CatalogueCache {
  readonly #caches: { invalidate(change: CatalogueChange): void }[] = [];
  readonly #handlers: ((change: CatalogueChange) => void)[] = [];
  readonly now: () => Date;
  readonly #isDatabaseAway: () => boolean;
  #isSuspended = false;
  #lastKnownAnswers = 0;

  /**
   * @param now decides when entries expire
   * @param isDatabaseAway whether outdated entries are all there is
   */
  constructor(now: () => Date = () => new Date(), isDatabaseAway: () => boolean = () => false) {
    this.now = now;
    this.#isDatabaseAway = isDatabaseAway;
  }

  get isDatabaseAway(): boolean {
    return this.#isDatabaseAway();
  }

  /** Whether changes may be missed, so that every entry counts as outdated. */
  get isSuspended(): boolean {
    return this.#isSuspended;
  }

  /** How often something outdated was the answer, because the database could not be read. */
  get lastKnownAnswers(): number {
    return this.#lastKnownAnswers;
  }

  countLastKnown(): void {
    this.#lastKnownAnswers += 1;
  }

  /** Until `resume`, entries answer only while the database is away: its changes are not heard of. */
  suspend(): void {
    this.#isSuspended = true;
  }

  /** Hears of changes again; everything may have changed before. */
  resume(): void {
    this.#isSuspended = false;
    this.invalidate('all');
  }

  /** Creates a cache that is invalidated with the others. */
  createCache<Entry extends CacheEntry>(options: CacheOptions): TaggedCache<Entry> {
    const cache = new TaggedCache<Entry>(this, options);
    this.#caches.push(cache);
    return cache;
  }

  /** Calls `handle` for each change. */
  onChange(handle: (change: CatalogueChange) => void): void {
    this.#handlers.push(handle);
  }

  /** Makes the entries outdated that the change affects. */
  invalidate(change: CatalogueChange): void {
    for (const handle of this.#handlers) handle(change);
    for (const cache of this.#caches) cache.invalidate(change);
  }

  /** Makes all entries outdated without a change of the catalogue. */
  outdateAll(): void {
    for (const cache of this.#caches) cache.invalidate('all');
  }
}

/**
 * LRU cache with invalidation by tag. Without tags each change empties the caches: with a price edit a second 16
 * clients then got 27 to 215 pages a second instead of 923 to 1,969. Concurrent misses of the same key share one
 * computation. Outdated entries stay until they are evicted: for the next computation, which may find that they are
 * still right, and as an answer while the database is away.
 */
export class TaggedCache<Entry extends CacheEntry> {
  readonly #catalogue: CatalogueCache;
  readonly #entries: LRUCache<string, Entry>;
  readonly #containsStock: boolean;
  readonly #outdatedKeys = new Set<string>();
  readonly #keysByTag = new Map<string, Set<string>>();
  readonly #pending = new Map<string, Promise<Entry>>();
  /** For each running computation, the changes since it started. */
  readonly #changesWhilePending = new Set<CatalogueChange[]>();

  constructor(catalogue: CatalogueCache, { maximumBytes, containsStock = false }: CacheOptions) {
    this.#catalogue = catalogue;
    this.#containsStock = containsStock;
    this.#entries = new LRUCache({
      maxSize: maximumBytes,
      sizeCalculation: ({ bytes }) => bytes,
      dispose: (entry, key) => {
        this.#removeFromIndex(key, entry);
        this.#outdatedKeys.delete(key);
      },
    });
  }

  find(key: string): Entry | undefined {
    if (this.#catalogue.isSuspended || this.#outdatedKeys.has(key)) return undefined;
    const entry = this.#entries.get(key);
    return entry === undefined || this.#hasExpired(entry) ? undefined : entry;
  }

  #hasExpired({ expiresAt }: Entry): boolean {
    return expiresAt != null && expiresAt <= this.#catalogue.now();
  }

  /** Whether it has the entry, also an outdated one, or is computing it. */
  isKnown(key: string): boolean {
    return this.#entries.has(key) || this.#pending.has(key);
  }

  /**
   * Returns the cached entry or computes it. Caches the result if `isCacheable` and no change affected it during the
   * computation. `compute` receives the outdated entry of the key. While the database is away the outdated entry is
   * the answer, and what is computed of outdated entries is not cached; both are marked.
   */
  async getOrCompute(
    key: string,
    compute: (outdated: Entry | undefined) => Promise<Entry>,
    isCacheable: (entry: Entry) => boolean = () => true,
  ): Promise<Entry> {
    for (;;) {
      const cached = this.find(key) ?? this.#pending.get(key);
      if (cached === undefined) break;
      const entry = await cached;
      // A shared computation may have started before the time at which its result expired.
      if (entry.isLastKnown || !this.#hasExpired(entry)) return entry;
    }
    const changes: CatalogueChange[] = [];
    this.#changesWhilePending.add(changes);
    const pending = this.#compute(key, compute);
    this.#pending.set(key, pending);
    try {
      const entry = await pending;
      if (entry.isLastKnown) return entry;
      // Otherwise what is no longer there could be the answer while the database is away.
      if (!isCacheable(entry)) this.#entries.delete(key);
      else if (!changes.some((change) => isAffectedBy(entry, change))) this.#set(key, entry);
      return entry;
    } finally {
      this.#changesWhilePending.delete(changes);
      if (this.#pending.get(key) === pending) this.#pending.delete(key);
    }
  }

  async #compute(key: string, compute: (outdated: Entry | undefined) => Promise<Entry>): Promise<Entry> {
    const outdated = this.#entries.get(key);
    if (outdated !== undefined && this.#catalogue.isDatabaseAway) return this.#toLastKnown(outdated);
    const before = this.#catalogue.lastKnownAnswers;
    try {
      const entry = await compute(outdated);
      if (this.#catalogue.lastKnownAnswers === before) return entry;
      // What this key answered last may be newer than the parts.
      return this.#toLastKnown(outdated ?? entry);
    } catch (error) {
      if (outdated === undefined || !isUnavailable(error)) throw error;
      return this.#toLastKnown(outdated);
    }
  }

  #toLastKnown(entry: Entry): Entry {
    this.#catalogue.countLastKnown();
    return { ...entry, isLastKnown: true };
  }

  invalidate(announced: CatalogueChange): void {
    const change =
      announced === 'all' || this.#containsStock
        ? announced
        : announced.filter((tag) => !tag.startsWith('stock:'));
    if (change !== 'all' && change.length === 0) return;
    // A request after the change must not share a computation that started before it.
    this.#pending.clear();
    for (const changes of this.#changesWhilePending) changes.push(change);
    const keys =
      change === 'all'
        ? [...this.#entries.keys()]
        : change.flatMap((tag) => [...(this.#keysByTag.get(tag) ?? [])]);
    for (const key of keys) this.#makeOutdated(key);
  }

  #makeOutdated(key: string): void {
    const entry = this.#entries.peek(key);
    if (entry === undefined) return;
    this.#removeFromIndex(key, entry);
    this.#outdatedKeys.add(key);
  }

  #set(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    // An entry larger than the whole cache is not stored.
    if (!this.#entries.has(key)) return;
    for (const tag of entry.tags) {
      const keys = this.#keysByTag.get(tag);
      if (keys === undefined) this.#keysByTag.set(tag, new Set([key]));
      else keys.add(key);
    }
  }

  #removeFromIndex(key: string, { tags }: Entry): void {
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
  }
}

function isAffectedBy({ tags }: CacheEntry, change: CatalogueChange): boolean {
  return change === 'all' || change.some((tag) => tags.has(tag));
}

/** On it database triggers announce changes. */
const channel = 'catalogue';

/**
 * Keeps the caches of this process up to date, with the changes of this process and of all others. Without it a process
 * serves outdated entries until they are evicted. A change is applied in its own process before its statement or
 * transaction resolves, and in another one when PostgreSQL delivers the notification: 200 ms later at most. While a
 * process has lost its listening connection, all its entries count as outdated.
 */
export async function listenForCatalogueChanges(
  db: Database,
  cache: CatalogueCache,
  log: FastifyBaseLogger,
  onLost: () => void = () => {},
): Promise<{ stop(): Promise<void> }> {
  const changes = await db.listen(channel, {
    onNotify: (payload) => cache.invalidate(parseCatalogueChange(payload)),
    onListen() {
      log.debug('Listening for catalogue changes');
      cache.resume();
    },
    onLost() {
      cache.suspend();
      onLost();
    },
  });
  const own = applyOwnChanges(db, cache);
  return {
    async stop() {
      own.stop();
      await changes.unlisten();
    },
  };
}

/** Applies the changes that this process commits, before the statement or transaction resolves. */
export function applyOwnChanges(db: Database, cache: CatalogueCache): { stop(): void } {
  return db.onAnnouncement((announcements) => {
    for (const payload of announcements) cache.invalidate(parseCatalogueChange(payload));
  });
}
