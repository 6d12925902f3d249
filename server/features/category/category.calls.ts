import * as contract from '#contract/category.ts';
import { openCall } from '../../http/served-call.ts';
import { listCategories } from './category.service.ts';

export const categoryCalls = [
  openCall(contract.listCategories, async (context) => ({
    message: '',
    data: await listCategories(context),
  })),
];
