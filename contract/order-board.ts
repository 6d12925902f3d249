import { z } from 'zod';
import { answer, describeCall, pagedAnswer } from './call.ts';
import { id, limit, page, rupees, searchText, text } from './fields.ts';
import { orderDetails, orderLine, orderStatus } from './order.ts';

/** A line as whoever packs sees it: with where it stands and whether it is in the bag. */
const boardLine = orderLine.extend({ category: z.string(), isPicked: z.boolean() });

/** An order as the staff sees it: with its shopper, its lines sorted by category for the walk along the shelves. */
export const boardOrder = orderDetails.extend({
  items: z.array(boardLine),
  shopper: z.object({ name: z.string(), email: z.string(), mobile: z.string() }),
  /** What should have gone back to the shopper and did not, in rupees: the shop has to find another way. */
  owedAmt: z.number(),
});
export type BoardOrder = z.output<typeof boardOrder>;

export const listBoard = describeCall({
  name: 'listBoard',
  summary:
    'Gives orders for the staff: `OPEN` ones the most urgent first, others the newest first, `OWED` ones being those whose refund did not arrive; `search` finds order numbers, names and mobile numbers.',
  audience: 'admin',
  input: z.object({
    status: z.enum([...orderStatus.options, 'OPEN', 'OWED', 'ALL']).default('OPEN'),
    search: searchText,
    page,
    limit: limit(30),
  }),
  output: pagedAnswer(boardOrder),
});

export const getBoardOrder = describeCall({
  name: 'getBoardOrder',
  summary: 'Gives any order for the staff.',
  audience: 'admin',
  input: z.object({ _id: id }),
  output: answer(boardOrder),
});

export const changeOrders = describeCall({
  name: 'changeOrders',
  summary:
    'Takes orders to their next state, each on its own: those that cannot go there are named with the reason and stay as they are.',
  audience: 'admin',
  input: z
    .strictObject({
      ids: z.array(id).min(1).max(100),
      to: z.enum(['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED', 'CANCELLED']),
      reason: text(200).optional(),
    })
    .refine((input) => input.to !== 'CANCELLED' || input.reason !== undefined, {
      path: ['reason'],
      message: 'Please say why it is cancelled.',
    }),
  output: answer(
    z.object({
      changed: z.array(boardOrder),
      refused: z.array(z.object({ _id: id, orderId: z.string(), code: z.string(), message: z.string() })),
    }),
  ),
});

export const pickLine = describeCall({
  name: 'pickLine',
  summary: 'Notes that a line is in the bag, or out of it again.',
  audience: 'admin',
  input: z.strictObject({ _id: id, position: z.int().min(0).max(1000), isPicked: z.boolean() }),
  output: answer(boardOrder),
});

export const takeOffLine = describeCall({
  name: 'takeOffLine',
  summary:
    'Takes a line off that cannot be picked: the bill gets smaller, and what was paid for it is refunded. The last line cannot be taken off: cancel the order.',
  audience: 'admin',
  input: z.strictObject({ _id: id, position: z.int().min(0).max(1000), reason: text(200).optional() }),
  output: answer(boardOrder),
});

export const settleRefund = describeCall({
  name: 'settleRefund',
  summary:
    'Notes that the shop has given back, by another way, what a refund did not bring back: `amount` is what was owed, `how` says by what way. An order that was cancelled counts as refunded then.',
  audience: 'admin',
  input: z.strictObject({ _id: id, amount: rupees, how: text(120) }),
  output: answer(boardOrder),
});
