import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { id, moment, prose, response, rupees, text } from '#contract/base/fields.ts';
import { hasTwoDecimals, toPaise } from '#contract/base/money.ts';
import { toCashPaise } from './cash.ts';

/** A day in the time zone of the store, such as `2026-11-23`. */
const day = z.iso.date('Enter a date.').refine((typed) => typed >= '2000' && typed < '2100', 'Enter a date.');

/** Rupees by method, less what was refunded by it. */
const byMethod = z.object({ cash: z.number(), upi: z.number(), card: z.number() });

/** Of an amount on a statement, which is negative when more was refunded than received. */
const signedRupees = z
  .number('Enter an amount.')
  .min(-100_000_000, 'At least -100,000,000 rupees.')
  .max(100_000_000, 'At most 100,000,000 rupees.')
  .refine(hasTwoDecimals, 'At most two decimals.');
const cashAmount = rupees.max(100_000_000, 'At most 100,000,000 rupees.');
const pieces = z.int('Enter a whole number.').min(0).max(100_000).default(0);

/** Notes and coins in the drawer: pieces of each note, and the value of the coins in rupees. */
const cashCount = z.strictObject({
  note500: pieces,
  note200: pieces,
  note100: pieces,
  note50: pieces,
  note20: pieces,
  note10: pieces,
  coinsAmt: cashAmount.default(0),
});

/** What the staff counted, in rupees. Null: not compared with the statement. */
const counted = z.strictObject({
  /** In the drawer, with the change that stays in it. */
  cash: cashAmount,
  upi: signedRupees.nullable(),
  card: signedRupees.nullable(),
});

/** A closed sheet. It is never changed: the day is reopened and closed again as the next version. */
const closing = z.object({
  version: z.int(),
  at: moment,
  by: z.string(),
  /** The expected amounts when it was closed. */
  expected: byMethod,
  counted: z.object({ cash: z.number(), upi: z.number().nullable(), card: z.number().nullable() }),
  /** Null if only the sum was entered. */
  cashCount: cashCount.nullable(),
  /** Opening cash, in `counted.cash`. */
  openingAmt: z.number(),
  /** Cash left for tomorrow, in `counted.cash`. */
  floatAmt: z.number(),
  note: z.string(),
  /** Null while this closing is valid. */
  reopened: z.object({ at: moment, by: z.string(), reason: z.string() }).nullable(),
});

/** A payment, a refund or a correction of the day. */
const entry = z.object({
  _id: id,
  at: moment,
  /** CORRECTION takes back a payment that was recorded wrongly. */
  kind: z.enum(['PAYMENT', 'REFUND', 'CORRECTION']),
  /**
   * CREDIT: a refund as store credit. OTHER: a refund by a bank transfer and the like. TEST: on the test page, where
   * no money moves.
   */
  method: z.enum(['CASH', 'UPI', 'CARD', 'CREDIT', 'OTHER', 'TEST']),
  /** Negative for refunds and corrections. */
  amount: z.number(),
  order: z.object({ _id: id, orderId: z.string() }),
  /** Of a transfer, or at the payment provider. */
  reference: z.string().nullable(),
  /** Who recorded it; null for card payments, and if an earlier version did not store it. */
  by: z.string().nullable(),
  note: z.string().nullable(),
});

/**
 * Cash, UPI and card of a day: expected by the payments and refunds of orders, without test payments, and counted.
 * Amounts are rupees.
 */
const daySheet = z
  .object({
    day,
    /** Today is not over. */
    isOver: z.boolean(),
    /** Cash: in the drawer, so without what riders have not handed in. */
    expected: byMethod,
    /** By time. */
    entries: z.array(entry),
    /** The cash books of riders on this day; missing if none had cash. */
    riders: z
      .array(
        z.object({
          _id: id,
          name: z.string(),
          /** Had from days before. */
          openingAmt: z.number(),
          collectedAmt: z.number(),
          /** As change for the day. */
          givenAmt: z.number(),
          handedInAmt: z.number(),
          /** What was missing when it was handed in; too much is positive. */
          differenceAmt: z.number(),
          /** At the end of the day. */
          heldAmt: z.number(),
        }),
      )
      .optional(),
    /** Orders that were delivered on this day, without test payments, and those of them whose payment is due. */
    delivered: z.object({
      orders: z.int(),
      amount: z.number(),
      unpaidOrders: z.int(),
      unpaidAmt: z.number(),
    }),
    /**
     * Store credit that paid orders, was returned to or refunded to shoppers, and was granted or taken back by the
     * staff.
     */
    credit: z.object({
      used: z.number(),
      returned: z.number(),
      refunded: z.number(),
      granted: z.number(),
    }),
    /** Placed orders that are due by the end of the day and not delivered yet: their number, and the first 20. */
    openOrders: z.object({
      count: z.int(),
      orders: z.array(z.object({ _id: id, orderId: z.string() })),
    }),
    /** Oldest first. The day is closed if the last one is not reopened. */
    closings: z.array(closing),
    /** The change that stayed in the drawer when the last day before this one was closed. */
    formerFloatAmt: z.number(),
    /** Whether the day is closed and the expected amounts are others than those of the last closing. */
    isChanged: z.boolean(),
  })
  .meta({ id: 'DaySheet' });
export type DaySheet = z.output<typeof daySheet>;

export const getDaySheet = defineEndpoint({
  method: 'GET',
  path: '/api/day-sheet/get',
  summary: 'Returns the sheet of a day in the time zone of the store, by default of today.',
  audience: 'staff',
  permissions: ['accounting', 'close-day'],
  input: z.object({ day: day.optional() }),
  output: response(daySheet),
});

export const listDaySheets = defineEndpoint({
  method: 'GET',
  path: '/api/day-sheet/list',
  summary:
    'Lists the last 31 days that have payments, refunds or a closed sheet, newest first. `differenceAmt` is what was counted less what was expected. It and `closedAt` are null while the day is not closed, also after it was reopened.',
  audience: 'staff',
  permissions: ['accounting', 'close-day'],
  input: z.object({}),
  output: response(
    z.array(
      z.object({
        day,
        expected: byMethod,
        closedAt: moment.nullable(),
        closedBy: z.string().nullable(),
        differenceAmt: z.number().nullable(),
        isChanged: z.boolean(),
      }),
    ),
  ),
});

export const closeDay = defineEndpoint({
  method: 'POST',
  path: '/api/day-sheet/close',
  summary:
    'Closes the sheet of a day. `version` is that of the last closing that the caller saw, 0 if there was none: a closed day is reopened first. A difference needs a note, and today, which is not over, `allowEarly`. `expected` is what the caller saw: CHANGED_MEANWHILE if it is another amount now, or someone else has closed the day. A repeated request changes nothing.',
  audience: 'staff',
  permissions: ['close-day'],
  errors: ['CHANGED_MEANWHILE', 'CONFLICT'],
  input: z
    .strictObject({
      day,
      version: z.int().min(0).max(1000),
      expected: z.strictObject({ cash: signedRupees, upi: signedRupees, card: signedRupees }),
      counted,
      cashCount: cashCount.optional(),
      /** By default what stayed in the drawer on the last closed day before, without one `floatAmt`. */
      openingAmt: cashAmount.optional(),
      floatAmt: cashAmount.default(0),
      note: prose(500).default(''),
      /** The caller knows that the day is not over. */
      allowEarly: z.boolean().default(false),
    })
    .refine(
      ({ counted: { cash }, cashCount: count }) =>
        count === undefined || toCashPaise(count) === toPaise(cash),
      {
        path: ['counted', 'cash'],
        message: 'The notes and coins do not add up to this amount.',
      },
    ),
  output: response(daySheet),
});

export const reopenDay = defineEndpoint({
  method: 'POST',
  path: '/api/day-sheet/reopen',
  summary:
    'Reopens a closed day, so that it can be closed again; the former closing stays. `version` is that of the last closing: CHANGED_MEANWHILE if there is another, or someone else has reopened it. A repeated request changes nothing.',
  audience: 'staff',
  permissions: ['close-day'],
  needsStepUp: true,
  errors: ['CHANGED_MEANWHILE'],
  input: z.strictObject({ day, version: z.int().min(1).max(1000), reason: text(500) }),
  output: response(daySheet),
});
