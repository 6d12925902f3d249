import type { FastifyInstance } from 'fastify';
import { AppError } from '#contract/base/errors.ts';
import { type IconFile, iconFiles } from '#contract/images/image.ts';
import type { Context } from '#server/http/context.ts';
import { getInitialIcon, toPublicBranding } from './branding.service.ts';
import { currentSettings } from './settings.service.ts';

/** Pictures of the original look in `public/`, and what a store with its own look shows instead. */
const replacements = new Map<string | undefined, IconFile>([
  ['/favicon.ico', 'icon-48.png'],
  ['/favicon.svg', 'icon-192.png'],
  ['/apple-touch-icon.png', 'icon-180.png'],
  ['/icon-192.png', 'icon-192.png'],
  ['/icon-512.png', 'icon-512.png'],
  ['/share.png', 'icon-512.png'],
]);

/**
 * Serves `/icons/<name>/<file>`, the icons of a store with a colour and without a logo. The name changes with what
 * they show. Addresses of the original pictures lead to the icons of the store: browsers ask for `/favicon.ico` beside
 * documents, and the service worker does not know the settings.
 */
export function registerStoreIcons(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { name: string; file: string } }>('/icons/:name/:file', async ({ params }, reply) => {
    if (!isIconFile(params.file)) throw new AppError('NOT_FOUND', { message: 'Picture not found.' });
    const bytes = await getInitialIcon(context, params.name, params.file);
    return reply
      .header('Content-Type', 'image/png')
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .send(bytes);
  });
  app.addHook('onRequest', async ({ url }, reply) => {
    const file = replacements.get(url.split('?')[0]);
    if (file === undefined) return;
    const icons = toPublicBranding((await currentSettings(context)).settings)?.icons;
    if (icons === undefined) return;
    return reply.header('Cache-Control', 'no-cache').redirect(`${icons}/${file}`);
  });
}

function isIconFile(file: string): file is IconFile {
  return Object.hasOwn(iconFiles, file);
}
