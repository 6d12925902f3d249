import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import {
  id,
  limit,
  moment,
  page,
  pagedResponse,
  prose,
  response,
  rupees,
  text,
} from '#contract/base/fields.ts';
import { maximumLines, maximumQuantity } from '#contract/base/limits.ts';
import { problemKinds } from './refundable.ts';

const problemKind = z.enum(problemKinds);
const position = z.int().min(0).max(1000);
const refundTo = z.enum(['SOURCE', 'CREDIT']);

/** A problem that a shopper has reported about a delivered order. */
export const problem = z
  .object({
    _id: id,
    at: moment,
    lines: z.array(
      z.object({
        position: z.int(),
        name: z.string(),
        nameHindi: z.string(),
        unit: z.string(),
        quantity: z.int(),
        kind: problemKind,
      }),
    ),
    /** Empty if the shopper wrote nothing. */
    note: z.string(),
    hasPhoto: z.boolean(),
    /** What the staff decided; null before. `to` is null if nothing was refunded. */
    decision: z
      .object({
        at: moment,
        message: z.string(),
        /** In rupees. */
        refundedAmt: z.number(),
        to: refundTo.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.output<typeof problem>;

/** Most bytes of the photo of a problem, in base64 in the request. Clients reduce photos to about a tenth of it. */
const maximumPhotoBytes = 2_000_000;

export const reportProblem = defineEndpoint({
  method: 'POST',
  path: '/api/order/report-problem',
  summary:
    'Reports a problem of a delivered order of the caller, with a photo (JPEG, PNG, WebP or AVIF in base64). PROBLEM_OPEN if one is reported that the staff have not decided, REPORT_OVER after seven days.',
  audience: 'user',
  errors: ['NOT_FOUND', 'ORDER_STATUS', 'PROBLEM_OPEN', 'REPORT_OVER'],
  bodyBytes: maximumPhotoBytes * 2,
  input: z.strictObject({
    _id: id,
    lines: z
      .array(z.strictObject({ position, quantity: z.int().min(1).max(maximumQuantity), kind: problemKind }))
      .min(1, 'Choose a product.')
      .max(maximumLines)
      .refine(
        (lines) => new Set(lines.map((line) => line.position)).size === lines.length,
        'Name each product once.',
      ),
    note: prose(500).default(''),
    photo: z
      .base64('The picture must be in base64.')
      .max(Math.ceil(maximumPhotoBytes / 3) * 4, 'The picture is too large.')
      .optional(),
  }),
  output: response(problem),
});

export const listOrderProblems = defineEndpoint({
  method: 'GET',
  path: '/api/order/problems',
  summary: 'Lists the problems of an order, oldest first, for its shopper and the staff.',
  audience: 'user',
  errors: ['NOT_FOUND'],
  input: z.object({ _id: id }),
  output: response(z.array(problem)),
});

/** A problem with its order, for the staff. */
const staffProblem = problem
  .extend({
    order: z.object({ _id: id, orderId: z.string(), totalAmt: z.number(), deliveredAt: moment }),
    shopper: z.object({ name: z.string(), mobile: z.string() }),
    /** Who decided; null before. */
    decidedBy: z.string().nullable(),
  })
  .meta({ id: 'BoardProblem' });
export type StaffProblem = z.output<typeof staffProblem>;

export const listProblems = defineEndpoint({
  method: 'GET',
  path: '/api/order/all-problems',
  summary: 'Lists reported problems: `OPEN` ones oldest first, `ALL` newest first.',
  audience: 'staff',
  permissions: ['refund'],
  input: z.object({ status: z.enum(['OPEN', 'ALL']).default('OPEN'), page, limit: limit(20) }),
  output: pagedResponse(staffProblem),
});

/** What can be refunded of a delivered order, in rupees. */
const refundable = z
  .object({
    lines: z.array(
      z.object({
        position: z.int(),
        name: z.string(),
        unit: z.string(),
        quantity: z.int(),
        refundableAmt: z.number(),
      }),
    ),
    /** Of delivery and other charges. */
    chargesAmt: z.number(),
    /** Of the total, positive or negative: `toRemainingRounding` says what a refund leaves of it. */
    roundingAmt: z.number(),
    /** The total now: an order that was refunded since has another one. */
    totalAmt: z.number(),
    /** What the refund to the source is: to the card, by hand as it was paid, or only less to pay. */
    source: z.enum(['CARD', 'BY_HAND', 'UNPAID']),
  })
  .meta({ id: 'Refundable' });
export type Refundable = z.output<typeof refundable>;

export const getRefundable = defineEndpoint({
  method: 'GET',
  path: '/api/order/refundable',
  summary: 'Returns what can be refunded of a delivered order.',
  audience: 'staff',
  permissions: ['refund'],
  errors: ['NOT_FOUND', 'ORDER_STATUS'],
  input: z.object({ _id: id }),
  output: response(refundable),
});

export const refundItems = defineEndpoint({
  method: 'POST',
  path: '/api/order/refund-items',
  summary:
    'Refunds items and charges of a delivered order: `SOURCE` to the card, or due to be paid by hand; `CREDIT` as store credit. With `problemId` it decides that problem. `totalAmt` is the total that the caller saw: CHANGED_MEANWHILE if it is another one now, so a repeated request refunds nothing twice.',
  audience: 'staff',
  permissions: ['refund'],
  needsStepUp: true,
  errors: ['NOT_FOUND', 'ORDER_STATUS', 'CHANGED_MEANWHILE', 'REFUND_AMOUNT', 'CONFLICT'],
  input: z
    .strictObject({
      _id: id,
      problemId: id.optional(),
      totalAmt: rupees,
      lines: z
        .array(z.strictObject({ position, amount: rupees.min(0.01, 'Enter an amount.') }))
        .max(maximumLines)
        .refine(
          (lines) => new Set(lines.map((line) => line.position)).size === lines.length,
          'Name each product once.',
        ),
      chargesAmt: rupees.default(0),
      to: refundTo,
      /** What the shopper reads. */
      message: text(200),
    })
    .refine(({ lines, chargesAmt }) => lines.length > 0 || chargesAmt > 0, {
      path: ['lines'],
      message: 'Enter an amount.',
    }),
  output: response(refundable),
});

export const declineProblem = defineEndpoint({
  method: 'PUT',
  path: '/api/order/decline-problem',
  summary: 'Decides a problem without a refund. CHANGED_MEANWHILE if it is decided already.',
  audience: 'staff',
  permissions: ['refund'],
  errors: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
  input: z.strictObject({ _id: id, message: text(200) }),
  output: response(staffProblem),
});
