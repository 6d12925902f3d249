import { endpoints } from '#contract/api.ts';
import { route } from '#server/http/route.ts';
import { recordPayment } from '#server/payments/collection.service.ts';
import { correctPayment } from '#server/payments/correction.service.ts';
import { settleRefund } from '#server/payments/refund.service.ts';
import { getRefundable, refundItems } from '#server/problems/refund-items.service.ts';
import { changeOrders, getBoardOrder, listBoard, markLineUnavailable, pickLine } from './board.service.ts';

export const boardRoutes = [
  route(endpoints.listBoard, async (context, query) => ({
    message: '',
    ...(await listBoard(context, query)),
  })),
  route(endpoints.getBoardOrder, async (context, { _id }) => ({
    message: '',
    data: await getBoardOrder(context, _id),
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
  route(endpoints.pickLine, async (context, input) => ({
    message: '',
    data: await pickLine(context, input),
  })),
  route(endpoints.markLineUnavailable, async (context, input) => ({
    message: 'Line marked unavailable',
    data: await markLineUnavailable(context, input),
  })),
  route(endpoints.recordPayment, async (context, input) => ({
    message: 'Payment recorded',
    data: await recordPayment(context, input),
  })),
  route(endpoints.correctPayment, async (context, input) => ({
    message: 'Payment corrected',
    data: await correctPayment(context, input),
  })),
  route(endpoints.settleRefund, async (context, input) => ({
    message: 'Refund recorded',
    data: await settleRefund(context, input),
  })),
  route(endpoints.getRefundable, async (context, { _id }) => ({
    message: '',
    data: await getRefundable(context, _id),
  })),
  route(endpoints.refundItems, async (context, input) => ({
    message: 'Refunded',
    data: await refundItems(context, input),
  })),
];
