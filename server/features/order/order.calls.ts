import * as contract from '#contract/order.ts';
import { shopperCall } from '../../http/served-call.ts';
import { getOrder, listOrders, orderCart } from './order.service.ts';
import { cancelOwnOrder } from './order-life.service.ts';

export const orderCalls = [
  shopperCall(contract.placeCashOrder, async (context, input) => {
    const { order, isNew } = await orderCart(context, input, 'CASH');
    return { message: 'Order placed', data: order, created: isNew };
  }),
  shopperCall(contract.listOrders, async (context, { page, limit }) => ({
    message: '',
    ...(await listOrders(context, page, limit)),
  })),
  shopperCall(contract.getOrder, async (context, { _id }) => ({
    message: '',
    data: await getOrder(context, _id),
  })),
  shopperCall(contract.cancelOrder, async (context, { _id, reason = null }) => {
    await cancelOwnOrder(context, _id, reason);
    return { message: 'Order cancelled', data: await getOrder(context, _id) };
  }),
];
