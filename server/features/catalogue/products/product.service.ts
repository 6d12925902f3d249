import { toPaging } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Product } from '#contract/product.ts';
import { toPercent, toRupees } from '#contract/rules/money.ts';
import type { Context } from '#server/context.ts';
import { findProductIds } from '#server/features/catalogue/search/search.service.ts';
import {
  countProductsByCategoryAndSubCategory,
  type ProductRow,
  selectProduct,
  selectProductsByCategory,
  selectProductsByCategoryAndSubCategory,
  selectProductsById,
} from './product.queries.ts';

export type { ProductRow };

/** The named products that exist, each once, in the order of the ids. */
export async function listProductsById(context: Context, ids: readonly string[]): Promise<Product[]> {
  if (ids.length === 0) return [];
  return (await selectProductsById(context.db, [...new Set(ids)])).map(toProduct);
}

/** One product. Throws NOT_FOUND. */
export async function getProduct(context: Context, id: string): Promise<Product> {
  // Not as a list of one: for a list PostgreSQL plans anew each time, which takes longer than reading.
  const row = await selectProduct(context.db, id);
  if (row === null) throw new AppError('NOT_FOUND', { message: 'This product is no longer sold.' });
  return toProduct(row);
}

/** The first products of a category: what is in stock, the newest of each of its sub-categories in turn. */
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

/** A page of the products that are in both the category and the sub-category: in stock first, then the newest. */
export async function listProductsByCategoryAndSubCategory(context: Context, query: ListingQuery) {
  const { categoryId, subCategoryId, page, limit } = query;
  const slice = { categoryId, subCategoryId, limit, offset: (page - 1) * limit };
  const rows = await selectProductsByCategoryAndSubCategory(context.db, slice);
  const totalCount =
    rows[0]?.total_count ??
    (page === 1 ? 0 : await countProductsByCategoryAndSubCategory(context.db, categoryId, subCategoryId));
  return { data: rows.map(toProduct), ...toPaging(totalCount, page, limit) };
}

/** A page of the products that a search finds; an empty search finds all, the newest first. */
export async function searchProducts(
  context: Context,
  query: { search: string; page: number; limit: number },
) {
  const { ids, totalCount } = await findProductIds(context, query);
  const data = await listProductsById(context, ids);
  return { data, ...toPaging(totalCount, query.page, query.limit) };
}

/** A product as the wire carries it, from a row of the view `product_with_shelves`. */
export function toProduct(row: ProductRow): Product {
  return {
    _id: row.id,
    name: row.name,
    image: row.images,
    category: row.categories,
    subCategory: row.sub_categories,
    unit: row.unit,
    stock: row.stock,
    price: toRupees(row.price_paise),
    discount: toPercent(row.discount_basis_points),
    description: row.description,
    more_details: row.more_details,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
