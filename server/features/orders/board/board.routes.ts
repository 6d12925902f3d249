import * as contract from '#contract/order.ts';
import { settleRefund } from '#server/features/orders/refunds/refund.service.ts';
import { adminRoute } from '#server/http/route.ts';
import { changeOrders, getBoardOrder, listBoard, pickLine, takeOffLine } from './board.service.ts';

export const boardRoutes = [
  adminRoute(contract.listBoard, async (context, query) => ({
    message: '',
    ...(await listBoard(context, query)),
  })),
  adminRoute(contract.getBoardOrder, async (context, { _id }) => ({
    message: '',
    data: await getBoardOrder(context, _id),
  })),
  adminRoute(contract.changeOrders, async (context, input) => {
    const data = await changeOrders(context, input);
    const { length } = data.changed;
    return { message: length === 1 ? 'Order updated' : `${length} orders updated`, data };
  }),
  adminRoute(contract.pickLine, async (context, input) => ({
    message: '',
    data: await pickLine(context, input),
  })),
  adminRoute(contract.takeOffLine, async (context, input) => ({
    message: 'Line taken off',
    data: await takeOffLine(context, input),
  })),
  adminRoute(contract.settleRefund, async (context, input) => ({
    message: 'Noted as given back',
    data: await settleRefund(context, input),
  })),
];
