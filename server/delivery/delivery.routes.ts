import { endpoints } from '#contract/api.ts';
import { route } from '#server/http/route.ts';
import { getStoreStatus } from './delivery.service.ts';
import { listDeliveryRequests, requestDelivery } from './delivery-request.service.ts';
import { listDeliverySlots } from './slot.service.ts';

export const deliveryRoutes = [
  route(endpoints.listDeliverySlots, async (context) => ({
    message: '',
    data: await listDeliverySlots(context),
  })),
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
