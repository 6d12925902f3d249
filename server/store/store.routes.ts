import { endpoints } from '#contract/api.ts';
import { route } from '#server/http/route.ts';
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
