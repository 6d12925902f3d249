import type { CollectionSort, CollectionSource } from '#contract/home/home.ts';
import type { ShopPage } from '#contract/home/shop-path.ts';

/** The labels of the inputs, which the history shows too. */
export const scheduleLabels = {
  startsAt: 'Shown from',
  endsAt: 'Shown until',
  isActive: 'Shown',
} as const;

export const bannerLabels = {
  title: 'Picture description',
  titleHindi: 'Description in Hindi (optional)',
  image: 'Picture',
  phoneImage: 'Picture for phones (optional)',
  link: 'Link to',
} as const;

export const collectionLabels = {
  title: 'Title',
  titleHindi: 'Title in Hindi (optional)',
  source: 'Products',
  sort: 'Sort by',
  categoryIds: 'Categories',
  brand: 'Brand',
  minDiscount: 'Minimum discount (%)',
  maxPriceAmt: 'Maximum price (₹)',
  productCount: 'Maximum products',
} as const;

export const sortLabels: Readonly<Record<CollectionSort, string>> = {
  newest: 'The newest',
  'best-selling': 'The best-selling',
  discount: 'The largest discounts',
  'price-low': 'The cheapest',
  'price-high': 'The most expensive',
};

export const sourceLabels: Readonly<Record<CollectionSource['kind'], string>> = {
  PRODUCTS: 'Chosen one by one',
  RULE: 'By a rule',
};

export const linkLabels: Readonly<Record<ShopPage['kind'], string>> = {
  LISTING: 'A category',
  BRAND: 'A brand',
  COLLECTION: 'A collection',
  PRODUCT: 'A product',
  SEARCH: 'A search',
};
