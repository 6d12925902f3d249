import type { ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { formatPaise, toPaise, toRupees } from '#contract/base/money.ts';
import {
  type BillLine,
  toRefundableChargesPaise,
  toRefundablePaise,
  toRefundedRoundingLines,
  toRoundingPaise,
  toShareKey,
  toTotalPaise,
} from '#contract/cart/bill.ts';
import { linePaise } from '#contract/cart/price-cart.ts';
import { toAmountDue } from '#contract/ledger/settle-refund.ts';
import type { Refundable } from '#contract/problems/problem.ts';
import { fromPriceColumns } from '#server/base/price-columns.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import { isAccountDeleted } from '#server/identity/account.service.ts';
import { refundOrder, toOrderMoney } from '#server/ledger/ledger.ts';
import {
  applyOrderEvent,
  type LockedOrder,
  lockOrder,
  requireAllowed,
} from '#server/orders/change-order-status.ts';
import { appendToBill, getBill, listDeliveredLines } from '#server/orders/order.service.ts';
import { recordOrderAudit } from '#server/orders/staff-orders.service.ts';
import { issueCreditNote } from '#server/tax/tax-document.service.ts';
import { closeProblem, tellShopper } from './problem.service.ts';

/** What can be refunded of a delivered order. Throws NOT_FOUND, ORDER_STATUS. */
export function getRefundable(context: AuthenticatedContext, orderId: string): Promise<Refundable> {
  return inTransaction(context, async (transaction) => {
    const order = await lockDelivered(transaction, orderId);
    return toRefundable(order, await readParts(transaction, orderId));
  });
}

/**
 * Refunds items and charges of a delivered order: appends them to its bill, returns what is due of them to the card,
 * as store credit or, if it was paid by hand, leaves it due; decides the problem, if one is given, and issues the
 * credit note. Throws NOT_FOUND, ORDER_STATUS, CHANGED_MEANWHILE, REFUND_AMOUNT, CONFLICT when store credit of a
 * deleted account would be needed.
 */
export function refundItems(
  context: AuthenticatedContext,
  input: ParsedInput<'refundItems'>,
): Promise<Refundable> {
  const { _id, problemId, to, message } = input;
  return inTransaction(context, async (transaction) => {
    const order = await lockDelivered(transaction, _id);
    if (toPaise(input.totalAmt) !== order.total_paise) throw new AppError('CHANGED_MEANWHILE');
    const { caller } = transaction;
    await requireCreditAccount(transaction, order, to);
    const parts = await readParts(transaction, _id);
    const refunds = toBillLines(parts, input);
    const rounding = toRefundedRoundingLines([...parts.bill, ...refunds]);
    const refundedPaise = -toTotalPaise([...refunds, ...rounding]);
    await appendToBill(transaction, _id, [...refunds, ...rounding]);
    const reduced = { ...order, total_paise: order.total_paise - refundedPaise };
    const after = await applyOrderEvent(transaction, reduced, {
      type: 'refundItems',
      actor: 'staff',
      userId: caller.userId,
      reason: message,
    });
    // What is due of earlier refunds stays as it is.
    const { creditReturnedPaise, creditRefundPaise } = await refundOrder(transaction, after, {
      itemsRefundPaise: refundedPaise,
      creditGrantedBy: to === 'CREDIT' ? caller.userId : null,
      reason: message,
    });
    const told = toTold(to, { refundedPaise, creditedPaise: creditReturnedPaise + creditRefundPaise });
    const decision = { orderId: _id, message, ...told };
    if (problemId === undefined) await tellShopper(transaction, decision);
    else await closeProblem(transaction, { id: problemId, ...decision });
    await recordOrderAudit(
      transaction,
      order,
      { totalAmt: toRupees(order.total_paise) },
      {
        totalAmt: toRupees(reduced.total_paise),
        refunded: refunds.map(({ name }) => name),
        to: told.to,
        message,
      },
    );
    await issueCreditNote(transaction, _id, {
      lines: input.lines.map(({ position, amount }) => ({ position, amountPaise: toPaise(amount) })),
      chargesPaise: toPaise(input.chargesAmt),
      roundingPaise: -toTotalPaise(rounding),
      reason: message,
    });
    return toRefundable(await lockDelivered(transaction, _id), await readParts(transaction, _id));
  });
}

async function lockDelivered(transaction: Pick<Context, 'db'>, orderId: string): Promise<LockedOrder> {
  const order = await lockOrder(transaction, orderId);
  requireAllowed(order, { type: 'refundItems', actor: 'staff' });
  return order;
}

/** Throws CONFLICT if the refund would return store credit to a deleted account. */
async function requireCreditAccount(
  { db }: Pick<Context, 'db'>,
  order: LockedOrder,
  to: 'SOURCE' | 'CREDIT',
): Promise<void> {
  if (to === 'SOURCE' && order.credit_paise === 0) return;
  if (!(await isAccountDeleted({ db }, order.user_id))) return;
  const message = 'The account of this order is deleted, so it cannot get store credit.';
  throw new AppError('CONFLICT', { message });
}

/**
 * What the shopper reads: as store credit what was really given. If nothing was, because no more than the rest was
 * paid, there is less to pay, as for a refund to the source. Nothing is refunded when only the rounding of the total
 * was left.
 */
function toTold(
  to: 'SOURCE' | 'CREDIT',
  { refundedPaise, creditedPaise }: { refundedPaise: number; creditedPaise: number },
): { refundedPaise: number; to: 'SOURCE' | 'CREDIT' | null } {
  if (to === 'CREDIT' && creditedPaise > 0) return { refundedPaise: creditedPaise, to };
  return { refundedPaise, to: refundedPaise === 0 ? null : 'SOURCE' };
}

interface Parts {
  bill: BillLine[];
  lines: {
    position: number;
    productId: string;
    replaces: number | null;
    name: string;
    unit: string;
    quantity: number;
    refundablePaise: number;
  }[];
}

async function readParts({ db }: Pick<Context, 'db'>, orderId: string): Promise<Parts> {
  const bill = await getBill({ db }, orderId);
  const lines = await listDeliveredLines({ db }, orderId);
  return {
    bill,
    lines: lines.map((line) => {
      const { position, replaces, quantity, name, unit, product_id: productId } = line;
      const refundablePaise = toRefundablePaise(bill, {
        ...{ productId, position, replaces, isTakenOff: line.is_taken_off },
        pricePaise: linePaise({ ...fromPriceColumns(line), quantity }),
      });
      return { position, productId, replaces, name, unit, quantity, refundablePaise };
    }),
  };
}

function toRefundable(order: LockedOrder, { bill, lines }: Parts): Refundable {
  const isUnpaid = order.paid_paise === 0 && toAmountDue(toOrderMoney(order)) > 0;
  const byHandOrCard = order.payment_method === 'CARD' ? ('CARD' as const) : ('BY_HAND' as const);
  return {
    lines: lines
      .filter(({ refundablePaise }) => refundablePaise > 0)
      .map(({ productId: _product, replaces: _replaces, refundablePaise, ...line }) => ({
        ...line,
        refundableAmt: toRupees(refundablePaise),
      })),
    chargesAmt: toRupees(toRefundableChargesPaise(bill)),
    roundingAmt: toRupees(toRoundingPaise(bill)),
    totalAmt: toRupees(order.total_paise),
    source: isUnpaid ? 'UNPAID' : byHandOrCard,
  };
}

/** The lines that the bill gets. Throws NOT_FOUND, REFUND_AMOUNT. */
function toBillLines(
  { bill, lines }: Parts,
  input: Pick<ParsedInput<'refundItems'>, 'lines' | 'chargesAmt'>,
): (BillLine & { kind: 'REFUND'; name: string })[] {
  const items = input.lines.map(({ position, amount }) => {
    const line = lines.find((each) => each.position === position);
    if (line === undefined)
      throw new AppError('NOT_FOUND', { message: 'This order does not have this line.' });
    const amountPaise = toPaise(amount);
    requireAmount(line.name, amountPaise, line.refundablePaise);
    const shares = { [toShareKey(line)]: amountPaise };
    return { kind: 'REFUND' as const, name: line.name, amountPaise: -amountPaise, shares };
  });
  const chargesPaise = toPaise(input.chargesAmt);
  requireAmount('Delivery and fees', chargesPaise, toRefundableChargesPaise(bill));
  if (chargesPaise === 0) return items;
  return [...items, { kind: 'REFUND', name: 'Delivery and fees', amountPaise: -chargesPaise }];
}

function requireAmount(name: string, amountPaise: number, mostPaise: number): void {
  if (amountPaise <= mostPaise) return;
  const message = `At most ${formatPaise(mostPaise)} can be refunded for ${name}.`;
  throw new AppError('REFUND_AMOUNT', { message });
}
