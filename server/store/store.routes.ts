import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { type IconFile, iconFiles } from '#contract/images/image.ts';
import type { Context } from '#server/http/context.ts';
import { route } from '#server/http/route.ts';
import { getInitialIcon, toPublicBranding } from './branding.service.ts';
import { confirmOpeningStep, goLive, hideOpeningList } from './opening.service.ts';
import { getStorePage, listPageVersions, listStorePages, updateStorePage } from './page.service.ts';
import { changeStorePause, getStorePause } from './pause.service.ts';
import {
  currentSettings,
  type RefuseRemovalOfUsedTaxRates,
  updateStoreSettings,
} from './settings.service.ts';
import { getStoreProfile } from './store-identity.service.ts';

/** `refuseRemovalOfUsedTaxRates` rejects settings that data of modules above forbid. */
export const storeRoutes = ({
  refuseRemovalOfUsedTaxRates,
}: {
  refuseRemovalOfUsedTaxRates: RefuseRemovalOfUsedTaxRates;
}) => [
  route(endpoints.getStoreSettings, async (context) => ({
    message: '',
    data: await currentSettings(context),
  })),
  route(
    endpoints.updateStoreSettings,
    async (context, { version, settings }) => ({
      message: 'Settings saved',
      data: await updateStoreSettings(context, { version, settings }, refuseRemovalOfUsedTaxRates),
    }),
    { needsStepUp: 'in service' },
  ),
  route(endpoints.getStorePause, async (context) => ({ message: '', data: await getStorePause(context) })),
  route(endpoints.changeStorePause, async (context, input) => ({
    message: input.pause === null ? 'Orders resumed' : 'Orders paused',
    data: await changeStorePause(context, input),
  })),
  route(
    endpoints.getStoreProfile,
    async (context) => ({ message: '', data: await getStoreProfile(context) }),
    { tags: () => ['store'] },
  ),
  route(
    endpoints.getStorePage,
    async (context, { page }) => ({ message: '', data: await getStorePage(context, page) }),
    { tags: () => ['store'] },
  ),
  route(endpoints.listStorePages, async (context) => ({ message: '', data: await listStorePages(context) })),
  route(endpoints.listPageVersions, async (context, { page }) => ({
    message: '',
    data: await listPageVersions(context, page),
  })),
  route(endpoints.updateStorePage, async (context, input) => ({
    message: input.isPublished ? 'Page published' : 'Page saved, not published',
    data: await updateStorePage(context, input),
  })),
  route(endpoints.confirmOpeningStep, async (context, input) => {
    await confirmOpeningStep(context, input);
    return { message: input.isConfirmed ? 'Step confirmed' : 'Step to be done', data: null };
  }),
  route(endpoints.hideOpeningList, async (context, input) => {
    await hideOpeningList(context, input);
    return { message: input.isHidden ? 'List hidden' : 'List shown', data: null };
  }),
  route(endpoints.goLive, async (context) => ({
    message: 'Your store is open',
    data: { wentLiveAt: (await goLive(context)).toISOString() },
  })),
];

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
