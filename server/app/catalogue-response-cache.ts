import { AppError } from '#contract/base/errors.ts';
import { maximumQuantity } from '#contract/base/limits.ts';
import type { Product } from '#contract/products/product.ts';
import { fairConcurrencyLimit } from '#server/base/concurrency-limit.ts';
import {
  type CacheEntry,
  type CatalogueCache,
  entryBytes,
  type TaggedCache,
} from '#server/cache/catalogue-cache.ts';
import { toClientNetwork } from '#server/http/client-network.ts';
import type { RequestContext } from '#server/http/context.ts';
import {
  type ApiRoute,
  parseInput,
  type ResponseBody,
  type ResponseHook,
  toSuccessBody,
} from '#server/http/route.ts';
import type { StockNumber } from '#server/inventory/inventory.service.ts';

interface Cached extends CacheEntry {
  onResponse?: ResponseHook;
}

/** A response without stock numbers, as pages show it. */
interface CachedResponse extends Cached {
  response: ResponseBody;
}

/** The bytes of a response with exact stock numbers, as the API sends it. */
export interface CachedBody extends Cached {
  body: Buffer;
}

/** Runs a read when it is the turn of the network that asks. */
type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

interface ReadOptions {
  key: string;
  inTurn: InTurn;
}

const responseCacheBytes = 12 * 1024 * 1024;
const bodyCacheBytes = 16 * 1024 * 1024;

const limitReads = fairConcurrencyLimit({
  // Half of the pool: hundreds of cache misses at once must not keep carts and orders from the database.
  concurrency: 5,
  // A read takes one or two milliseconds, so the last one waits for at most a second.
  maximumQueued: 500,
  maximumQueuedOfNetwork: 250,
  createError: () => new AppError('UNAVAILABLE', { retryAfterSeconds: 1 }),
});

/**
 * Catalogue reads through the cache, for the API and the page renderer: both return the same values except the number
 * in stock and the time of the last change, which pages do not contain. Their methods throw what the route throws,
 * and UNAVAILABLE when 500 reads are queued. Without it listings are answered 548 instead of 1,920 times a second,
 * searches 1,173 instead of 2,711 times. The bodies are cached apart because each sale changes them, and not the
 * pages.
 */
export class CatalogueResponseCache {
  readonly #responses: TaggedCache<CachedResponse>;
  readonly #bodies: TaggedCache<CachedBody>;

  constructor(cache: CatalogueCache) {
    this.#responses = cache.createCache({ maximumBytes: responseCacheBytes });
    this.#bodies = cache.createCache({ maximumBytes: bodyCacheBytes, containsStock: true });
  }

  /** `stock` is 0 or the maximum quantity of a cart line. Pages are limited by network where they are rendered. */
  readForPage(route: ApiRoute, context: RequestContext, rawInput: unknown): Promise<CachedResponse> {
    const key = toKey(route, rawInput);
    const inTurn: InTurn = (work) => limitReads('pages', work);
    return this.#responses.getOrCompute(
      key,
      async () => (await read(route, context, rawInput, { key, inTurn })).cached,
    );
  }

  /** Without a promise if the body is cached. Throws TOO_MANY_REQUESTS to a network whose reads take too long. */
  readForApi(
    route: ApiRoute,
    context: RequestContext,
    rawInput: unknown,
    remoteAddress: string,
  ): CachedBody | Promise<CachedBody> {
    const key = toKey(route, rawInput);
    const readBody = (inTurn: InTurn) => this.#readBody(route, context, rawInput, { key, inTurn });
    return this.#bodies.find(key) ?? charge(context, remoteAddress, readBody);
  }

  #readBody(
    route: ApiRoute,
    context: RequestContext,
    rawInput: unknown,
    { key, inTurn }: ReadOptions,
  ): Promise<CachedBody> {
    return this.#bodies.getOrCompute(key, async () => {
      const exact: ResponseBody[] = [];
      const cached = await this.#responses.getOrCompute(key, async () => {
        const fresh = await read(route, context, rawInput, { key, inTurn });
        exact.push(fresh.response);
        return fresh.cached;
      });
      // Queried within this computation, so a change during the query drops the body, too.
      const [response = await addStock(context, cached.response, inTurn)] = exact;
      const body = Buffer.from(JSON.stringify(toSuccessBody(response)));
      const stockTags = listProducts(response).map(({ _id }) => `stock:${_id}`);
      const tags = new Set([...cached.tags, ...stockTags]);
      const { onResponse, expiresAt = null } = cached;
      const bytes = entryBytes(key, body.length, tags);
      return { body, tags, bytes, expiresAt, ...(onResponse !== undefined && { onResponse }) };
    });
  }
}

/**
 * The key is the validated input: unknown fields make no second entry, and values that JSON cannot express, such as
 * Infinity, are rejected before they could share a key with another input.
 */
function toKey({ endpoint }: ApiRoute, rawInput: unknown): string {
  return `${endpoint.path} ${JSON.stringify(parseInput(endpoint.input, rawInput))}`;
}

// What a read is thought to take before it has been measured.
const chargedMs = 20;

/** Charges to a network the time that its reads take once it is their turn. */
async function charge(
  { rateLimits }: RequestContext,
  remoteAddress: string,
  readBody: (inTurn: InTurn) => Promise<CachedBody>,
): Promise<CachedBody> {
  // Before the read, which other networks may share; then it takes no time of theirs.
  await rateLimits.readCatalogue.take(remoteAddress, chargedMs);
  let spentMs = 0;
  const inTurn: InTurn = (work) =>
    limitReads(toClientNetwork(remoteAddress), async () => {
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        spentMs += performance.now() - startedAt;
      }
    });
  try {
    return await readBody(inTurn);
  } finally {
    await rateLimits.readCatalogue.returnAttempt(remoteAddress, chargedMs - spentMs);
  }
}

async function read(
  route: ApiRoute,
  context: RequestContext,
  rawInput: unknown,
  { key, inTurn }: ReadOptions,
) {
  const reading = { ...context, db: context.catalogueDb };
  const handled = await inTurn(() => route.handle(reading, rawInput));
  const response = mapProducts(handled.response, (product) => ({
    ...product,
    stock: Math.min(product.stock, 1) * maximumQuantity,
    updatedAt: product.createdAt,
  }));
  const tags = new Set(handled.tags);
  const { onResponse, expiresAt = null } = handled;
  // Objects take about twice the memory of their text.
  const bytes = entryBytes(key, JSON.stringify(response).length * 2, tags);
  const cached = { response, tags, bytes, expiresAt, ...(onResponse !== undefined && { onResponse }) };
  return { response: handled.response, cached };
}

/** Returns the response with the present stock numbers. */
async function addStock(
  context: RequestContext,
  response: ResponseBody,
  inTurn: InTurn,
): Promise<ResponseBody> {
  const ids = listProducts(response).map(({ _id }) => _id);
  if (ids.length === 0) return response;
  const numbers: ReadonlyMap<string, StockNumber> = await inTurn(() =>
    context.productCache.listStockNumbers(ids),
  );
  // One that has been deleted since keeps the values of the page; its deletion drops the entry.
  return mapProducts(response, (product) => ({ ...product, ...numbers.get(product._id) }));
}

/** Also the sizes of a product. */
function listProducts({ data }: ResponseBody): Product[] {
  const items: unknown[] = Array.isArray(data) ? data : [data];
  return items.filter(isProduct).flatMap((product) => [product, ...(product.sizes ?? [])]);
}

function mapProducts(response: ResponseBody, change: (product: Product) => Product): ResponseBody {
  const { data } = response;
  const changeItem = (item: unknown) => {
    if (!isProduct(item)) return item;
    const { sizes } = item;
    return sizes === undefined ? change(item) : { ...change(item), sizes: sizes.map(change) };
  };
  return { ...response, data: Array.isArray(data) ? data.map(changeItem) : changeItem(data) };
}

/** Among the responses of catalogue reads only products have a stock. */
function isProduct(item: unknown): item is Product & { sizes?: Product[] } {
  return typeof item === 'object' && item !== null && 'stock' in item;
}
