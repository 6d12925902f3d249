import * as contract from '#contract/product.ts';
import { openCall } from '../../http/served-call.ts';
import * as service from './product.service.ts';

export const productCalls = [
  openCall(contract.listProducts, async (context, input) => ({
    message: '',
    ...(await service.searchProducts(context, input)),
  })),
  openCall(
    contract.searchProducts,
    async (context, input) => ({ message: '', ...(await service.searchProducts(context, input)) }),
    {
      noteVisit: ({ searchMisses, now }, { input, answer, visitor }) =>
        searchMisses.note({ visitor, search: input.search, hasFound: answer.totalCount > 0, at: now() }),
    },
  ),
  openCall(contract.listProductsByCategory, async (context, { id, limit }) => ({
    message: '',
    data: await service.listProductsByCategory(context, id, limit),
  })),
  openCall(contract.listProductsByCategoryAndSubCategory, async (context, input) => ({
    message: '',
    ...(await service.listProductsByCategoryAndSubCategory(context, input)),
  })),
  openCall(contract.listProductsById, async (context, { ids }) => ({
    message: '',
    data: await service.listProductsById(context, ids),
  })),
  openCall(contract.getProductDetails, async (context, { productId }) => ({
    message: '',
    data: await service.getProduct(context, productId),
  })),
];
