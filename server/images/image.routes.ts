import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoints } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { imageFormats, imageWidths, previewImage } from '#contract/images/image.ts';
import type { Context } from '#server/http/context.ts';
import { route } from '#server/http/route.ts';
import { derivedFiles, getDerived, getImage, storeImage } from './image.service.ts';

const parameters = z.object({
  hash: z.string().regex(/^[0-9A-Za-z]{16,64}$/),
  width: z.coerce.number().pipe(z.literal(imageWidths)),
  format: z.enum(imageFormats),
});

const forEver = 'public, max-age=31536000, immutable';

/** Serves `/images/<hash>/<width>.<format>` and what is made of it; such an address never changes what it shows. */
export function registerImageRoutes(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { hash: string; file: string } }>('/images/:hash/:file', async (request, reply) => {
    const { etag, type, read } = imageOf(context, request.params);
    // The content never changes, so any copy is current.
    if (request.headers['if-none-match']?.split(/, */).includes(etag) === true) {
      return reply.code(304).header('ETag', etag).header('Cache-Control', forEver).send();
    }
    const bytes = await read();
    return reply
      .header('ETag', etag)
      .header('Content-Type', type)
      .header('Cache-Control', forEver)
      .send(bytes);
  });
}

function imageOf(context: Context, { hash, file }: { hash: string; file: string }) {
  const derived = derivedFiles.find((each) => each === file);
  if (derived !== undefined && parameters.shape.hash.safeParse(hash).success)
    return {
      etag: derived === previewImage.fileName ? `"${hash}-preview"` : `"${hash}-${derived}"`,
      type: derived === previewImage.fileName ? previewImage.type : 'image/png',
      read: () => getDerived(context, hash, derived),
    };
  const [width, format, ...rest] = file.split('.');
  const { data: variant } = parameters.safeParse({ hash, width, format });
  if (variant === undefined || rest.length > 0) {
    throw new AppError('NOT_FOUND', { message: 'Picture not found.' });
  }
  return {
    etag: `"${variant.hash}-${variant.width}-${variant.format}"`,
    type: `image/${variant.format}`,
    read: () => getImage(context, variant),
  };
}

export const fileRoutes = [
  route(
    endpoints.uploadFile,
    async (context, { image }) => ({
      message: 'Picture uploaded',
      data: { url: await storeImage(context, Buffer.from(image.buffer, image.byteOffset, image.length)) },
    }),
    { uploadLimits: { account: 'uploadFile' } },
  ),
];
