import { discountedPricePaise } from '#contract/base/money.ts';
import type { AdminProduct, Product } from '#contract/products/product.ts';
import { fieldNames, publicFields } from '#contract/products/product-fields.ts';
import { toUnitPrice } from '#contract/products/unit-price.ts';
import type * as schema from '#server/database/schema.ts';
import { readFields } from './product-columns.ts';

/** What a product refers to and its details, which the schema of the database has as JSON. */
interface ProductJson {
  more_details: Record<string, string>;
  categories: { _id: string; name: string; hue: number }[];
  sub_categories: { _id: string; name: string }[];
}

export type ProductRow = Omit<schema.ProductWithCategories, keyof ProductJson> & ProductJson;

/** A row of the view `admin_product`. */
export type AdminProductRow = Omit<schema.AdminProduct, keyof ProductJson> & ProductJson;

/** Converts a row to the API representation. */
export function toProduct(row: ProductRow): Product {
  return {
    ...readFields(row, publicFields),
    ...toOtherFields(row),
    options: row.options,
    unitPrice: toUnitPrice(row.unit, discountedPricePaise(row.price_paise, row.discount_basis_points)),
  };
}

export function toAdminProduct(row: AdminProductRow): AdminProduct {
  return { ...readFields(row, fieldNames), ...toOtherFields(row) };
}

function toOtherFields(row: ProductRow | AdminProductRow) {
  return {
    _id: row.id,
    image: row.images,
    category: row.categories,
    subCategory: row.sub_categories,
    stock: row.stock,
    more_details: row.more_details,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
