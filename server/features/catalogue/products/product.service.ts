import { toPaging } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Product } from '#contract/product.ts';
import type { Context } from '#server/context.ts';
import { selectPage } from '#server/database/select-page.ts';
import { findProductIds } from '#server/features/catalogue/search/search.service.ts';
import {
  type ProductRow,
  selectProduct,
  selectProductsByCategory,
  selectProductsByCategoryAndSubCategory,
  selectProductsById,
  toProduct,
} from './product.queries.ts';

export { type ProductRow, toProduct };

/** Returns the products that exist, each once, in the order of the ids. */
export async function listProductsById(context: Context, ids: readonly string[]): Promise<Product[]> {
  if (ids.length === 0) return [];
  return (await selectProductsById(context.db, [...new Set(ids)])).map(toProduct);
}

/** Throws NOT_FOUND. */
export async function getProduct(context: Context, id: string): Promise<Product> {
  // Not as a list of one id: PostgreSQL would plan that statement for every execution.
  const row = await selectProduct(context.db, id);
  if (row === null) throw new AppError('NOT_FOUND', { message: 'This product is no longer available.' });
  return toProduct(row);
}

/** Returns the first products of a category: in stock first, newest first, alternating between its sub-categories. */
export async function listProductsByCategory(
  context: Context,
  id: string,
  limit: number,
): Promise<Product[]> {
  return (await selectProductsByCategory(context.db, id, limit)).map(toProduct);
}

interface ListingQuery {
  categoryId: string;
  subCategoryId: string;
  page: number;
  limit: number;
}

/** Returns a page of the products in both category and sub-category: in stock first, then newest first. */
export async function listProductsByCategoryAndSubCategory(context: Context, query: ListingQuery) {
  const { page, limit } = query;
  const { rows, totalCount } = await selectPage({ limit, offset: (page - 1) * limit }, (range) =>
    selectProductsByCategoryAndSubCategory(context.db, query, range),
  );
  return { data: rows.map(toProduct), ...toPaging(totalCount, page, limit) };
}

/** Returns a page of search results; all products, newest first, for an empty search. */
export async function searchProducts(
  context: Context,
  query: { search: string; page: number; limit: number },
) {
  const { ids, totalCount } = await findProductIds(context, query);
  return { data: await context.productCache.list(ids), ...toPaging(totalCount, query.page, query.limit) };
}
