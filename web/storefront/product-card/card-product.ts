import type { CSSProperties } from 'react';
import type { Product } from '#contract/product.ts';
import { formatPaise, productPricePaise, toPaise } from '#contract/rules/money.ts';

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
export function toCardProduct(product: Product): CardProduct {
  const { _id, name, image, unit, stock, price, discount, category } = product;
  return { _id, name, image: image[0] ?? '', unit, stock, price, discount, hue: category[0]?.hue ?? 140 };
}

/** What a price tag says; `before` and `percentOff` only where there is a discount. */
interface PriceTag {
  now: string;
  before: string | null;
  /** Such as `12.5%`, to be followed by OFF or Discount. */
  percentOff: string | null;
}

/** The price of a product as a shopper reads it: the discounted one, and what it was (specification section 9). */
export function toPriceTag(product: { price: number; discount: number }): PriceTag {
  const now = formatPaise(productPricePaise(product));
  if (product.discount <= 0) return { now, before: null, percentOff: null };
  return { now, before: formatPaise(toPaise(product.price)), percentOff: `${product.discount}%` };
}

declare module 'react' {
  interface CSSProperties {
    '--hue'?: number;
  }
}

/** The tint of a category for the tiles within: an oklch hue in degrees, read by the style sheets as `--hue`. */
export function hueStyle(hue: number): CSSProperties {
  return { '--hue': hue };
}
