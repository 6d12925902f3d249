import * as contract from '#contract/order.ts';
import { shopperCall } from '../../http/served-call.ts';
import { getOrder, listOrders, placeInCash } from './order.service.ts';
import { cancelOwnOrder } from './order-life.service.ts';
import { reorder } from './reorder.service.ts';

export const orderCalls = [
  shopperCall(contract.placeCashOrder, async (context, input) => {
    const { order, isNew } = await placeInCash(context, input);
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
  shopperCall(contract.reorder, async (context, { _id }) => {
    const data = await reorder(context, _id);
    return { message: reorderWords(data), data };
  }),
];

function reorderWords({ added, short, gone }: Awaited<ReturnType<typeof reorder>>): string {
  const isAnythingIn = added.length > 0 || short.some(({ got }) => got > 0);
  if (!isAnythingIn) return 'Nothing of it could be added to your cart';
  return short.length + gone.length === 0 ? 'Added to your cart' : 'What is in stock was added to your cart';
}
