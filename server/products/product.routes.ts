import { endpoints } from '#contract/api.ts';
import type { Product } from '#contract/products/product.ts';
import type { ListOptions } from '#contract/products/product-filter.ts';
import { toProductTags } from '#server/cache/catalogue-cache.ts';
import { route } from '#server/http/route.ts';
import { findNextSalesCount } from '#server/search/sales-ranks.ts';
import { listBrands } from './brand.service.ts';
import * as categories from './category.service.ts';
import { countDemoCatalogue, removeDemoCatalogue } from './demo-catalogue.service.ts';
import * as service from './product.service.ts';
import { hasOptions } from './product.service.ts';
import * as adminService from './product-admin.service.ts';
import { suggestProducts } from './product-suggestions.ts';
import { listStock } from './product-table.service.ts';

interface ListQuery extends ListOptions {
  page: number;
  after?: string | undefined;
}

/**
 * The tags of sorted and filtered lists of search results are also those of brands: each change of a brand announces
 * them.
 */
const brandTags = ['search', 'search-later-pages', 'search-facets'];

function searchTags(query: ListQuery, { data }: { data: readonly Product[] }): string[] {
  return [...listTags(query, 'search', ''), ...toProductTags(data)];
}

/** @param id of what is listed, after a colon */
function listTags(query: ListQuery, kind: 'search' | 'sub-category', id: string): string[] {
  const isSelected = hasOptions(query);
  return [
    `${kind}${id}`,
    // A product that sells out leaves a filtered list, and its place in a sorted one.
    ...(query.page > 1 || isSelected ? [`${kind}-later-pages${id}`] : []),
    ...(isSelected ? [`${kind}-facets${id}`] : []),
  ];
}

/** A list by popularity changes when sales are counted. */
function listExpiry({ sort = 'popular' }: ListOptions, _response: unknown, at: Date): Date | null {
  return sort === 'popular' ? findNextSalesCount(at) : null;
}

/** Without `sort` a search is in the order of relevance. */
function searchExpiry({ sort }: ListOptions, _response: unknown, at: Date): Date | null {
  return sort === 'popular' ? findNextSalesCount(at) : null;
}

export const productRoutes = [
  route(
    endpoints.listProducts,
    async (context, input) => ({ message: '', ...(await service.searchProducts(context, input)) }),
    { tags: searchTags },
  ),
  route(
    endpoints.searchProducts,
    async (context, input) => ({ message: '', ...(await service.searchProducts(context, input)) }),
    {
      tags: searchTags,
      expiresAt: searchExpiry,
      onResponse({ searchCounts, now }, input, { totalCount: productCount }) {
        const { search, page } = input;
        // Further pages, and the same search sorted or filtered, are no other search.
        if (search === '' || page > 1 || hasOptions(input)) return;
        return (visitor) => searchCounts.record({ visitor, search, productCount, at: now() });
      },
    },
  ),
  route(
    endpoints.suggestProducts,
    async (context, { search }) => ({ message: '', data: await suggestProducts(context, search) }),
    // A product that sells out can leave the results that are counted.
    { tags: (_input, { data }) => ['search', 'search-later-pages', ...toProductTags(data.products)] },
  ),
  route(
    endpoints.listProductsByCategory,
    async (context, { id, limit }) => ({
      message: '',
      data: await service.listProductsByCategory(context, id, limit),
    }),
    {
      tags: ({ id }, { data }) => [`category:${id}`, ...toProductTags(data)],
      expiresAt: (_input, _response, at) => findNextSalesCount(at),
    },
  ),
  route(
    endpoints.listProductsByCategoryAndSubCategory,
    async (context, input) => ({
      message: '',
      ...(await service.listProductsByCategoryAndSubCategory(context, input)),
    }),
    {
      tags: (query, { data }) => [
        ...listTags(query, 'sub-category', `:${query.subCategoryId}`),
        ...toProductTags(data),
      ],
      expiresAt: listExpiry,
    },
  ),
  route(
    endpoints.listProductsByBrand,
    async (context, input) => ({ message: '', ...(await service.listProductsByBrand(context, input)) }),
    { tags: (_input, { data }) => [...brandTags, ...toProductTags(data)], expiresAt: listExpiry },
  ),
  route(
    endpoints.listBrands,
    async (context, input) => ({ message: '', data: await listBrands(context, input) }),
    { tags: () => ['search', 'search-facets'] },
  ),
  route(
    endpoints.listFacets,
    async (context, input) => ({ message: '', data: await service.listFacets(context, input) }),
    {
      tags: ({ subCategoryId }) => {
        const query = { page: 1, inStock: true };
        return subCategoryId === undefined
          ? listTags(query, 'search', '')
          : listTags(query, 'sub-category', `:${subCategoryId}`);
      },
    },
  ),
  route(
    endpoints.listProductsById,
    async (context, { ids }) => ({ message: '', data: await service.listProductsById(context, ids) }),
    { tags: ({ ids }) => ids.map((id) => `product:${id}`) },
  ),
  route(
    endpoints.getProductDetails,
    async (context, { productId }) => ({
      message: '',
      data: await service.getProductWithSizes(context, productId),
    }),
    { tags: ({ productId }, { data }) => [`product:${productId}`, ...toProductTags(data.sizes)] },
  ),
];

export const productAdminRoutes = [
  route(endpoints.findPictureProducts, async (context, { keys }) => ({
    message: '',
    data: await adminService.findByKeys(context, keys),
  })),
  route(endpoints.createProduct, async (context, input) => ({
    message: 'Product created',
    data: await adminService.createProduct(context, input),
    created: true,
  })),
  route(
    endpoints.updateProduct,
    async (context, input) => ({
      message: 'Product updated',
      data: await adminService.updateProduct(context, input),
    }),
    { needsStepUp: 'in service' },
  ),
  route(endpoints.deleteProduct, async (context, { _id }) => {
    await adminService.deleteProduct(context, _id);
    return { message: 'Product deleted', data: null };
  }),
  route(
    endpoints.changeProducts,
    async (context, { changes }) => ({
      message: changes.length === 1 ? 'Product updated' : `${changes.length} products updated`,
      data: await adminService.changeProducts(context, changes),
    }),
    { needsStepUp: 'in service' },
  ),
  route(endpoints.listStock, async (context, query) => ({
    message: '',
    ...(await listStock(context, query)),
  })),
];

export const categoryRoutes = [
  route(
    endpoints.listCategories,
    async (context) => ({ message: '', data: await categories.listCategories(context) }),
    { tags: () => ['navigation'] },
  ),
  route(endpoints.addCategory, async (context, input) => ({
    message: 'Category added',
    data: await categories.addCategory(context, input),
    created: true,
  })),
  route(endpoints.updateCategory, async (context, input) => ({
    message: 'Category updated',
    data: await categories.updateCategory(context, input),
  })),
  route(endpoints.deleteCategory, async (context, { _id }) => {
    await categories.deleteCategory(context, 'category', _id);
    return { message: 'Category deleted', data: null };
  }),
  route(
    endpoints.listSubCategories,
    async (context) => ({ message: '', data: await categories.listSubCategories(context) }),
    { tags: () => ['navigation'] },
  ),
  route(endpoints.createSubCategory, async (context, input) => ({
    message: 'Sub-category created',
    data: await categories.createSubCategory(context, input),
    created: true,
  })),
  route(endpoints.updateSubCategory, async (context, input) => ({
    message: 'Sub-category updated',
    data: await categories.updateSubCategory(context, input),
  })),
  route(endpoints.deleteSubCategory, async (context, { _id }) => {
    await categories.deleteCategory(context, 'sub-category', _id);
    return { message: 'Sub-category deleted', data: null };
  }),
  route(endpoints.getDemoCatalogue, async (context) => ({
    message: '',
    data: await countDemoCatalogue(context),
  })),
  route(endpoints.removeDemoCatalogue, async (context) => ({
    message: 'Demo catalogue removed',
    data: await removeDemoCatalogue(context),
  })),
];
