import type { ParsedInput } from '#contract/api.ts';
import { toPaging } from '#contract/base/endpoint.ts';
import { AppError } from '#contract/base/errors.ts';
import { parsePackQuantity } from '#contract/products/pack-sizes.ts';
import { formerProductDetails, type Product, type ProductFacets } from '#contract/products/product.ts';
import { type ListOptions, toListParameters } from '#contract/products/product-filter.ts';
import type { Context } from '#server/http/context.ts';
import { countFacets } from '#server/search/product-facets.ts';
import type { ProductSource } from '#server/search/product-search.ts';
import { filterAndSort, parseSalesHour, selectInTurn } from '#server/search/product-sort.ts';
import { findProductIds } from '#server/search/search.service.ts';
import { findBrand } from './brand.service.ts';
import { selectFormerProduct, selectProduct, selectProductsById } from './product.queries.ts';
import { type ProductRow, toProduct } from './product-columns.ts';

export { type ProductRow, toProduct };

type ReadContext = Pick<Context, 'db' | 'productCache'>;

/** Returns the active products among these, each once, in the order of the ids. */
export async function listProductsById(context: Context, ids: readonly string[]): Promise<Product[]> {
  if (ids.length === 0) return [];
  return (await selectProductsById(context.db, [...new Set(ids)])).map(toProduct);
}

/** Throws NOT_FOUND, for an archived product with `formerProductDetails`. */
export async function getProduct(context: Pick<ReadContext, 'db'>, id: string): Promise<Product> {
  // Not as a list of one id: PostgreSQL would plan that statement for every execution.
  const row = await selectProduct(context.db, id);
  if (row !== null) return toProduct(row);
  const former = await selectFormerProduct(context.db, id);
  throw new AppError('NOT_FOUND', {
    message: 'This product is no longer available.',
    ...(former !== null && { details: formerProductDetails.parse({ former: toProduct(former) }) }),
  });
}

/**
 * Like `getProduct`, for shoppers, with all sizes of its family: of a product in memory only the number in stock is
 * read. Sizes with a quantity come first, smallest first, then the others by price.
 */
export async function getProductWithSizes(
  context: ReadContext,
  id: string,
): Promise<Product & { sizes: Product[] }> {
  const { productCache } = context;
  const [known] = productCache.isKnown(id) ? await productCache.listWithStock([id]) : [];
  const product = known ?? (await getProduct(context, id));
  if (product.family === '') return { ...product, sizes: [] };
  const sizes = await productCache.listSizes(product.family);
  const quantityOf = ({ unit }: Product) =>
    parsePackQuantity(unit)?.thousandthsOfUnit ?? Number.MAX_SAFE_INTEGER;
  return { ...product, sizes: sizes.sort((one, other) => quantityOf(one) - quantityOf(other)) };
}

type ListContext = Pick<Context, 'now' | 'productCache' | 'productSearch'>;

/** Returns the first products of a category by popularity, from its sub-categories in turn. */
export async function listProductsByCategory(
  { now, productCache, productSearch }: ListContext,
  id: string,
  limit: number,
): Promise<Product[]> {
  const lists = await productSearch.listCategory(id);
  const sales = await productSearch.rankSales(now());
  const ids = selectInTurn(lists, limit, sales);
  const products = await productCache.listWithStock(ids);
  if (products.length === ids.length) return products;
  // Many products were just removed, and the search still has them.
  const left = await productCache.listWithStock(lists.flat().map(({ product }) => product.id));
  const idsLeft = new Set(left.map(({ _id }) => _id));
  const listsLeft = lists.map((list) => list.filter(({ product }) => idsLeft.has(product.id)));
  return productCache.listWithStock(selectInTurn(listsLeft, limit, sales));
}

/** Returns a page of the products in both category and sub-category, popular ones first unless `query` sorts. */
export async function listProductsByCategoryAndSubCategory(
  context: ListContext,
  {
    categoryId,
    subCategoryId,
    sort = 'popular',
    ...query
  }: ParsedInput<'listProductsByCategoryAndSubCategory'>,
) {
  return listFiltered(context, { categoryId, subCategoryId }, { ...query, sort });
}

/** Returns a page of the products of a brand. Throws NOT_FOUND for one that has no products. */
export async function listProductsByBrand(
  context: ListContext & Pick<Context, 'db'>,
  { brand: wanted, sort = 'popular', ...query }: ParsedInput<'listProductsByBrand'>,
) {
  const { slug, name } = await findBrand(context, wanted);
  return { ...(await listFiltered(context, { brand: slug }, { ...query, sort })), brand: name };
}

/** Returns a page of search results; all products, newest first, for an empty search unless `query` says otherwise. */
export async function searchProducts(
  context: Context,
  query: ListOptions & { search: string; page: number; limit: number; after?: string | undefined },
) {
  // A search engine outside this process knows neither prices nor the veg marks.
  if (hasOptions(query)) return listFiltered(context, { search: query.search }, query);
  const { ids, totalCount } = await findProductIds(context, query);
  return {
    data: await context.productCache.listWithStock(ids),
    ...toPaging(totalCount, query.page, query.limit),
  };
}

/** Whether a list is sorted or filtered, or continues one. */
export function hasOptions(query: ListOptions & { after?: string | undefined }): boolean {
  return query.after !== undefined || toListParameters(query).length > 0;
}

async function listFiltered(
  { now, productSearch, productCache }: ListContext,
  source: ProductSource,
  query: ListOptions & { page: number; limit: number; after?: string | undefined },
) {
  const { page, limit, after } = query;
  const candidates = await productSearch.listWithRelevance(source);
  const range = { limit, offset: (page - 1) * limit, after };
  const sales = await productSearch.rankSales(now(), parseSalesHour(after));
  const { ids, totalCount, next } = filterAndSort(candidates, query, range, sales);
  return { data: await productCache.listWithStock(ids), ...toPaging(totalCount, page, limit), next };
}

/** Counts the products of a listing or a search by the choices of each filter. */
export async function listFacets(
  { productSearch }: ListContext,
  { search, categoryId, subCategoryId, brand, ...filter }: ParsedInput<'listFacets'>,
): Promise<ProductFacets> {
  const listing =
    categoryId === undefined || subCategoryId === undefined ? { search } : { categoryId, subCategoryId };
  const source = brand === undefined ? listing : { brand };
  return countFacets(await productSearch.listProducts(source), filter);
}
