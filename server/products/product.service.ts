import DataLoader from 'dataloader';
import type { ParsedInput } from '#contract/api.ts';
import { toPaging } from '#contract/base/endpoint.ts';
import { AppError } from '#contract/base/errors.ts';
import { parsePackQuantity } from '#contract/products/pack-sizes.ts';
import { formerProductDetails, type Product, type ProductFacets } from '#contract/products/product.ts';
import { type ListOptions, toListParameters } from '#contract/products/product-filter.ts';
import { selectPage } from '#server/database/select-page.ts';
import type { Context } from '#server/http/context.ts';
import { countFacets, filterAndSort } from '#server/search/product-facets.ts';
import type { SearchedProducts } from '#server/search/product-search.ts';
import { findProductIds } from '#server/search/search.service.ts';
import { findBrand } from './brand.service.ts';
import {
  selectFormerProduct,
  selectIdsByCategories,
  selectIdsByCategoryAndSubCategory,
  selectProduct,
  selectProductsById,
  selectSizeIds,
} from './product.queries.ts';
import type { ProductCache } from './product-cache.ts';
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

const maximumSizes = 100;

/**
 * Like `getProduct`, for shoppers, with all sizes of its family: of a product in memory only the number in stock is
 * read. Sizes with a quantity come first, smallest first, then the others by price.
 */
export async function getProductWithSizes(
  context: ReadContext,
  id: string,
): Promise<Product & { sizes: Product[] }> {
  const { db, productCache } = context;
  const [known] = productCache.find(id) === undefined ? [] : await productCache.list([id]);
  const product = known ?? (await getProduct(context, id));
  if (product.family === '') return { ...product, sizes: [] };
  const sizes = await productCache.list(await selectSizeIds(db, product.family, maximumSizes));
  const quantityOf = ({ unit }: Product) => parsePackQuantity(unit)?.thousandths ?? Number.MAX_SAFE_INTEGER;
  return { ...product, sizes: sizes.sort((one, other) => quantityOf(one) - quantityOf(other)) };
}

/**
 * Returns the first products of a category: in stock first, newest first, alternating between its sub-categories. Of
 * these, the ones without a picture follow the others that are in stock, or that are not.
 */
export async function listProductsByCategory(
  context: ReadContext,
  id: string,
  limit: number,
): Promise<Product[]> {
  return firstProductsLoader(context, limit).load(id);
}

function toPictureRank({ stock, image }: Product): number {
  return (stock > 0 ? 0 : 2) + (image.length > 0 ? 0 : 1);
}

type FirstProductsLoader = DataLoader<string, Product[]>;
const firstProductsLoaders = new WeakMap<ProductCache, Map<number, FirstProductsLoader>>();

/** Reads of one tick share statements: the home page reads the first products of every category. */
function firstProductsLoader({ db, productCache }: ReadContext, limit: number): FirstProductsLoader {
  const loaders = firstProductsLoaders.get(productCache) ?? new Map<number, FirstProductsLoader>();
  firstProductsLoaders.set(productCache, loaders);
  const known = loaders.get(limit);
  if (known !== undefined) return known;
  const loadFirstProducts = async (categoryIds: readonly string[]) => {
    const rows = await selectIdsByCategories(db, [...new Set(categoryIds)], limit);
    const products = await productCache.list([...new Set(rows.map(({ id }) => id))]);
    const productsById = new Map(products.map((product) => [product._id, product]));
    const rowsByCategory = Map.groupBy(rows, (row) => row.category_id);
    return categoryIds.map((categoryId) =>
      (rowsByCategory.get(categoryId) ?? [])
        .flatMap(({ id }) => productsById.get(id) ?? [])
        .sort((one, other) => toPictureRank(one) - toPictureRank(other)),
    );
  };
  const loader = new DataLoader(loadFirstProducts, { cache: false });
  loaders.set(limit, loader);
  return loader;
}

type FilterContext = Pick<Context, 'productCache' | 'productSearch'>;

/**
 * Returns a page of the products in both category and sub-category: in stock first, then newest first unless `query`
 * says otherwise.
 */
export async function listProductsByCategoryAndSubCategory(
  context: ReadContext & FilterContext,
  query: ParsedInput<'listProductsByCategoryAndSubCategory'>,
) {
  const { page, limit, categoryId, subCategoryId, sort = 'newest' } = query;
  if (hasOptions(query)) return listFiltered(context, { categoryId, subCategoryId }, { ...query, sort });
  const { rows, totalCount } = await selectPage({ limit, offset: (page - 1) * limit }, (range) =>
    selectIdsByCategoryAndSubCategory(context.db, query, range),
  );
  const ids = rows.map(({ id }) => id);
  return { data: await context.productCache.list(ids), ...toPaging(totalCount, page, limit) };
}

/** Returns a page of the products of a brand. Throws NOT_FOUND for one that has no products. */
export async function listProductsByBrand(
  context: FilterContext & Pick<Context, 'db'>,
  { brand: wanted, sort = 'newest', ...query }: ParsedInput<'listProductsByBrand'>,
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
  return { data: await context.productCache.list(ids), ...toPaging(totalCount, query.page, query.limit) };
}

/** Whether a list is sorted or filtered, or continues one. */
export function hasOptions(query: ListOptions & { after?: string | undefined }): boolean {
  return query.after !== undefined || toListParameters(query).length > 0;
}

async function listFiltered(
  { productSearch, productCache }: FilterContext,
  source: SearchedProducts,
  query: ListOptions & { page: number; limit: number; after?: string | undefined },
) {
  const { page, limit, after } = query;
  const candidates = await productSearch.listCandidates(source);
  const { ids, totalCount, next } = filterAndSort(candidates, query, {
    limit,
    offset: (page - 1) * limit,
    after,
  });
  return { data: await productCache.list(ids), ...toPaging(totalCount, page, limit), next };
}

/** Counts the products of a listing or a search by the choices of each filter. */
export async function listFacets(
  { productSearch }: FilterContext,
  { search, categoryId, subCategoryId, brand, ...filter }: ParsedInput<'listFacets'>,
): Promise<ProductFacets> {
  const listing =
    categoryId === undefined || subCategoryId === undefined ? { search } : { categoryId, subCategoryId };
  const source = brand === undefined ? listing : { brand };
  return countFacets(await productSearch.listProducts(source), filter);
}
