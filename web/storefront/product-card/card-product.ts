import type { Product } from '#contract/product.ts';

/** As much of a product as a card, a cart line or a search result shows: pages carry no more than this. */
export interface CardProduct {
  _id: string;
  name: string;
  /** The first picture; empty when there is none. */
  image: string;
  unit: string;
  stock: number;
  /** Rupees before discount. */
  price: number;
  /** Percent. */
  discount: number;
  /** The tint of its tile: an oklch hue in degrees. */
  hue: number;
}

/** Cuts a product down to what a card shows. */
export function cardProductOf(product: Product): CardProduct {
  const { _id, name, image, unit, stock, price, discount, category } = product;
  return { _id, name, image: image[0] ?? '', unit, stock, price, discount, hue: category[0]?.hue ?? 140 };
}
