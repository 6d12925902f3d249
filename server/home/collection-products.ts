import { dayMs, hourMs } from '#contract/base/durations.ts';
import type { CollectionSource } from '#contract/home/home.ts';
import type { Product } from '#contract/products/product.ts';
import type { Context } from '#server/http/context.ts';
import { listSubCategories } from '#server/products/category.service.ts';
import { type Candidate, filterAndSort } from '#server/search/product-facets.ts';
import type { ProductSearch } from '#server/search/product-search.ts';
import { selectSoldPieces } from './home.queries.ts';

type ReadContext = Pick<Context, 'db' | 'now' | 'productCache' | 'productSearch'>;

interface ProductsOfCollection {
  source: CollectionSource;
  product_count: number;
}

/** The products of a collection that are in stock, one of each family, at most as many as it shows. */
export async function listCollectionProducts(
  context: ReadContext,
  { source, product_count: limit }: ProductsOfCollection,
): Promise<Product[]> {
  const ids = source.kind === 'PRODUCTS' ? source.productIds : await findByRule(context, source, limit);
  const products = await context.productCache.list(ids);
  const families = new Set<string>();
  const isFirst = ({ family }: Product) => {
    if (family === '') return true;
    const isNew = !families.has(family);
    families.add(family);
    return isNew;
  };
  return products.filter((product) => product.stock > 0 && isFirst(product)).slice(0, limit);
}

type Rule = Extract<CollectionSource, { kind: 'RULE' }>;

async function findByRule(context: ReadContext, rule: Rule, limit: number): Promise<string[]> {
  const { brand, minDiscount, maxPriceAmt, sort } = rule;
  const candidates = await listCandidates(context, rule.categoryIds);
  const isBestSelling = sort === 'best-selling';
  const ranked = isBestSelling ? await rankBySales(context, candidates) : candidates;
  const { ids } = filterAndSort(
    ranked,
    {
      // Without an order the rank counts.
      sort: isBestSelling ? undefined : sort,
      ...(brand !== '' && { brands: [brand] }),
      ...(minDiscount !== null && { minDiscount }),
      ...(maxPriceAmt !== null && { maxPrice: maxPriceAmt }),
      inStock: true,
    },
    { limit, offset: 0 },
  );
  return ids;
}

/** The products of any of these categories and sub-categories; all for none. */
async function listCandidates(
  { db, productSearch }: ReadContext,
  categoryIds: readonly string[],
): Promise<Candidate[]> {
  if (categoryIds.length === 0) return productSearch.listCandidates({ search: '' });
  const wanted = new Set(categoryIds);
  const listings = (await listSubCategories({ db })).flatMap(({ _id: subCategoryId, category }) =>
    category
      .filter(({ _id }) => wanted.has(_id) || wanted.has(subCategoryId))
      .map(({ _id: categoryId }) => ({ categoryId, subCategoryId })),
  );
  const lists = await Promise.all(listings.map((listing) => productSearch.listCandidates(listing)));
  // A product can be in several of them.
  return [...new Map(lists.flat().map((candidate) => [candidate.product.id, candidate])).values()];
}

const salesDays = 30;

/** When the sales that decide about the best-selling products are counted next: at the next full hour. */
export function findNextSalesCount(now: Date): Date {
  return new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs);
}

type SoldPieces = ReadonlyMap<string, number>;
const soldPieces = new WeakMap<ProductSearch, { until: number; pieces: Promise<SoldPieces> }>();

/**
 * The pieces sold in the 30 days before this hour, by product. Counted once an hour and process, over the same period
 * in all processes.
 */
async function countSoldPieces({ db, now, productSearch }: ReadContext): Promise<SoldPieces> {
  const until = findNextSalesCount(now()).getTime() - hourMs;
  const known = soldPieces.get(productSearch);
  if (known?.until === until) return known.pieces;
  const count = async () => {
    const from = new Date(until - salesDays * dayMs);
    const rows = await selectSoldPieces(db, { from, until: new Date(until) });
    return new Map(rows.map(({ product_id, pieces }) => [product_id, pieces]));
  };
  const counted = { until, pieces: count() };
  soldPieces.set(productSearch, counted);
  try {
    return await counted.pieces;
  } catch (error) {
    if (soldPieces.get(productSearch) === counted) soldPieces.delete(productSearch);
    throw error;
  }
}

/** Most pieces first, then the newest. */
async function rankBySales(context: ReadContext, candidates: readonly Candidate[]): Promise<Candidate[]> {
  const sold = await countSoldPieces(context);
  return candidates.map(({ product }) => ({
    product,
    rank: [-(sold.get(product.id) ?? 0), -product.createdAt],
  }));
}
