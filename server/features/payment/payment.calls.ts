import { checkoutOrder as checkoutDescription } from '#contract/order.ts';
import * as contract from '#contract/sandbox-payment.ts';
import { openCall, shopperCall } from '../../http/served-call.ts';
import { checkoutOrder } from './checkout.service.ts';
import { getSandboxPayment, paySandboxPayment } from './sandbox-page.service.ts';

export const paymentCalls = [
  shopperCall(checkoutDescription, async (context, input) => {
    const { page, order, isNew } = await checkoutOrder(context, input);
    return { message: 'Order is waiting for its payment', data: { ...page, order }, created: isNew };
  }),
  openCall(contract.getSandboxPayment, async (context, { id }) => ({
    message: '',
    data: await getSandboxPayment(context, id),
  })),
  openCall(contract.paySandboxPayment, async (context, input) => ({
    message: 'Payment received',
    data: await paySandboxPayment(context, input),
  })),
];
