import * as contract from '#contract/product.ts';
import * as adminContract from '#contract/product.ts';
import { listStock } from '#server/features/catalogue/inventory/inventory.service.ts';
import { adminRoute, publicRoute } from '#server/http/route.ts';
import * as service from './product.service.ts';
import * as adminService from './product-admin.service.ts';

export const productRoutes = [
  publicRoute(contract.listProducts, async (context, input) => ({
    message: '',
    ...(await service.searchProducts(context, input)),
  })),
  publicRoute(
    contract.searchProducts,
    async (context, input) => ({ message: '', ...(await service.searchProducts(context, input)) }),
    {
      noteVisit: ({ zeroResultSearches, now }, { input, answer, visitor }) =>
        zeroResultSearches.note({
          visitor,
          search: input.search,
          hasFound: answer.totalCount > 0,
          at: now(),
        }),
    },
  ),
  publicRoute(contract.listProductsByCategory, async (context, { id, limit }) => ({
    message: '',
    data: await service.listProductsByCategory(context, id, limit),
  })),
  publicRoute(contract.listProductsByCategoryAndSubCategory, async (context, input) => ({
    message: '',
    ...(await service.listProductsByCategoryAndSubCategory(context, input)),
  })),
  publicRoute(contract.listProductsById, async (context, { ids }) => ({
    message: '',
    data: await service.listProductsById(context, ids),
  })),
  publicRoute(contract.getProductDetails, async (context, { productId }) => ({
    message: '',
    data: await service.getProduct(context, productId),
  })),
];

export const productAdminRoutes = [
  adminRoute(adminContract.createProduct, async (context, input) => ({
    message: 'Product created',
    data: await adminService.createProduct(context, input),
    created: true,
  })),
  adminRoute(adminContract.updateProduct, async (context, input) => ({
    message: 'Product updated',
    data: await adminService.updateProduct(context, input),
  })),
  adminRoute(adminContract.deleteProduct, async (context, { _id }) => {
    await adminService.deleteProduct(context, _id);
    return { message: 'Product deleted', data: null };
  }),
  adminRoute(adminContract.changeProducts, async (context, { changes }) => ({
    message: changes.length === 1 ? 'Product updated' : `${changes.length} products updated`,
    data: await adminService.changeProducts(context, changes),
  })),
  adminRoute(adminContract.listStock, async (context, query) => ({
    message: '',
    ...(await listStock(context, query)),
  })),
];
