import type { FastifyInstance } from 'fastify';
import { AppError } from '#contract/base/errors.ts';
import { type IconFile, iconFiles } from '#contract/images/image.ts';
import type { Context } from '#server/http/context.ts';
import { getInitialIcon } from './branding.service.ts';

/**
 * Serves `/icons/<name>/<file>`, the icons of a store with a colour and without a logo. The name changes with what
 * they show.
 */
export function registerInitialIcons(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { name: string; file: string } }>('/icons/:name/:file', async ({ params }, reply) => {
    if (!isIconFile(params.file)) throw new AppError('NOT_FOUND', { message: 'Image not found.' });
    const bytes = await getInitialIcon(context, params.name, params.file);
    return reply
      .header('Content-Type', 'image/png')
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .send(bytes);
  });
}

function isIconFile(file: string): file is IconFile {
  return Object.hasOwn(iconFiles, file);
}
