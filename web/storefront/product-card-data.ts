import type { CSSProperties } from 'react';
import {
  formatPaise,
  type PricingInRupees,
  productPricePaise,
  toOffPercent,
  toPaise,
} from '#contract/base/money.ts';
import { toShownName } from '#contract/base/slug.ts';
import type { Product } from '#contract/products/product.ts';
import { type Named, nameOf } from '#web/texts/t.ts';

/** The fields of a product that cards, cart lines and search results need; page data contains no others. */
export interface ProductCardData {
  _id: string;
  name: string;
  /** Missing if the product has none. */
  nameHindi?: string;
  /** The first image; empty when there is none. */
  image: string;
  unit: string;
  /** For example `₹120.00/kg`. Missing if the product has none. */
  unitPrice?: string;
  stock: number;
  /** The grams of a piece of a product that is sold by weight: `unit` names them. Missing if it is not. */
  stepGrams?: number;
  /** Most pieces in one order, if the product has its own maximum. */
  maximum?: number;
  /** Rupees before discount. */
  price: number;
  /** Percent. */
  discount: number;
  /** Rupees, instead of the discount. Missing if the product has none. */
  salePrice?: number;
  /** The tint of the category: an oklch hue in degrees. */
  hue: number;
  /** Missing if the product is not a size of a family. */
  family?: string;
  /** In a list that shows one size of each family: the number of sizes, if there are several. */
  options?: number;
}

export function toProductCardData(product: Product): ProductCardData {
  const { _id, name, image, unit, unitPrice, stock, price, discount, category } = product;
  const { nameHindi, salePrice, maximumPerOrder, family, stepGrams } = product;
  return {
    _id,
    name,
    image: image[0] ?? '',
    unit,
    stock,
    price,
    discount,
    hue: category[0]?.hue ?? 140,
    ...(nameHindi !== '' && { nameHindi }),
    ...(salePrice !== null && { salePrice }),
    ...(unitPrice !== '' && { unitPrice }),
    ...(stepGrams !== null && { stepGrams }),
    ...(maximumPerOrder !== null && { maximum: maximumPerOrder }),
    ...(family !== '' && { family }),
  };
}

/** A product in a list that shows one size of each family. */
export function toFamilyCardData(product: Product): ProductCardData {
  const data = toProductCardData(product);
  return product.options > 1 ? { ...data, options: product.options } : data;
}

/** The products of a row in their order, with those without a picture after the others, before those out of stock. */
export function withPicturesFirst<Shown extends Pick<ProductCardData, 'stock' | 'image'>>(
  products: readonly Shown[],
): Shown[] {
  const rankOf = ({ stock, image }: Shown) => (stock > 0 ? 0 : 2) + (image === '' ? 1 : 0);
  return [...products].sort((one, other) => rankOf(one) - rankOf(other));
}

/** The name in the language of the page beside the unit (`toShownName`). */
export function shownNameOf(product: Named & { unit: string }): string {
  return toShownName({ name: nameOf(product), unit: product.unit });
}

/** `before` and `percentOff` are null when nothing is taken off, `percentOff` also below 1 % of a sale price. */
interface PriceTag {
  now: string;
  before: string | null;
  /** For example `12.5%`. */
  percentOff: string | null;
}

export function toPriceTag(product: PricingInRupees): PriceTag {
  const [beforePaise, paise] = [toPaise(product.price), productPricePaise(product)];
  const percent = toOffPercent(product);
  const isReduced = paise < beforePaise || percent > 0;
  return {
    now: formatPaise(paise),
    before: isReduced ? formatPaise(beforePaise) : null,
    percentOff: percent > 0 ? `${percent}%` : null,
  };
}

declare module 'react' {
  interface CSSProperties {
    '--hue'?: number;
    '--word-width'?: string;
  }
}

/** The classes of the square ground of a product or category image, except its corners. */
export const tileClass = 'grid aspect-square place-items-center overflow-hidden bg-tint [&_picture]:contents';

/** The classes of the image within, except its padding. */
export const tileImageClass = 'size-full object-contain';

/** Sets the hue of the tiles within an element. */
export function tileHueStyle(hue: number): CSSProperties {
  return { '--hue': hue };
}

/**
 * Width of the longest word of a label, in em, for `wholeWordsClass`. Estimated by letters, not too small: marks above
 * and below a letter take no width, an m or a capital more than an l.
 */
export function wordWidthStyle(label: string): CSSProperties {
  const count = (word: string, letters: RegExp) => word.match(letters)?.length ?? 0;
  const widths = label
    .split(/[\s/-]+/)
    .map(
      (word) =>
        0.6 * ([...word].length - count(word, /\p{Mn}/gu)) -
        0.22 * count(word, /[fijlrtI.,'’]|\p{Mc}/gu) +
        0.2 * count(word, /[mw&]|\p{Lu}/gu),
    );
  return { '--word-width': Math.max(1, ...widths).toFixed(2) };
}

/**
 * Letters that are small enough for the longest word of a label to be on one line of `--label-width`, and not below 8
 * pixels, where a word breaks that no letters could make fit. Without a container query: Chromium draws the first frame
 * of a page that is still arriving as if there were none, which moves what is below.
 */
export const wholeWordsClass =
  'text-[length:clamp(0.5rem,calc(var(--label-width)/var(--word-width)),var(--label-size))] wrap-break-word';
