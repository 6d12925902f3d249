import { z } from 'zod';
import { compactNumber } from '#contract/base/digits.ts';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import {
  anyText,
  id,
  limit,
  moment,
  page,
  pagedResponse,
  response,
  rupees,
  searchText,
  text,
} from '#contract/base/fields.ts';
import { orderDetails, orderLine, orderStatus, orderStep, receipt, receiptMethod } from './order.ts';
import { undeliveredOutcomes, undeliveredReasons } from './undelivered.ts';

/** The number of a UPI transfer (UTR or RRN), which banks and UPI apps show. */
const upiReference = anyText()
  .overwrite(compactNumber)
  .regex(/^\d{12}$/, 'Enter the 12 digits of the UPI reference number.')
  .refine(
    (digits) => !/^0+$/.test(digits),
    'Enter the UPI reference number of the bank. It is not only zeros.',
  );

/** A line with its category, where it is in the store (empty if unknown), and whether it is picked. */
const staffLine = orderLine.extend({ category: z.string(), location: z.string(), isPicked: z.boolean() });

/** An order for the staff: with its shopper, lines sorted for picking: by location, then by category. */
const staffOrder = orderDetails
  .extend({
    items: z.array(staffLine),
    steps: z.array(orderStep.extend({ internalReason: z.string().nullable() })),
    shopper: z.object({ name: z.string(), email: z.string(), mobile: z.string() }),
    /** `by` is null if an earlier version did not record who; `note` says why another amount than was due was paid. */
    collection: receipt
      .extend({ _id: id, by: z.string().nullable(), note: z.string().nullable() })
      .nullable(),
    /** Refunds in rupees that the staff have to pay by hand. */
    owedAmt: z.number(),
    /** Someone picks it with a phone and has not packed it; missing otherwise. */
    isBeingPicked: z.literal(true).optional(),
    /** Who takes it to the shopper; missing if it was never taken, see `contract/riders/delivery.ts`. */
    delivery: z
      .object({
        /** Null after the order was given back or taken away. */
        rider: z.object({ _id: id, name: z.string() }).nullable(),
        version: z.number().int(),
        takenAt: moment,
        leftAt: moment.nullable(),
        deliveredAt: moment.nullable(),
        /** How it was paid at the door, as the rider says. A payment by UPI is due until it is confirmed. */
        payment: z.enum(['CASH', 'UPI', 'NONE']).nullable(),
        /** In cash, of which the rider gave change. */
        receivedAmt: z.number().nullable(),
        /** The rider brings it back. */
        returning: z
          .object({ reason: z.enum(undeliveredReasons), note: z.string().nullable(), at: moment })
          .nullable(),
        hasPhoto: z.boolean(),
      })
      .optional(),
    /** Before the invoice to a business: what is wrong with the HSN codes of its products, if anything. */
    hsnDoubts: z.array(z.string()).optional(),
  })
  .meta({ id: 'BoardOrder' });
export type StaffOrder = z.output<typeof staffOrder>;

export const listBoard = defineEndpoint({
  method: 'GET',
  path: '/api/order/board',
  summary:
    'Lists orders for the staff: `OPEN` ones in the order in which work must begin, others newest first; `OWED` are orders with a refund due, `UNPAID` those by UPI, and delivered ones in cash, of which no payment is recorded, oldest first; `UNPAID_CANCELLED` those by UPI that were cancelled without a recorded payment in the last 7 days since the order: it may have arrived all the same. `search` matches order numbers, also as the reference of a UPI payment, numbers of invoices and credit notes, references of payments, names, email addresses and mobile numbers in any form. At most 10,000 orders, and 300 of a search, are counted and have pages.',
  audience: 'staff',
  permissions: ['view-orders'],
  input: z.object({
    status: z
      .enum([...orderStatus.options, 'OPEN', 'OWED', 'UNPAID', 'UNPAID_CANCELLED', 'ALL'])
      .default('OPEN'),
    search: searchText,
    page,
    limit: limit(30),
  }),
  output: pagedResponse(staffOrder),
});

export const getBoardOrder = defineEndpoint({
  method: 'GET',
  path: '/api/order/board-order',
  summary: 'Returns any order, with the personal data that the caller needs.',
  audience: 'staff',
  permissions: ['view-orders'],
  errors: ['NOT_FOUND'],
  input: z.object({ _id: id }),
  output: response(staffOrder),
});

export const changeOrders = defineEndpoint({
  method: 'PUT',
  path: '/api/order/change-status',
  summary:
    'Changes the status of orders independently; returns those that could not be changed with the reason: ORDER_TAKEN when an order is handed over that someone is picking, UNPICKED_LINES when an order is handed over of which lines are not picked, unless `allowUnpicked`, PAYMENT_DUE when an order is delivered of which the UPI payment is not recorded, unless `allowUnpaid`. A delivered cash order records the amount due as received in cash. `reason` of a cancellation is for the staff, `message` for the shopper.',
  audience: 'staff',
  permissions: ['pick', 'hand-over', 'deliver', 'cancel'],
  // To cancel, which refunds paid orders.
  needsStepUp: 'sometimes',
  input: z
    .strictObject({
      ids: z.array(id).min(1).max(100),
      to: z.enum(['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED', 'CANCELLED']),
      /** Why an order is cancelled, or delivered without its payment: for the staff only. */
      reason: text(200).optional(),
      /** What the shopper reads about a cancellation, on the order and in the email. */
      message: text(200).optional(),
      /** Hands over orders of which lines are not picked; without it they are refused with UNPICKED_LINES. */
      allowUnpicked: z.boolean().default(false),
      /** Delivers orders of which no payment is recorded, an order in cash only with a `reason`; see PAYMENT_DUE. */
      allowUnpaid: z.boolean().default(false),
    })
    .refine((input) => input.to !== 'CANCELLED' || input.reason !== undefined, {
      path: ['reason'],
      message: 'Enter a reason',
    }),
  output: response(
    z.object({
      changed: z.array(staffOrder),
      refused: z.array(z.object({ _id: id, orderId: z.string(), code: z.string(), message: z.string() })),
    }),
  ),
});

export const recordUndelivered = defineEndpoint({
  method: 'PUT',
  path: '/api/order/undelivered',
  summary:
    'Records that an order on its way could not be delivered. RETRY: it stays out for delivery. RETURN: it is back at the store and cancelled; lines are restocked, except `wastedLines`, what was paid is refunded, and the invoice gets a credit note. A repeated request changes nothing; CHANGED_MEANWHILE if another attempt was recorded.',
  audience: 'staff',
  permissions: ['deliver'],
  // If something is to be refunded.
  needsStepUp: 'sometimes',
  errors: ['NOT_FOUND', 'ORDER_STATUS', 'ORDER_TAKEN', 'CHANGED_MEANWHILE'],
  input: z
    .strictObject({
      _id: id,
      /** Counts the failed attempts of the order, from 1. */
      attempt: z.int().min(1).max(1000),
      reason: z.enum(undeliveredReasons, 'Choose a reason.'),
      outcome: z.enum(undeliveredOutcomes, 'Choose what happens next.'),
      /** Positions of the lines of a RETURN that are thrown away. */
      wastedLines: z.array(z.int().min(0).max(1000)).max(1000).default([]),
      /** For the staff only. */
      note: text(200).optional(),
    })
    .refine(({ outcome, wastedLines }) => outcome === 'RETURN' || wastedLines.length === 0, {
      path: ['wastedLines'],
      message: 'Only an order that is back at the store has products to throw away.',
    }),
  output: response(staffOrder),
});

export const pickLine = defineEndpoint({
  method: 'PUT',
  path: '/api/order/pick-line',
  summary: 'Marks a line as picked or not picked.',
  audience: 'staff',
  permissions: ['pick'],
  errors: ['NOT_FOUND', 'ORDER_STATUS', 'ORDER_TAKEN', 'CONFLICT'],
  input: z.strictObject({ _id: id, position: z.int().min(0).max(1000), isPicked: z.boolean() }),
  output: response(staffOrder),
});

export const markLineUnavailable = defineEndpoint({
  method: 'PUT',
  path: '/api/order/take-off-line',
  summary:
    'Marks a line as unavailable: reduces the total and refunds what was paid for it. The last line cannot be marked; cancel the order instead.',
  audience: 'staff',
  permissions: ['pick'],
  // If something is to be refunded.
  needsStepUp: 'sometimes',
  errors: ['NOT_FOUND', 'ORDER_STATUS', 'ORDER_TAKEN', 'CONFLICT'],
  input: z.strictObject({ _id: id, position: z.int().min(0).max(1000), reason: text(200).optional() }),
  output: response(staffOrder),
});

export const recordPayment = defineEndpoint({
  method: 'PUT',
  path: '/api/order/record-payment',
  summary:
    'Records that an order was paid in cash or by UPI. Another amount than is due needs a `note`. A repeated request changes nothing; REFERENCE_USED if another order has this UPI reference, PAYMENT_RECORDED if another payment of the order is recorded.',
  audience: 'staff',
  permissions: ['take-cash', 'confirm-upi'],
  errors: ['NOT_FOUND', 'ORDER_STATUS', 'CONFLICT', 'PAYMENT_AMOUNT', 'PAYMENT_RECORDED', 'REFERENCE_USED'],
  input: z
    .strictObject({
      _id: id,
      method: receiptMethod,
      amount: rupees.min(0.01, 'Enter the amount that was paid.'),
      /** Of a UPI transfer: 12 digits, spaces allowed. */
      reference: upiReference.optional(),
      note: text(200).optional(),
    })
    .refine(({ method, reference }) => (method === 'UPI') === (reference !== undefined), {
      path: ['reference'],
      message: 'A UPI payment needs a reference number, cash has none.',
    }),
  output: response(staffOrder),
});

export const correctPayment = defineEndpoint({
  method: 'PUT',
  path: '/api/order/correct-payment',
  summary:
    'Corrects a payment in cash or by UPI that was recorded wrongly, by a counter entry. `payment` is the right one, which may be of the order with another number; without it nothing was paid. A repeated request changes nothing; CHANGED_MEANWHILE if `paymentId` is corrected already, or another sum is refunded than `refundedAmt`.',
  audience: 'staff',
  permissions: ['correct-payments'],
  needsStepUp: true,
  errors: [
    'NOT_FOUND',
    'ORDER_STATUS',
    'CONFLICT',
    'CHANGED_MEANWHILE',
    'PAYMENT_RECORDED',
    'REFERENCE_USED',
  ],
  input: z.strictObject({
    _id: id,
    /** The recorded payment that is wrong. */
    paymentId: id,
    /** Refunded of the order when the payment was looked at, in rupees. */
    refundedAmt: rupees,
    /** For the staff only. */
    reason: text(200),
    payment: z
      .strictObject({
        /** Without it the payment stays with the same order. */
        orderNumber: text(20).toUpperCase().optional(),
        method: receiptMethod,
        amount: rupees.min(0.01, 'Enter the amount that was paid.'),
        reference: upiReference.optional(),
      })
      .refine(({ method, reference }) => (method === 'UPI') === (reference !== undefined), {
        path: ['reference'],
        message: 'A UPI payment needs a reference number, cash has none.',
      })
      .optional(),
  }),
  output: response(staffOrder),
});

const refundMethod = z.enum(['CASH', 'UPI', 'OTHER'], 'Choose how the money was paid.');

export const settleRefund = defineEndpoint({
  method: 'PUT',
  path: '/api/order/settle-refund',
  summary:
    'Marks a refund that is due as paid by hand: `amount` is the amount due, `how` the means as the shopper reads it, `method` where the money is missing on the day sheet. A cancelled order becomes refunded.',
  audience: 'staff',
  permissions: ['refund'],
  needsStepUp: true,
  errors: ['NOT_FOUND', 'CONFLICT'],
  input: z.strictObject({
    _id: id,
    amount: rupees,
    how: text(120),
    method: refundMethod,
  }),
  output: response(staffOrder),
});
