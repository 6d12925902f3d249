import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { id, moment, response, rupees, text } from '#contract/base/fields.ts';

/** See the table rider_cash_entry. */
export const riderCashKinds = ['COLLECTED', 'CORRECTED', 'GIVEN', 'HANDED_IN', 'DIFFERENCE'] as const;
export type RiderCashKind = (typeof riderCashKinds)[number];

/** The cash book of a rider on a day, in rupees. */
const riderCash = z
  .object({
    rider: z.object({ _id: id, name: z.string() }),
    /** Now, of all days. */
    heldAmt: z.number(),
    /** Of the last two days, newest first. */
    entries: z.array(
      z.object({
        kind: z.enum(riderCashKinds),
        /** Negative for what the rider has no longer. */
        amount: z.number(),
        at: moment,
        orderId: z.string().nullable(),
        note: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'RiderCash' });
export type RiderCash = z.output<typeof riderCash>;

export const getOwnCash = defineEndpoint({
  method: 'GET',
  path: '/api/deliver/cash',
  summary: 'Returns the cash book of the caller.',
  audience: 'staff',
  permissions: ['take-cash'],
  input: z.object({}),
  output: response(riderCash),
});

export const listRiderCash = defineEndpoint({
  method: 'GET',
  path: '/api/deliver/cash-books',
  summary: 'Lists the cash books of riders who have cash, or had some in the last two days.',
  audience: 'staff',
  permissions: ['close-day', 'accounting'],
  input: z.object({}),
  output: response(z.array(riderCash)),
});

export const moveRiderCash = defineEndpoint({
  method: 'POST',
  path: '/api/deliver/move-cash',
  summary:
    'Records cash that a rider gets as change (GIVEN) or hands in (HANDED_IN). `held` is what the caller saw: CHANGED_MEANWHILE if the rider has another amount now. `isAll`: the rider has nothing left; what is missing or too much is a difference, which needs a note. More than the rider has can only be handed in so. A repeated `requestId` changes nothing.',
  audience: 'staff',
  permissions: ['close-day'],
  errors: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'IDEMPOTENCY_MISMATCH'],
  input: z
    .strictObject({
      riderId: id,
      requestId: id,
      kind: z.enum(['GIVEN', 'HANDED_IN']),
      held: z.number().min(-100_000_000).max(100_000_000),
      /** 0 only if nothing was handed in of what the rider should have. */
      amount: rupees.max(1_000_000, 'At most 1,000,000 rupees.'),
      isAll: z.boolean().default(false),
      note: text(200).optional(),
    })
    .refine(({ kind, isAll, amount }) => (kind === 'GIVEN' ? !isAll && amount > 0 : isAll || amount > 0), {
      path: ['amount'],
      message: 'Enter the amount.',
    })
    .refine(({ kind, isAll, held, amount }) => kind === 'GIVEN' || isAll || amount <= held, {
      path: ['amount'],
      message: 'This is more than the rider has.',
    })
    .refine(({ isAll, held, amount, note }) => !isAll || amount === held || note !== undefined, {
      path: ['note'],
      message: 'Enter why the amounts differ.',
    }),
  output: response(riderCash),
});
