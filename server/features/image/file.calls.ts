import * as contract from '#contract/file.ts';
import { adminCall } from '../../http/served-call.ts';
import { limitedUpload } from '../../http/upload.ts';
import { storeImage } from './image.service.ts';

const uploadFile = adminCall(contract.uploadFile, async (context, { image }) => ({
  message: 'Picture uploaded',
  data: { url: await storeImage(context, Buffer.from(image.buffer, image.byteOffset, image.length)) },
}));

export const fileCalls = [limitedUpload(uploadFile, 'uploadFile')];
