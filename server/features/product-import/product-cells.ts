import type { Product } from '#contract/product.ts';
import type { ProductColumn } from '#contract/rules/product-file.ts';
import { detailsCell, guarded, listCell } from './cells.ts';

/** A product as the export writes it. */
export function cellsOf(product: Product): Record<ProductColumn, string> {
  return {
    id: product._id,
    name: guarded(product.name),
    description: guarded(product.description),
    unit: guarded(product.unit),
    price: String(product.price),
    discount: String(product.discount),
    stock: String(product.stock),
    categories: listCell(product.category.map(({ name }) => name)),
    sub_categories: listCell(product.subCategory.map(({ name }) => name)),
    images: listCell(product.image),
    details: detailsCell(product.more_details),
  };
}
