import * as contract from '#contract/product-upkeep.ts';
import { adminCall } from '../../http/served-call.ts';
import * as service from './product-upkeep.service.ts';
import { listStock } from './stock-list.service.ts';

export const productUpkeepCalls = [
  adminCall(contract.createProduct, async (context, input) => ({
    message: 'Product created',
    data: await service.createProduct(context, input),
    created: true,
  })),
  adminCall(contract.updateProduct, async (context, input) => ({
    message: 'Product updated',
    data: await service.updateProduct(context, input),
  })),
  adminCall(contract.deleteProduct, async (context, { _id }) => {
    await service.deleteProduct(context, _id);
    return { message: 'Product deleted', data: null };
  }),
  adminCall(contract.changeProducts, async (context, { changes }) => ({
    message: changes.length === 1 ? 'Product updated' : `${changes.length} products updated`,
    data: await service.changeProducts(context, changes),
  })),
  adminCall(contract.listStock, async (context, query) => ({
    message: '',
    ...(await listStock(context, query)),
  })),
];
