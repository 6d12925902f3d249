import type { Category, SubCategory } from '#contract/category.ts';
import type { Product } from '#contract/product.ts';
import { listingPath } from '#contract/rules/slug.ts';
import { type CardProduct, toCardProduct } from '#web/storefront/product-card/card-product.ts';

/** A picture of the category grid. */
export interface CategoryTile {
  _id: string;
  name: string;
  image: string;
  hue: number;
  path: string;
}

/** One row of products; `hasMore` when the shop has further ones to put at its end. */
export interface HomeRow {
  categoryId: string;
  name: string;
  /** Where 'See All' leads; null while the category has no sub-category. */
  path: string | null;
  products: CardProduct[];
  hasMore: boolean;
}

export interface HomeData {
  /** Products whose pictures stand in the banner, each of another category. */
  banner: CardProduct[];
  tiles: CategoryTile[];
  rows: HomeRow[];
}

// A row on a wide screen shows six to seven cards. The page carries that many, one more where the first look
// falls; the rest of a row comes when it is near.
const cardsOfFirstRows = 8;
const cardsOfLaterRows = 7;
const firstRowCount = 2;
const bannerPictureCount = 5;

/** Everything the home page shows, cut down to what is seen. `productsByCategory` is in the order of `categories`. */
export function toHomeData(
  categories: readonly Category[],
  subCategories: readonly SubCategory[],
  productsByCategory: readonly (readonly Product[])[],
): HomeData {
  const tiles: CategoryTile[] = [];
  const rows: HomeRow[] = [];
  categories.forEach((category, index) => {
    const { _id, name, image, hue } = category;
    const path = categoryPath(category, subCategories);
    if (path !== null) tiles.push({ _id, name, image, hue, path });
    const products = productsByCategory[index] ?? [];
    if (products.length === 0) return;
    const shown = rows.length < firstRowCount ? cardsOfFirstRows : cardsOfLaterRows;
    rows.push({
      categoryId: _id,
      name,
      path,
      products: products.slice(0, shown).map(toCardProduct),
      hasMore: products.length > shown,
    });
  });
  const banner = rows.flatMap(({ products }) => products.find(({ stock }) => stock > 0) ?? []);
  return { banner: banner.slice(0, bannerPictureCount), tiles, rows };
}

/**
 * Where a category leads: to the listing of the first sub-category that lists it, both lists in the order of
 * their names (specification sections 2 and 4). Null while a category has no sub-category.
 */
export function categoryPath(
  category: Pick<Category, '_id' | 'name'>,
  subCategories: readonly Pick<SubCategory, '_id' | 'name' | 'category'>[],
): string | null {
  const first = subCategories.find((candidate) => candidate.category.some(({ _id }) => _id === category._id));
  return first === undefined ? null : listingPath(category, first);
}
