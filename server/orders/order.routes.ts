import { endpoints } from '#contract/api.ts';
import { addedToCartMessage } from '#server/cart/cart.service.ts';
import { placeOrder } from '#server/checkout/place-order.service.ts';
import { listDeliverySlots } from '#server/delivery/slot.service.ts';
import { route } from '#server/http/route.ts';
import { cancelOwnOrder, getOrder, listBoughtProducts, listOrders, reorder } from './order.service.ts';

export const orderRoutes = [
  route(endpoints.listDeliverySlots, async (context) => ({
    message: '',
    data: await listDeliverySlots(context),
  })),
  route(endpoints.placeCashOrder, async (context, input) => {
    const { order, isNew } = await placeOrder(context, input, 'CASH');
    return { message: 'Order placed', data: order, created: isNew };
  }),
  route(endpoints.placeUpiOrder, async (context, input) => {
    const { order, isNew } = await placeOrder(context, input, 'UPI');
    return { message: 'Order placed', data: order, created: isNew };
  }),
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
];
