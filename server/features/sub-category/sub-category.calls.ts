import * as contract from '#contract/sub-category.ts';
import { adminCall, openCall } from '../../http/served-call.ts';
import * as service from './sub-category.service.ts';

export const subCategoryCalls = [
  openCall(contract.listSubCategories, async (context) => ({
    message: '',
    data: await service.listSubCategories(context),
  })),
  adminCall(contract.createSubCategory, async (context, input) => ({
    message: 'Sub category created',
    data: await service.createSubCategory(context, input),
    created: true,
  })),
  adminCall(contract.updateSubCategory, async (context, input) => ({
    message: 'Sub category updated',
    data: await service.updateSubCategory(context, input),
  })),
  adminCall(contract.deleteSubCategory, async (context, { _id }) => {
    await service.deleteSubCategory(context, _id);
    return { message: 'Sub category deleted', data: null };
  }),
];
