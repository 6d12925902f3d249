import type { Product } from '#contract/products/product.ts';
import {
  type CacheEntry,
  type CatalogueCache,
  entryBytes,
  type TaggedCache,
} from '#server/cache/catalogue-cache.ts';
import type { Queryable } from '#server/database/connect.ts';
import { listStockNumbers, type StockNumber } from '#server/inventory/inventory.service.ts';
import { selectNewestProductIds, selectProductsById, selectSizeIds } from './product.queries.ts';
import { toProduct } from './product-columns.ts';

declare module '#server/http/context.ts' {
  interface Context {
    productCache: ProductCache;
  }
}

/** A product without its number in stock. */
export type StaticProduct = Omit<Product, keyof StockNumber>;

interface CachedProduct extends CacheEntry {
  /** Null if it is not an active product. */
  product: StaticProduct | null;
}

interface CachedNumber extends CacheEntry {
  /** Null if the product does not exist. */
  number: StockNumber | null;
}

interface CachedFamily extends CacheEntry {
  sizeIds: readonly string[];
}

const maximumBytes = 24 * 1024 * 1024;
const maximumNumberBytes = 4 * 1024 * 1024;
const maximumFamilyBytes = 4 * 1024 * 1024;
// Memory of an entry in addition to its text.
const overheadBytes = 1000;
const numberBytes = 700;
// As many as the cache holds.
const maximumPreloaded = 6000;
// A statement of about 10 ms.
const preloadedAtOnce = 100;
const maximumSizes = 100;

/**
 * Active products in the memory of this process: the lists of different searches show the same ones, and an order
 * changes only their number in stock, which is cached apart. With it, products are shown while the database is away.
 */
export class ProductCache {
  readonly #db: Queryable;
  readonly #products: TaggedCache<CachedProduct>;
  readonly #numbers: TaggedCache<CachedNumber>;
  readonly #families: TaggedCache<CachedFamily>;

  constructor(db: Queryable, catalogueCache: CatalogueCache) {
    this.#db = db;
    this.#products = catalogueCache.createCache({ maximumBytes });
    this.#numbers = catalogueCache.createCache({ maximumBytes: maximumNumberBytes, containsStock: true });
    this.#families = catalogueCache.createCache({ maximumBytes: maximumFamilyBytes });
  }

  /** Returns a cached product. Callers do not change it. */
  findCached(id: string): StaticProduct | undefined {
    return this.#products.find(id)?.product ?? undefined;
  }

  /** Whether `listWithStock` may find the product in memory, if it is still active. */
  isKnown(id: string): boolean {
    return this.#products.isKnown(id);
  }

  /** Returns null for an unknown product and one that is not active. Callers do not change it. */
  async get(id: string): Promise<StaticProduct | null> {
    return this.findCached(id) ?? (await this.#get(id, this.#reader([id]))).product;
  }

  /** Reads the newest products, with stock and families, so that the first shoppers do not wait for each of them. */
  async preload(): Promise<void> {
    const ids = await selectNewestProductIds(this.#db, maximumPreloaded);
    for (let start = 0; start < ids.length; start += preloadedAtOnce) {
      const some = ids.slice(start, start + preloadedAtOnce);
      const products = await this.listWithStock(some);
      await this.#preloadFamilies(products.map(({ family }) => family));
    }
  }

  async #preloadFamilies(families: readonly string[]): Promise<void> {
    const missing = families.filter((family) => family !== '' && this.#families.find(family) === undefined);
    const ids = selectSizeIds(this.#db, missing, maximumSizes);
    await Promise.all(missing.map((family) => this.#getFamily(family, ids)));
  }

  /** Returns the active products, with exact stock, in the order of the ids. */
  async listWithStock(ids: readonly string[]): Promise<Product[]> {
    const reader = this.#reader(ids);
    const [products, numbers] = await Promise.all([
      Promise.all(ids.map((id) => this.#products.find(id) ?? this.#get(id, reader))),
      Promise.all(ids.map((id) => this.#numbers.find(id) ?? this.#getNumber(id, reader))),
    ]);
    return products.flatMap(({ product }, index) => {
      const number = numbers[index]?.number ?? null;
      return product === null || number === null ? [] : { ...product, ...number };
    });
  }

  /** Returns the numbers in stock of the products that exist. */
  async listStockNumbers(ids: readonly string[]): Promise<Map<string, StockNumber>> {
    const reader = this.#reader(ids);
    const numbers = await Promise.all(ids.map((id) => this.#numbers.find(id) ?? this.#getNumber(id, reader)));
    const found = new Map<string, StockNumber>();
    for (const [index, id] of ids.entries()) {
      const { number } = numbers[index] ?? { number: null };
      if (number !== null) found.set(id, number);
    }
    return found;
  }

  /** Returns the active products of a family, with exact stock, cheapest first. */
  async listSizes(family: string): Promise<Product[]> {
    const cached = this.#families.find(family);
    const { sizeIds } = cached ?? (await this.#getFamily(family));
    return this.listWithStock(sizeIds);
  }

  #getFamily(family: string, ids: Promise<Map<string, string[]>> | null = null): Promise<CachedFamily> {
    const key = family;
    return this.#families.getOrCompute(
      key,
      async () => {
        const sizeIds = (await (ids ?? selectSizeIds(this.#db, [family], maximumSizes))).get(family) ?? [];
        // A product that joins the family announces all of its products.
        const tags = new Set(sizeIds.map((id) => `product:${id}`));
        return { sizeIds, tags, bytes: entryBytes(key, 0, tags) };
      },
      ({ sizeIds }) => sizeIds.length > 0,
    );
  }

  #get(id: string, reader: Reader): Promise<CachedProduct> {
    const compute = async (): Promise<CachedProduct> => {
      const found = (await reader.products()).get(id) ?? null;
      if (found === null) return { product: null, tags: new Set([`product:${id}`]), bytes: 0 };
      const { stock: _stock, updatedAt: _updatedAt, ...product } = found;
      const bytes = JSON.stringify(product).length * 2 + overheadBytes;
      return { product, tags: new Set([`product:${id}`]), bytes };
    };
    return this.#products.getOrCompute(id, compute, ({ product }) => product !== null);
  }

  #getNumber(id: string, reader: Reader): Promise<CachedNumber> {
    const compute = async (): Promise<CachedNumber> => {
      const number = (await reader.numbers()).get(id) ?? null;
      return { number, tags: new Set([`product:${id}`, `stock:${id}`]), bytes: numberBytes };
    };
    return this.#numbers.getOrCompute(id, compute, ({ number }) => number !== null);
  }

  /** Reads what is missing of the products: one statement for all, which runs when the first of them is needed. */
  #reader(ids: readonly string[]): Reader {
    const unknown = ids.filter((id) => this.#products.find(id) === undefined);
    let products: Promise<Map<string, Product>> | undefined;
    let numbers: Promise<Map<string, StockNumber>> | undefined;
    const readProducts = async () => {
      const rows = await selectProductsById(this.#db, unknown);
      return new Map(rows.map((row) => [row.id, toProduct(row)]));
    };
    const readNumbers = async () => {
      const missing = ids.filter((id) => this.#numbers.find(id) === undefined);
      return listStockNumbers({ db: this.#db }, missing);
    };
    return {
      products: () => (products ??= readProducts()),
      numbers: () => (numbers ??= readNumbers()),
    };
  }
}

interface Reader {
  products(): Promise<Map<string, Product>>;
  numbers(): Promise<Map<string, StockNumber>>;
}
