import * as contract from '#contract/order-board.ts';
import { adminCall } from '../../http/served-call.ts';
import { changeOrders, getBoardOrder, listBoard } from './order-board.service.ts';
import { pickLine, takeOffLine } from './order-lines.service.ts';
import { settleRefund } from './order-refund.service.ts';

export const orderBoardCalls = [
  adminCall(contract.listBoard, async (context, query) => ({
    message: '',
    ...(await listBoard(context, query)),
  })),
  adminCall(contract.getBoardOrder, async (context, { _id }) => ({
    message: '',
    data: await getBoardOrder(context, _id),
  })),
  adminCall(contract.changeOrders, async (context, input) => {
    const data = await changeOrders(context, input);
    const { length } = data.changed;
    return { message: length === 1 ? 'Order updated' : `${length} orders updated`, data };
  }),
  adminCall(contract.pickLine, async (context, input) => ({
    message: '',
    data: await pickLine(context, input),
  })),
  adminCall(contract.takeOffLine, async (context, input) => ({
    message: 'Line taken off',
    data: await takeOffLine(context, input),
  })),
  adminCall(contract.settleRefund, async (context, input) => ({
    message: 'Noted as given back',
    data: await settleRefund(context, input),
  })),
];
