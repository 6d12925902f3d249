import * as contract from '#contract/sub-category.ts';
import { openCall } from '../../http/served-call.ts';
import { listSubCategories } from './sub-category.service.ts';

export const subCategoryCalls = [
  openCall(contract.listSubCategories, async (context) => ({
    message: '',
    data: await listSubCategories(context),
  })),
];
