import type { CollectionSource } from '#contract/home/home.ts';
import type { Product } from '#contract/products/product.ts';
import type { Context } from '#server/http/context.ts';
import { listSubCategories } from '#server/products/category.service.ts';
import { type Candidate, filterAndSort } from '#server/search/product-sort.ts';

type ReadContext = Pick<Context, 'db' | 'now' | 'productCache' | 'productSearch'>;

interface ProductsOfCollection {
  source: CollectionSource;
  product_count: number;
}

/** The products of a collection that are in stock, one of each family, at most as many as it shows. */
export async function listCollectionProducts(
  context: ReadContext,
  { source, product_count: limit }: ProductsOfCollection,
): Promise<Product[]> {
  const ids = source.kind === 'PRODUCTS' ? source.productIds : await findByRule(context, source, limit);
  const products = await context.productCache.listWithStock(ids);
  const families = new Set<string>();
  const isFirst = ({ family }: Product) => {
    if (family === '') return true;
    const isNew = !families.has(family);
    families.add(family);
    return isNew;
  };
  return products.filter((product) => product.stock > 0 && isFirst(product)).slice(0, limit);
}

type Rule = Extract<CollectionSource, { kind: 'RULE' }>;

async function findByRule(context: ReadContext, rule: Rule, limit: number): Promise<string[]> {
  const { brand, minDiscount, maxPriceAmt, sort } = rule;
  const candidates = await listWithRelevance(context, rule.categoryIds);
  const { ids } = filterAndSort(
    candidates,
    {
      sort: sort === 'best-selling' ? 'popular' : sort,
      ...(brand !== '' && { brands: [brand] }),
      ...(minDiscount !== null && { minDiscount }),
      ...(maxPriceAmt !== null && { maxPrice: maxPriceAmt }),
      inStock: true,
    },
    { limit, offset: 0 },
    await context.productSearch.rankSales(context.now()),
  );
  return ids;
}

/** The products of any of these categories and sub-categories; all for none. */
async function listWithRelevance(
  { db, productSearch }: ReadContext,
  categoryIds: readonly string[],
): Promise<Candidate[]> {
  if (categoryIds.length === 0) return productSearch.listWithRelevance({ search: '' });
  const wanted = new Set(categoryIds);
  const listings = (await listSubCategories({ db })).flatMap(({ _id: subCategoryId, category }) =>
    category
      .filter(({ _id }) => wanted.has(_id) || wanted.has(subCategoryId))
      .map(({ _id: categoryId }) => ({ categoryId, subCategoryId })),
  );
  const lists = await Promise.all(listings.map((listing) => productSearch.listWithRelevance(listing)));
  // A product can be in several of them.
  return [...new Map(lists.flat().map((candidate) => [candidate.product.id, candidate])).values()];
}
