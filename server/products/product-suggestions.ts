import type { CategoryName } from '#contract/products/category.ts';
import type { Product, SearchSuggestions } from '#contract/products/product.ts';
import type { Context } from '#server/http/context.ts';
import { findProductIds } from '#server/search/search.service.ts';
import { matchBrands } from './brand.service.ts';

const suggestedProducts = 5;
const suggestedListings = 3;
const suggestedBrands = 2;
/** The listings of as many results are counted. */
const countedProducts = 12;

/**
 * Suggests the first products of a search, the listings that most of the first results are in, the brands that it
 * names, and a correction.
 */
export async function suggestProducts(context: Context, search: string): Promise<SearchSuggestions> {
  if (search.trim() === '') return { products: [], brands: [], listings: [], correction: null };
  const { ids, correction } = await findProductIds(context, { search, page: 1, limit: countedProducts });
  const results = await context.productCache.listWithStock(ids);
  const brands = await context.productSearch.listBrands();
  const texts = correction === null ? [search] : [search, correction];
  return {
    brands: matchBrands(brands, texts, suggestedBrands),
    products: results
      .slice(0, suggestedProducts)
      .map(({ _id, name, nameHindi, unit, price, discount, salePrice, image: [image = ''] }) => ({
        _id,
        name,
        nameHindi,
        unit,
        price,
        discount,
        salePrice,
        image,
      })),
    listings: mostFrequentListings(results).slice(0, suggestedListings),
    correction,
  };
}

function mostFrequentListings(products: readonly Product[]): SearchSuggestions['listings'] {
  const listings = new Map<string, SearchSuggestions['listings'][number] & { count: number }>();
  const toName = ({ _id, name, nameHindi }: CategoryName): CategoryName => ({ _id, name, nameHindi });
  for (const {
    category: [category],
    subCategory: [subCategory],
  } of products) {
    if (category === undefined || subCategory === undefined) continue;
    const key = `${category._id} ${subCategory._id}`;
    const count = (listings.get(key)?.count ?? 0) + 1;
    listings.set(key, {
      category: toName(category),
      subCategory: toName(subCategory),
      count,
    });
  }
  return [...listings.values()]
    .sort((one, other) => other.count - one.count)
    .map(({ category, subCategory }) => ({ category, subCategory }));
}
