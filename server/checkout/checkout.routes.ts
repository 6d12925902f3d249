import { endpoints } from '#contract/api.ts';
import { route } from '#server/http/route.ts';
import { addToOrder, quoteAddition } from './add-to-order.service.ts';
import { checkoutOrder, listOfferedMethods, placeOrder } from './place-order.service.ts';

export const checkoutRoutes = [
  route(endpoints.placeCashOrder, async (context, input) => {
    const { order, isNew } = await placeOrder(context, input, 'CASH');
    return { message: 'Order placed', data: order, created: isNew };
  }),
  route(endpoints.placeUpiOrder, async (context, input) => {
    const { order, isNew } = await placeOrder(context, input, 'UPI');
    return { message: 'Order placed', data: order, created: isNew };
  }),
  route(endpoints.listPaymentMethods, async (context) => ({
    message: '',
    data: await listOfferedMethods(context),
  })),
  route(endpoints.checkoutOrder, async (context, input) => {
    const { session, order, isNew } = await checkoutOrder(context, input);
    return { message: 'Order is awaiting payment', data: { ...session, order }, created: isNew };
  }),
  route(endpoints.quoteAddition, async (context, input) => ({
    message: '',
    data: await quoteAddition(context, input),
  })),
  route(endpoints.addToOrder, async (context, input) => ({
    message: 'Products added',
    data: await addToOrder(context, input),
  })),
];
