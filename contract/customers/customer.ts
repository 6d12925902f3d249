import { z } from 'zod';
import { address } from '#contract/addresses/address.ts';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import {
  id,
  limit,
  moment,
  page,
  pagedResponse,
  prose,
  response,
  searchText,
  text,
} from '#contract/base/fields.ts';
import { hasTwoDecimals } from '#contract/base/money.ts';
import { orderStatus } from '#contract/orders/order.ts';

/** An account as the staff sees it. Amounts are rupees. */
const customer = z
  .object({
    _id: id,
    name: z.string(),
    email: z.string(),
    isEmailVerified: z.boolean(),
    mobile: z.string(),
    isStaff: z.boolean(),
    /** Suspended on the command line: cannot log in. */
    isSuspended: z.boolean(),
    /** Since when the account cannot order. */
    blockedAt: moment.nullable(),
    createdAt: moment,
    /** Orders that are neither cancelled, unpaid nor paid on the test page, and their totals. */
    orders: z.number().int(),
    spentAmt: z.number(),
    lastOrderAt: moment.nullable(),
    /** All others. */
    uncountedOrders: z.number().int(),
    creditAmt: z.number(),
  })
  .meta({ id: 'Customer' });
export type Customer = z.output<typeof customer>;

export const listCustomers = defineEndpoint({
  method: 'GET',
  path: '/api/customer/list',
  summary:
    'Lists accounts, newest first. `search` matches the beginnings of words of name and email address, of phone numbers and of order numbers. At most 10,000 accounts, and 300 of a search, are counted and have pages.',
  audience: 'staff',
  permissions: ['view-customers'],
  input: z.object({
    search: searchText,
    filter: z.enum(['ALL', 'BLOCKED', 'CREDIT']).default('ALL'),
    page,
    limit: limit(20),
  }),
  output: pagedResponse(customer),
});

/** An entry of the ledger of store credit: `amount` in rupees, negative when it was used or taken back. */
export const creditEntry = z.object({
  _id: id,
  at: moment,
  kind: z.enum(['GRANT', 'ORDER', 'RETURN', 'REFUND', 'CLOSE']),
  amount: z.number(),
  order: z.object({ _id: id, orderId: z.string() }).nullable(),
  reason: z.string().nullable(),
});
export type CreditEntry = z.output<typeof creditEntry>;

const customerDetails = customer
  .extend({
    blockedReason: z.string().nullable(),
    /** Active ones. */
    addresses: z.array(address),
    /** Newest first. */
    notes: z.array(z.object({ _id: id, at: moment, by: z.string(), text: z.string() })),
    /** The latest 100, newest first; `by` is the name of an administrator. */
    credit: z.array(creditEntry.extend({ by: z.string().nullable() })),
  })
  .meta({ id: 'CustomerDetails' });
export type CustomerDetails = z.output<typeof customerDetails>;

export const getCustomer = defineEndpoint({
  method: 'GET',
  path: '/api/customer/details',
  summary: 'Returns an account with its addresses, notes and store credit, for the staff.',
  audience: 'staff',
  permissions: ['view-customers'],
  errors: ['NOT_FOUND'],
  input: z.object({ _id: id }),
  output: response(customerDetails),
});

export const listCustomerOrders = defineEndpoint({
  method: 'GET',
  path: '/api/customer/orders',
  summary: 'Lists the orders of an account, newest first, for the staff.',
  audience: 'staff',
  permissions: ['view-customers'],
  input: z.object({ _id: id, page, limit: limit(10) }),
  output: pagedResponse(
    z.object({ _id: id, orderId: z.string(), status: orderStatus, totalAmt: z.number(), createdAt: moment }),
  ),
});

export const addCustomerNote = defineEndpoint({
  method: 'POST',
  path: '/api/customer/add-note',
  summary: 'Adds a note about an account. Notes cannot be changed or removed.',
  audience: 'staff',
  permissions: ['view-customers'],
  errors: ['NOT_FOUND'],
  input: z.strictObject({ _id: id, text: prose(1000).min(1, 'Enter a note') }),
  output: response(customerDetails),
});

export const blockCustomer = defineEndpoint({
  method: 'PUT',
  path: '/api/customer/block',
  summary:
    'Blocks an account, which then cannot order (ACCOUNT_BLOCKED), or unblocks it. `reason` is for the staff.',
  audience: 'staff',
  permissions: ['block-customers'],
  errors: ['NOT_FOUND', 'CONFLICT'],
  input: z
    .strictObject({ _id: id, isBlocked: z.boolean(), reason: text(200).optional() })
    .refine(({ isBlocked, reason }) => !isBlocked || reason !== undefined, {
      path: ['reason'],
      message: 'Enter a reason',
    }),
  output: response(customerDetails),
});

const maximumGrantRupees = 100_000;

export const grantStoreCredit = defineEndpoint({
  method: 'POST',
  path: '/api/customer/store-credit',
  summary:
    'Adds store credit to an account, or takes some back (a negative `amount`). A retry with the same `Idempotency-Key` header adds nothing. The shopper reads `reason`.',
  audience: 'staff',
  permissions: ['grant-credit'],
  needsStepUp: true,
  errors: ['NOT_FOUND', 'CREDIT_CHANGED'],
  input: z.strictObject({
    _id: id,
    amount: z
      .number('Enter an amount')
      .min(-maximumGrantRupees, 'At most ₹1,00,000.')
      .max(maximumGrantRupees, 'At most ₹1,00,000.')
      .refine((amount) => amount !== 0, 'Enter an amount')
      .refine((amount) => hasTwoDecimals(Math.abs(amount)), 'At most two decimals.'),
    reason: text(200),
  }),
  output: response(customerDetails),
});

export const getStoreCredit = defineEndpoint({
  method: 'GET',
  path: '/api/user/store-credit',
  summary: 'Returns the store credit of the caller with its latest 100 entries, newest first.',
  audience: 'user',
  input: z.object({}),
  output: response(z.object({ balanceAmt: z.number(), entries: z.array(creditEntry) })),
});
