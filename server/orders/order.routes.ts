import { endpoints } from '#contract/api.ts';
import { addedToCartMessage } from '#server/cart/cart.service.ts';
import { route } from '#server/http/route.ts';
import { cancelOwnOrder, getOrder, listBoughtProducts, listOrders, reorder } from './order.service.ts';
import {
  changeOrders,
  getStaffOrder,
  listStaffOrders,
  markLineUnavailable,
  pickLine,
} from './staff-orders.service.ts';
import { recordUndelivered } from './undelivered.service.ts';

export const orderRoutes = [
  route(endpoints.listOrders, async (context, { page, limit }) => ({
    message: '',
    ...(await listOrders(context, page, limit)),
  })),
  route(endpoints.listBoughtProducts, async (context, { limit }) => ({
    message: '',
    data: await listBoughtProducts(context, limit),
  })),
  route(endpoints.getOrder, async (context, { _id }) => ({
    message: '',
    data: await getOrder(context, _id),
  })),
  route(endpoints.cancelOrder, async (context, { _id, reason = null }) => {
    await cancelOwnOrder(context, _id, reason);
    return { message: 'Order cancelled', data: await getOrder(context, _id) };
  }),
  route(endpoints.reorder, async (context, { _id }) => {
    const data = await reorder(context, _id);
    return { message: addedToCartMessage(data), data };
  }),
  route(endpoints.listBoard, async (context, query) => ({
    message: '',
    ...(await listStaffOrders(context, query)),
  })),
  route(endpoints.getBoardOrder, async (context, { _id }) => ({
    message: '',
    data: await getStaffOrder(context, _id),
  })),
  route(
    endpoints.changeOrders,
    async (context, input) => {
      const data = await changeOrders(context, input);
      const { length } = data.changed;
      return { message: length === 1 ? 'Order updated' : `${length} orders updated`, data };
    },
    { needsStepUp: ({ to }) => to === 'CANCELLED' },
  ),
  route(
    endpoints.recordUndelivered,
    async (context, input) => ({
      message: 'Order updated',
      data: await recordUndelivered(context, input),
    }),
    { needsStepUp: 'in service' },
  ),
  route(endpoints.pickLine, async (context, input) => ({
    message: '',
    data: await pickLine(context, input),
  })),
  route(
    endpoints.markLineUnavailable,
    async (context, input) => ({
      message: 'Line marked unavailable',
      data: await markLineUnavailable(context, input),
    }),
    { needsStepUp: 'in service' },
  ),
];
