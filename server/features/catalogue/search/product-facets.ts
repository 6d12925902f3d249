import { toPaise } from '#contract/rules/money.ts';
import { discountSteps, type ListOptions, type ProductFilter } from '#contract/rules/product-filter.ts';

/** By what a product is sorted and filtered. */
export interface ProductAttributes {
  id: string;
  isSoldOut: boolean;
  /** After discount. */
  pricePaise: number;
  discountBasisPoints: number;
  createdAt: number;
  /** Empty for none. */
  brand: string;
  veg: boolean | null;
}

/** A product with its relevance: smaller is better, the second number decides among equals. */
export interface Candidate {
  product: ProductAttributes;
  rank: readonly [number, number];
}

/** Numbers of products for each value of a filter, with all other filters applied. */
export interface FacetCounts {
  /** With all filters. */
  totalCount: number;
  /** The most frequent ones first. */
  brands: { name: string; count: number }[];
  inStock: number;
  discounts: { minimum: number; count: number }[];
  veg: number;
  nonVeg: number;
  /** Rupees, null without products. */
  price: { minimum: number; maximum: number } | null;
  /** Numbers of products without one of the filters. */
  without: { brands: number; price: number; inStock: number; discount: number; veg: number };
}

const bit = { brands: 1, price: 2, inStock: 4, discount: 8, veg: 16 } as const;
type Group = keyof typeof bit;
/** All combinations of failed filters. */
const combinations = 32;

const maximumBrands = 100;

/** Returns the filters that a product fails, as bits. */
function filterBy(filter: ProductFilter): (product: ProductAttributes) => number {
  const keys = new Set(filter.brands?.map((brand) => brand.toLowerCase()));
  /** By spelling, of which there are few. */
  const isChosen = new Map<string, boolean>();
  const passesBrands = (brand: string): boolean => {
    const known = isChosen.get(brand);
    if (known !== undefined) return known;
    const passes = keys.has(brand.toLowerCase());
    isChosen.set(brand, passes);
    return passes;
  };
  const minimum = toPaise(filter.minPrice ?? 0);
  const maximum = filter.maxPrice === undefined ? Number.POSITIVE_INFINITY : toPaise(filter.maxPrice);
  const minimumDiscount = (filter.minDiscount ?? 0) * 100;
  return ({ brand, pricePaise, isSoldOut, discountBasisPoints, veg }) =>
    (keys.size === 0 || passesBrands(brand) ? 0 : bit.brands) |
    (pricePaise >= minimum && pricePaise <= maximum ? 0 : bit.price) |
    (filter.inStock === true && isSoldOut ? bit.inStock : 0) |
    (discountBasisPoints >= minimumDiscount ? 0 : bit.discount) |
    (filter.veg === undefined || veg === filter.veg ? 0 : bit.veg);
}

/** Counts products by the values of each filter. Thousands at once, so the loop creates nothing for each of them. */
export function countFacets(products: readonly ProductAttributes[], filter: ProductFilter): FacetCounts {
  const failedBy = filterBy(filter);
  /** Numbers of products by the filters that they fail. */
  const failures = new Uint32Array(combinations);
  const brands = new Map<string, { count: number }>();
  const discounts = new Uint32Array(discountSteps.length);
  let [inStock, veg, nonVeg] = [0, 0, 0];
  let [minimum, maximum] = [Number.POSITIVE_INFINITY, 0];
  for (const product of products) {
    const failed = failedBy(product);
    failures[failed] = (failures[failed] ?? 0) + 1;
    // A product counts for a filter that alone excludes it.
    if ((failed & ~bit.brands) === 0 && product.brand !== '') {
      const counted = brands.get(product.brand);
      if (counted === undefined) brands.set(product.brand, { count: 1 });
      else counted.count += 1;
    }
    if ((failed & ~bit.inStock) === 0 && !product.isSoldOut) inStock += 1;
    if ((failed & ~bit.veg) === 0 && product.veg !== null) {
      if (product.veg) veg += 1;
      else nonVeg += 1;
    }
    if ((failed & ~bit.discount) === 0) {
      const { discountBasisPoints } = product;
      for (let step = 0; step < discounts.length; step += 1) {
        if (discountBasisPoints >= (discountSteps[step] ?? 0) * 100)
          discounts[step] = (discounts[step] ?? 0) + 1;
      }
    }
    if ((failed & ~bit.price) === 0) {
      if (product.pricePaise < minimum) minimum = product.pricePaise;
      if (product.pricePaise > maximum) maximum = product.pricePaise;
    }
  }
  const totalCount = failures[0] ?? 0;
  const countWithout = (group: Group) => totalCount + (failures[bit[group]] ?? 0);
  const without = {
    brands: countWithout('brands'),
    price: countWithout('price'),
    inStock: countWithout('inStock'),
    discount: countWithout('discount'),
    veg: countWithout('veg'),
  };
  return {
    ...{ totalCount, inStock, veg, nonVeg, without },
    brands: mergeSpellings(brands, filter.brands ?? []),
    discounts: discountSteps
      .map((step, index) => ({ minimum: step, count: discounts[index] ?? 0 }))
      .filter(({ count }) => count > 0),
    price: without.price === 0 ? null : { minimum: minimum / 100, maximum: maximum / 100 },
  };
}

/** Brands that differ in case are one, named as most of its products name it. Those that are chosen are always among them. */
function mergeSpellings(
  counts: ReadonlyMap<string, { count: number }>,
  chosen: readonly string[],
): FacetCounts['brands'] {
  const chosenKeys = new Set(chosen.map((brand) => brand.toLowerCase()));
  const byKey = Map.groupBy(
    [
      ...[...counts].map(([name, { count }]) => ({ name, count })),
      ...chosen.map((name) => ({ name, count: 0 })),
    ],
    ({ name }) => name.toLowerCase(),
  );
  const compare = (one: FacetCounts['brands'][number], other: typeof one) =>
    other.count - one.count || (one.name < other.name ? -1 : 1);
  const merged = [...byKey].map(([key, spellings]) => ({
    key,
    name: spellings.sort(compare)[0]?.name ?? '',
    count: spellings.reduce((sum, { count }) => sum + count, 0),
  }));
  return merged
    .sort(compare)
    .filter(({ key }, position) => position < maximumBrands || chosenKeys.has(key))
    .map(({ name, count }) => ({ name, count }));
}

/** The position of a product in a list: `first`, then `second` in ascending order, then the id in descending order. */
interface Position {
  first: number;
  second: number;
  id: string;
}

/** Above all prices and discounts, in their units. */
const soldOut = 10 ** 12;

function positionBy(sort: ListOptions['sort']): (candidate: Candidate) => Position {
  const inStockFirst = (toNumber: (product: ProductAttributes) => number) => {
    return ({ product }: Candidate): Position => ({
      first: (product.isSoldOut ? soldOut : 0) + toNumber(product),
      second: -product.createdAt,
      id: product.id,
    });
  };
  switch (sort) {
    case 'newest':
      return inStockFirst(() => 0);
    case 'price-low':
      return inStockFirst(({ pricePaise }) => pricePaise);
    case 'price-high':
      return inStockFirst(({ pricePaise }) => -pricePaise);
    case 'discount':
      return inStockFirst(({ discountBasisPoints }) => -discountBasisPoints);
    default:
      return ({ product: { id }, rank: [first, second] }) => ({ first, second, id });
  }
}

function compare(one: Position, other: Position): number {
  return (
    one.first - other.first ||
    one.second - other.second ||
    (one.id > other.id ? -1 : one.id < other.id ? 1 : 0)
  );
}

const cursorPattern = /^(-?\d{1,17}) (-?\d{1,17}) ([0-9A-Za-z]{1,32})$/;

function parseCursor(after: string): Position | null {
  const [, first, second, id] = cursorPattern.exec(after) ?? [];
  if (first === undefined || second === undefined || id === undefined) return null;
  return { first: Number(first), second: Number(second), id };
}

export interface SelectedPage {
  ids: string[];
  totalCount: number;
  /** Where the next page continues, whatever has changed until then; null on the last page. */
  next: string | null;
}

interface SelectRange {
  limit: number;
  offset: number;
  /** `next` of the page before, instead of the offset. */
  after?: string | undefined;
}

/** Filters and sorts candidates. Products in stock come first in every order except relevance, which has its own rule. */
export function selectFiltered(
  candidates: readonly Candidate[],
  { sort, ...filter }: ListOptions,
  { limit, offset, after = '' }: SelectRange,
): SelectedPage {
  const failedBy = filterBy(filter);
  const toPosition = positionBy(sort);
  const positions = candidates.filter(({ product }) => failedBy(product) === 0).map(toPosition);
  const cursor = parseCursor(after);
  const rest = cursor === null ? positions : positions.filter((position) => compare(position, cursor) > 0);
  const start = cursor === null ? offset : 0;
  const page = selectFirst(rest, start + limit, compare)
    .sort(compare)
    .slice(start, start + limit);
  const last = page.at(-1);
  const hasMore = start + limit < rest.length;
  return {
    ids: page.map(({ id }) => id),
    totalCount: positions.length,
    next: hasMore && last !== undefined ? `${last.first} ${last.second} ${last.id}` : null,
  };
}

/** Returns the first `count` items, not in order if they are most of all. Sorting thousands to show twelve takes too long. */
export function selectFirst<Item>(
  items: readonly Item[],
  count: number,
  compare: (one: Item, other: Item) => number,
): Item[] {
  if (items.length <= 4 * count) return [...items];
  const first: Item[] = [];
  for (const item of items) {
    const last = first[count - 1];
    if (last !== undefined && compare(item, last) > 0) continue;
    let low = 0;
    let high = first.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = first[middle];
      if (other !== undefined && compare(other, item) < 0) low = middle + 1;
      else high = middle;
    }
    first.splice(low, 0, item);
    if (first.length > count) first.pop();
  }
  return first;
}
