import type { Product } from '#contract/product.ts';
import type { Queryable } from '#server/database/connect.ts';
import type {
  CacheEntry,
  CatalogueCache,
  TaggedCache,
} from '#server/features/catalogue/cache/catalogue-cache.ts';
import { selectProductsById, toProduct } from './product.queries.ts';

interface CachedProduct extends CacheEntry {
  /** Null if it does not exist. */
  product: Product | null;
}

const maximumBytes = 16 * 1024 * 1024;
// Memory of an entry in addition to its text.
const overheadBytes = 1000;

/** Products with exact stock in the memory of this process: the lists of different searches show the same ones. */
export class ProductCache {
  readonly #db: Queryable;
  readonly #cache: TaggedCache<CachedProduct>;

  constructor(db: Queryable, catalogueCache: CatalogueCache) {
    this.#db = db;
    this.#cache = catalogueCache.createCache({ maximumBytes, containsStock: true });
  }

  /** Returns the products that exist, in the order of the ids. Callers do not change them. */
  async list(ids: readonly string[]): Promise<Product[]> {
    const missing = ids.filter((id) => this.#cache.find(id) === undefined);
    let reading: Promise<Map<string, Product>> | null = null;
    const compute = async (id: string): Promise<CachedProduct> => {
      // One statement for all.
      reading ??= this.#read(missing);
      const product = (await reading).get(id) ?? null;
      const bytes = JSON.stringify(product).length * 2 + overheadBytes;
      return { product, tags: new Set([`product:${id}`, `stock:${id}`]), bytes };
    };
    const entries = await Promise.all(
      ids.map(
        (id) =>
          this.#cache.find(id) ??
          this.#cache.getOrCompute(
            id,
            () => compute(id),
            ({ product }) => product !== null,
          ),
      ),
    );
    return entries.flatMap(({ product }) => product ?? []);
  }

  async #read(ids: readonly string[]): Promise<Map<string, Product>> {
    const rows = await selectProductsById(this.#db, ids);
    return new Map(rows.map((row) => [row.id, toProduct(row)]));
  }
}
