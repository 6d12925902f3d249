import type { Product } from '#contract/product.ts';
import { type CardProduct, cardProductOf } from '#web/storefront/product-card/card-product.ts';

/** One page of a list of products, as much of it as cards show. */
export interface ListPage {
  products: CardProduct[];
  page: number;
  totalPage: number;
  totalCount: number;
}

/** Cuts a paged answer down to what cards show. */
export function listPageOf(answer: {
  data: readonly Product[];
  page: number;
  totalPage: number;
  totalCount: number;
}): ListPage {
  const { data, page, totalPage, totalCount } = answer;
  return { products: data.map(cardProductOf), page, totalPage, totalCount };
}
