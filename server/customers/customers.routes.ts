import { endpoints } from '#contract/api.ts';
import { route } from '#server/http/route.ts';
import { readCredit } from '#server/ledger/store-credit.service.ts';
import * as customers from './customers.service.ts';
import { deleteAccount, exportOwnData } from './own-data.service.ts';

export const customerRoutes = [
  route(endpoints.listCustomers, async (context, query) => ({
    message: '',
    ...(await customers.listCustomers(context, query)),
  })),
  route(endpoints.getCustomer, async (context, { _id }) => ({
    message: '',
    data: await customers.getCustomer(context, _id),
  })),
  route(endpoints.listCustomerOrders, async (context, query) => ({
    message: '',
    ...(await customers.listCustomerOrders(context, query)),
  })),
  route(endpoints.addCustomerNote, async (context, input) => ({
    message: 'Note added',
    data: await customers.addCustomerNote(context, input),
    created: true,
  })),
  route(endpoints.blockCustomer, async (context, input) => ({
    message: input.isBlocked ? 'Customer blocked' : 'Customer unblocked',
    data: await customers.blockCustomer(context, input),
  })),
  route(endpoints.grantStoreCredit, async (context, input) => ({
    message: 'Store credit changed',
    data: await customers.grantStoreCredit(context, input),
  })),
  route(endpoints.getStoreCredit, async (context) => ({
    message: '',
    data: await readCredit(context, context.caller.userId),
  })),
  route(endpoints.exportOwnData, async (context) => ({ message: '', data: await exportOwnData(context) })),
  route(endpoints.deleteAccount, async (context, proof) => {
    await deleteAccount(context, proof);
    return { message: 'Your account was deleted.', data: null };
  }),
];
