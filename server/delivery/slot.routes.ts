import { endpoints } from '#contract/api.ts';
import { route } from '#server/http/route.ts';
import { listDeliverySlots } from './slot.service.ts';

export const slotRoutes = [
  route(endpoints.listDeliverySlots, async (context) => ({
    message: '',
    data: await listDeliverySlots(context),
  })),
];
