import { brandPath, toBrandSlug } from '#contract/base/slug.ts';
import {
  isFiltered,
  type ListOptions,
  type ListSort,
  productSorts,
  toListParameters,
} from '#contract/products/product-filter.ts';
import { t } from '#web/texts/t.ts';

/** How the API names a list that can be sorted and filtered. */
type FilteredInput = { search: string } | { brand: string } | { categoryId: string; subCategoryId: string };

/** A listing, a brand or a search: its address, and how the API names it. */
export interface ListSource<Input = FilteredInput> {
  path: string;
  /** Empty for a listing and a brand. */
  text: string;
  /** The order without options. */
  standardSort: ListSort | 'relevance';
  input: Input;
}

/** Any list, also a collection of the home page, which is neither sorted nor filtered. */
export type AnyListSource = ListSource<FilteredInput | { collectionId: string }>;

export function canFilter(source: AnyListSource): source is ListSource {
  return !('collectionId' in source.input);
}

function toAddress(path: string, text: string, options: ListOptions, page = 1): string {
  const parameters = new URLSearchParams([
    ...(text === '' ? [] : [['q', text]]),
    ...toListParameters(options),
    ...(page > 1 ? [['page', String(page)]] : []),
  ]);
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

/** The address of a list, sorted and filtered. */
export function listAddress({ path, text }: AnyListSource, options: ListOptions, page = 1): string {
  return toAddress(path, text, options, page);
}

/** The page with the form for these options. */
export function filterAddress({ path, text }: ListSource, options: ListOptions): string {
  return toAddress(`${path}/filter`, text, options);
}

export const sortTexts: Record<ListSource['standardSort'], string> = {
  relevance: t('products.sortRelevance'),
  popular: t('products.sortPopular'),
  newest: t('products.sortNewest'),
  'price-low': t('products.sortPriceLow'),
  'price-high': t('products.sortPriceHigh'),
  discount: t('products.sortDiscount'),
};

/** The orders of a list, its own first. */
export function listSorts({ standardSort }: ListSource): { sort: ListSort | undefined; text: string }[] {
  const others = productSorts.filter((sort) => sort !== standardSort);
  return [
    { sort: undefined, text: sortTexts[standardSort] },
    ...others.map((sort) => ({ sort, text: sortTexts[sort] })),
  ];
}

/** The page of a brand. Its input is the slug of its name. */
export function brandSource(name: string): ListSource {
  return { path: brandPath(name), text: '', standardSort: 'popular', input: { brand: toBrandSlug(name) } };
}

export type FilterGroup = 'brands' | 'price' | 'inStock' | 'discount' | 'veg';

export interface AppliedFilter {
  group: FilterGroup;
  text: string;
  /** The options without it. */
  rest: ListOptions;
}

function toPriceText(minPrice: number | undefined, maxPrice: number | undefined): string {
  if (minPrice === undefined) return t('products.upTo', { price: maxPrice ?? '' });
  return maxPrice === undefined
    ? t('products.from', { price: minPrice })
    : t('products.fromTo', { from: minPrice, to: maxPrice });
}

/** The filters of a list one by one, for removal. */
export function toAppliedFilters(options: ListOptions): AppliedFilter[] {
  const { brands = [], minPrice, maxPrice, inStock, minDiscount, veg } = options;
  const applied: AppliedFilter[] = brands.map((brand) => {
    const others = brands.filter((other) => other !== brand);
    return { group: 'brands', text: brand, rest: { ...options, brands: others } };
  });
  if (minPrice !== undefined || maxPrice !== undefined) {
    const rest = { ...options, minPrice: undefined, maxPrice: undefined };
    applied.push({ group: 'price', text: toPriceText(minPrice, maxPrice), rest });
  }
  if (inStock === true)
    applied.push({ group: 'inStock', text: t('products.inStock'), rest: { ...options, inStock: undefined } });
  if (minDiscount !== undefined) {
    const rest = { ...options, minDiscount: undefined };
    applied.push({ group: 'discount', text: toDiscountText(minDiscount), rest });
  }
  if (veg !== undefined)
    applied.push({
      group: 'veg',
      text: veg ? t('products.veg') : t('products.nonVeg'),
      rest: { ...options, veg: undefined },
    });
  return applied;
}

export function toCountText(products: number): string {
  return t('products.count', { count: products });
}

export function toDiscountText(minimum: number): string {
  return t('products.discountFrom', { percent: minimum });
}

/** The options without filters. */
export function withoutFilters({ sort }: ListOptions): ListOptions {
  return { sort };
}

/** Whether a list is empty because of its filters. */
export function isEmptied(options: ListOptions, totalCount: number): boolean {
  return totalCount === 0 && isFiltered(options);
}
