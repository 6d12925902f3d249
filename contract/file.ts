import { z } from 'zod';
import { answer, describeCall } from './call.ts';

export const uploadFile = describeCall({
  name: 'uploadFile',
  summary:
    'Takes in a picture (multipart field `image`: JPEG, PNG, WebP or AVIF, up to 5 MB) and gives its address.',
  audience: 'admin',
  upload: 'image',
  input: z.strictObject({ image: z.instanceof(Uint8Array) }),
  output: answer(z.object({ url: z.string() })),
});
