import { toPaise } from '#contract/base/money.ts';
import { discountSteps, type ProductFilter } from '#contract/products/product-filter.ts';

/** By what a product is sorted and filtered. */
export interface ProductAttributes {
  id: string;
  isSoldOut: boolean;
  hasPicture: boolean;
  /** After discount. */
  pricePaise: number;
  discountBasisPoints: number;
  createdAt: number;
  /** Empty for none. */
  brand: string;
  veg: boolean | null;
  /** Products of one family are the sizes of one product, which lists show and count once. Empty for none. */
  family: string;
}

/** Numbers of products and families for each value of a filter, with all other filters applied. */
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
const groups = ['brands', 'price', 'inStock', 'discount', 'veg'] as const satisfies Group[];
/** All combinations of failed filters. */
const combinations = 32;

const maximumBrands = 100;

/** Returns the filters that a product fails, as bits. */
export function filterBy(filter: ProductFilter): (product: ProductAttributes) => number {
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

/**
 * Counts products by the values of each filter, a family once for each value that one of its sizes has. Thousands at
 * once, so the loop creates nothing for products without a family.
 */
export function countFacets(products: readonly ProductAttributes[], filter: ProductFilter): FacetCounts {
  const failedBy = filterBy(filter);
  const counts = new Counts(filter);
  const families = new Map<string, ProductAttributes[]>();
  for (const product of products) {
    if (product.family === '') {
      const failed = failedBy(product);
      counts.addChoices(product, failed);
      counts.addFailures(1 << failed);
      continue;
    }
    const sizes = families.get(product.family);
    if (sizes === undefined) families.set(product.family, [product]);
    else sizes.push(product);
  }
  for (const sizes of families.values()) {
    let failures = 0;
    counts.startFamily();
    for (const size of sizes) {
      const failed = failedBy(size);
      failures |= 1 << failed;
      counts.addChoices(size, failed);
    }
    counts.addFailures(failures);
    counts.endFamily();
  }
  return counts.toFacets();
}

/** The choices that a size of the family has, each counted once. */
interface FamilyChoices {
  brands: Set<string>;
  discounts: number;
  inStock: boolean;
  veg: boolean;
  nonVeg: boolean;
}

class Counts {
  readonly #filter: ProductFilter;
  readonly #brands = new Map<string, { count: number }>();
  readonly #discounts = new Uint32Array(discountSteps.length);
  /** Numbers of products and families by the filter that they fail, where one size without it is enough; 0 is none. */
  readonly #without = new Uint32Array(combinations);
  #inStock = 0;
  #veg = 0;
  #nonVeg = 0;
  #minimum = Number.POSITIVE_INFINITY;
  #maximum = 0;
  #family: FamilyChoices | null = null;

  constructor(filter: ProductFilter) {
    this.#filter = filter;
  }

  startFamily(): void {
    this.#family = { brands: new Set(), discounts: 0, inStock: false, veg: false, nonVeg: false };
  }

  endFamily(): void {
    this.#family = null;
  }

  /** @param failures the combinations of filters that a product or the sizes of a family fail, as bits */
  addFailures(failures: number): void {
    const passes = failures & 1;
    if (passes !== 0) this.#without[0] = (this.#without[0] ?? 0) + 1;
    for (const group of groups) {
      if (passes !== 0 || (failures & (1 << bit[group])) !== 0)
        this.#without[bit[group]] = (this.#without[bit[group]] ?? 0) + 1;
    }
  }

  /** A product counts for a filter that alone excludes it. */
  addChoices(product: ProductAttributes, failed: number): void {
    const family = this.#family;
    if (
      (failed & ~bit.brands) === 0 &&
      product.brand !== '' &&
      !family?.brands.has(product.brand.toLowerCase())
    ) {
      family?.brands.add(product.brand.toLowerCase());
      const counted = this.#brands.get(product.brand);
      if (counted === undefined) this.#brands.set(product.brand, { count: 1 });
      else counted.count += 1;
    }
    if ((failed & ~bit.inStock) === 0 && !product.isSoldOut && family?.inStock !== true) {
      this.#inStock += 1;
      if (family !== null) family.inStock = true;
    }
    if ((failed & ~bit.veg) === 0 && product.veg === true && family?.veg !== true) {
      this.#veg += 1;
      if (family !== null) family.veg = true;
    }
    if ((failed & ~bit.veg) === 0 && product.veg === false && family?.nonVeg !== true) {
      this.#nonVeg += 1;
      if (family !== null) family.nonVeg = true;
    }
    if ((failed & ~bit.discount) === 0) this.#addDiscounts(product.discountBasisPoints);
    if ((failed & ~bit.price) === 0) {
      if (product.pricePaise < this.#minimum) this.#minimum = product.pricePaise;
      if (product.pricePaise > this.#maximum) this.#maximum = product.pricePaise;
    }
  }

  #addDiscounts(discountBasisPoints: number): void {
    const family = this.#family;
    for (let step = 0; step < discountSteps.length; step += 1) {
      if (discountBasisPoints < (discountSteps[step] ?? 0) * 100) continue;
      if (family !== null) {
        if ((family.discounts & (1 << step)) !== 0) continue;
        family.discounts |= 1 << step;
      }
      this.#discounts[step] = (this.#discounts[step] ?? 0) + 1;
    }
  }

  toFacets(): FacetCounts {
    const countWithout = (group: Group) => this.#without[bit[group]] ?? 0;
    const without = {
      brands: countWithout('brands'),
      price: countWithout('price'),
      inStock: countWithout('inStock'),
      discount: countWithout('discount'),
      veg: countWithout('veg'),
    };
    return {
      totalCount: this.#without[0] ?? 0,
      inStock: this.#inStock,
      veg: this.#veg,
      nonVeg: this.#nonVeg,
      without,
      brands: mergeSpellings(this.#brands, this.#filter.brands ?? []),
      discounts: discountSteps
        .map((step, index) => ({ minimum: step, count: this.#discounts[index] ?? 0 }))
        .filter(({ count }) => count > 0),
      price: without.price === 0 ? null : { minimum: this.#minimum / 100, maximum: this.#maximum / 100 },
    };
  }
}

/**
 * Brands that differ in case are one, named as most of its products name it. Those that are chosen are always among
 * them.
 */
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
