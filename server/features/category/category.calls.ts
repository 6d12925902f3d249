import * as contract from '#contract/category.ts';
import { adminCall, openCall } from '../../http/served-call.ts';
import * as service from './category.service.ts';

export const categoryCalls = [
  openCall(contract.listCategories, async (context) => ({
    message: '',
    data: await service.listCategories(context),
  })),
  adminCall(contract.addCategory, async (context, input) => ({
    message: 'Category added',
    data: await service.addCategory(context, input),
    created: true,
  })),
  adminCall(contract.updateCategory, async (context, input) => ({
    message: 'Category updated',
    data: await service.updateCategory(context, input),
  })),
  adminCall(contract.deleteCategory, async (context, { _id }) => {
    await service.deleteCategory(context, _id);
    return { message: 'Category deleted', data: null };
  }),
];
