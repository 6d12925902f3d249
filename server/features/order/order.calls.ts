import * as contract from '#contract/order.ts';
import { shopperCall } from '../../http/served-call.ts';
import { listOrders, orderCart } from './order.service.ts';

export const orderCalls = [
  shopperCall(contract.placeCashOrder, async (context, input) => {
    const { order, isNew } = await orderCart(context, input, 'CASH');
    return { message: 'Order placed', data: order, created: isNew };
  }),
  shopperCall(contract.listOrders, async (context, { page, limit }) => ({
    message: '',
    ...(await listOrders(context, page, limit)),
  })),
];
