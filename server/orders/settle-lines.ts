import { paidPricePaise, paisePerRupee } from '#contract/base/money.ts';
import { type BillLine, toRoundingLines, toTotalPaise, toUnavailableLines } from '#contract/cart/bill.ts';
import { fromPriceColumns } from '#server/base/price-columns.ts';
import type { Context } from '#server/http/context.ts';
import { currentSettings } from '#server/store/settings.service.ts';
import type { LockedOrder } from './change-order-status.ts';
import * as queries from './staff-orders.queries.ts';
import { toBill, toBillRow } from './to-order.ts';

export type { FoundPieces } from './staff-orders.queries.ts';

/**
 * Takes missing pieces off a locked order: reduces its lines and its total, and adds to its bill what no longer is
 * charged. Charges and the discounts of other lines stay, because what is missing is not the shopper's decision; the
 * stock of missing pieces is not returned. The caller applies the event that refunds, and keeps at least one piece.
 */
export async function settleLines(
  { db, now }: Pick<Context, 'db' | 'now'>,
  order: LockedOrder,
  found: readonly queries.FoundPieces[],
): Promise<LockedOrder> {
  const lines = await queries.selectOrderLines(db, order.id);
  const bill = toBill(await queries.selectBill(db, order.id));
  const added: BillLine[] = [];
  const reduced: queries.FoundPieces[] = [];
  let subTotalPaise = 0;
  for (const line of lines) {
    const { found: pieces = line.quantity } = found.find(({ position }) => position === line.position) ?? {};
    const missing = line.quantity - pieces;
    if (line.is_taken_off || missing <= 0) continue;
    const piecePaise = paidPricePaise(fromPriceColumns(line));
    added.push(
      ...toUnavailableLines(bill, {
        productId: line.product_id,
        piecePaise,
        quantity: line.quantity,
        missing,
      }),
    );
    subTotalPaise += line.price_paise * missing;
    reduced.push({ position: line.position, found: pieces });
  }
  if (reduced.length === 0) return order;
  if (await isRounded({ db }, bill)) added.push(...toRoundingLines([...bill, ...added]));
  await queries.updateFound(db, { orderId: order.id, at: now() }, reduced);
  await queries.reduceOrder(db, order.id, { subTotalPaise, added: added.map(toBillRow) });
  return { ...order, total_paise: order.total_paise + toTotalPaise(added) };
}

/**
 * Whether the total of an order is rounded to the rupee: if its bill has rounding, and for a total that was whole by
 * chance if the store rounds totals now.
 */
async function isRounded({ db }: Pick<Context, 'db'>, bill: readonly BillLine[]): Promise<boolean> {
  if (toTotalPaise(bill) % paisePerRupee !== 0) return false;
  if (bill.some(({ kind }) => kind === 'ROUNDING')) return true;
  return (await currentSettings({ db })).settings.charges.isTotalRounded;
}
