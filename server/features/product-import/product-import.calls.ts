import * as contract from '#contract/product-import.ts';
import { adminCall } from '../../http/served-call.ts';
import { limitedUpload } from '../../http/upload.ts';
import * as service from './product-import.service.ts';

export const productImportCalls = [
  limitedUpload(
    adminCall(contract.checkImport, async (context, { file }) => ({
      message: 'File checked',
      data: await service.checkImport(context, file),
    })),
    'checkImport',
  ),
  adminCall(contract.applyImport, async (context, input) => ({
    message: 'The file is being applied',
    data: await service.applyImport(context, input),
  })),
  adminCall(contract.getImport, async (context, { _id }) => ({
    message: '',
    data: await service.getImport(context, _id),
  })),
];
