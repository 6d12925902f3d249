/** Orders of a list besides relevance, which a list of search results has without one of them. */
export const productSorts = ['popular', 'newest', 'price-low', 'price-high', 'discount'] as const;
export type ListSort = (typeof productSorts)[number];

export const maximumFilterBrands = 10;
/** Percentages of the filter 'N % off or more'. */
export const discountSteps = [10, 20, 30, 50] as const;

/** Conditions of a list of products. Prices are rupees after discount, bounds included. */
export interface ProductFilter {
  /** Any of these, in any case. */
  brands?: string[] | undefined;
  minPrice?: number | undefined;
  maxPrice?: number | undefined;
  inStock?: boolean | undefined;
  /** Percent. */
  minDiscount?: number | undefined;
  /** True for vegetarian, false for non-vegetarian. */
  veg?: boolean | undefined;
}

/** How a list of products is sorted and filtered; nothing for the list as it is. */
export interface ListOptions extends ProductFilter {
  sort?: ListSort | undefined;
}

/** Lists of brands with the same meaning are equal. */
export function toCanonicalBrands(brands: readonly string[]): string[] {
  const byKey = new Map(brands.map((brand) => [brand.toLowerCase(), brand] as const).reverse());
  return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, brand]) => brand);
}

const maximumBrandLength = 100;

function readBrands(parameters: URLSearchParams): string[] {
  const brands = parameters
    .getAll('brand')
    .map((brand) => brand.trim())
    .filter(
      (brand) =>
        brand !== '' && brand.length <= maximumBrandLength && brand.isWellFormed() && !/\p{Cc}/u.test(brand),
    );
  return toCanonicalBrands(brands).slice(0, maximumFilterBrands);
}

function readRupees(parameters: URLSearchParams, name: string): number | undefined {
  const text = parameters.get(name) ?? '';
  return /^0*[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined;
}

/**
 * Reads the query parameters of a page; ignores invalid values. `standardSort` is the order of the list without the
 * parameter.
 */
export function parseListOptions(
  parameters: URLSearchParams,
  standardSort?: ListSort | 'relevance',
): ListOptions {
  const brands = readBrands(parameters);
  const [min, max] = [readRupees(parameters, 'min'), readRupees(parameters, 'max')];
  const isSwapped = min !== undefined && max !== undefined && min > max;
  const sort = productSorts.find((each) => each === parameters.get('sort') && each !== standardSort);
  const minDiscount = discountSteps.find((step) => String(step) === parameters.get('discount'));
  const veg = parameters.get('veg');
  return {
    ...(sort !== undefined && { sort }),
    ...(brands.length > 0 && { brands }),
    ...(min !== undefined && { minPrice: isSwapped ? max : min }),
    ...(max !== undefined && { maxPrice: isSwapped ? min : max }),
    ...(parameters.get('stock') === 'in' && { inStock: true }),
    ...(minDiscount !== undefined && { minDiscount }),
    ...((veg === 'veg' || veg === 'non-veg') && { veg: veg === 'veg' }),
  };
}

/** The query parameters of options, in a fixed order. */
export function toListParameters(options: ListOptions): [name: string, value: string][] {
  const { sort, brands = [], minPrice, maxPrice, inStock, minDiscount, veg } = options;
  const pairs: [string, string | undefined][] = [
    ['sort', sort],
    ...brands.map((brand): [string, string] => ['brand', brand]),
    ['min', minPrice?.toString()],
    ['max', maxPrice?.toString()],
    ['stock', inStock === true ? 'in' : undefined],
    ['discount', minDiscount?.toString()],
    ['veg', veg === undefined ? undefined : veg ? 'veg' : 'non-veg'],
  ];
  return pairs.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}

/** Whether a list is filtered, apart from its order. */
export function isFiltered({ sort: _sort, ...filter }: ListOptions): boolean {
  return toListParameters(filter).length > 0;
}
