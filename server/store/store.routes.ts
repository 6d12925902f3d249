import { endpoints } from '#contract/api.ts';
import { listDeliveryRequests, requestDelivery } from '#server/delivery/delivery-request.service.ts';
import { route } from '#server/http/route.ts';
import { getDashboard } from '#server/reports/dashboard.service.ts';
import { listAudit } from '#server/staff/audit-log.service.ts';
import { changeStorePause, getStorePause } from './pause.service.ts';
import { getStoreStatus, readStoreSettings, updateStoreSettings } from './settings.service.ts';
import { getStoreProfile } from './store-identity.service.ts';

export const storeRoutes = [
  route(endpoints.getDashboard, async (context) => ({ message: '', data: await getDashboard(context) })),
  route(endpoints.listAudit, async (context, query) => ({
    message: '',
    ...(await listAudit(context, query)),
  })),
  route(endpoints.getStoreSettings, async (context) => ({
    message: '',
    data: await readStoreSettings(context),
  })),
  route(
    endpoints.updateStoreSettings,
    async (context, { version, settings }) => ({
      message: 'Settings saved',
      data: await updateStoreSettings(context, version, settings),
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
  route(endpoints.requestDelivery, async (context, input) => ({
    message: '',
    data: await requestDelivery(context, input),
  })),
  route(endpoints.listDeliveryRequests, async (context) => ({
    message: '',
    data: await listDeliveryRequests(context),
  })),
  route(endpoints.getStoreStatus, async (context) => ({ message: '', data: await getStoreStatus(context) })),
];
