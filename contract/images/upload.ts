import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { response } from '#contract/base/fields.ts';
import { maximumUploadMegabytes, uploadedImagePattern } from './image.ts';

/** The URL of an image that was uploaded to this shop. */
export const uploadedImageUrl = z.string().regex(uploadedImagePattern, 'Upload a picture.');

export const uploadFile = defineEndpoint({
  method: 'POST',
  path: '/api/file/upload',
  summary: `Uploads an image (multipart field \`image\`: JPEG, PNG, WebP or AVIF, up to ${maximumUploadMegabytes} MB) and returns its URL.`,
  audience: 'staff',
  permissions: ['edit-products', 'home-page', 'settings'],
  upload: 'image',
  input: z.strictObject({ image: z.instanceof(Uint8Array) }),
  output: response(z.object({ url: z.string() })),
});
