/** What a shelf holds, which decides the words and the details of its products. */
export type ProductKind =
  | 'produce'
  | 'chilled'
  | 'bakery'
  | 'staple'
  | 'spice'
  | 'snack'
  | 'sweet'
  | 'frozen'
  | 'drink'
  | 'brew'
  | 'quick-meal'
  | 'condiment'
  | 'meat'
  | 'baby'
  | 'care'
  | 'cleaning'
  | 'home'
  | 'puja'
  | 'pet-food'
  | 'pet-care';

/** A sub-category as its data file writes it. */
export interface SubCategoryData {
  name: string;
  /** Other categories that show this shelf too. */
  alsoIn?: readonly string[];
  kind: ProductKind;
  /** How long the goods keep, or how long they are guaranteed. */
  life: string;
  /** Ingredients or material. */
  made: string;
  /** Names from `brands.ts`, with commas between; `-` is loose, without a brand. */
  brands: string;
  /** Sentences about these goods, of which each product shows one. */
  about: readonly string[];
  /** The price list; `price-list.ts` tells how a line reads. */
  lines: readonly string[];
}

/** A category as its data file writes it. */
export interface CategoryData {
  name: string;
  /** The tint of its tiles: an oklch hue in degrees. */
  hue: number;
  /** Foods of the artist that stand for the category in its picture. */
  foods: readonly string[];
  shelves: readonly SubCategoryData[];
}
