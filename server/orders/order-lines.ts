import { paidPricePaise, paisePerRupee } from '#contract/base/money.ts';
import { type BillLine, toRoundingLines, toTotalPaise, toUnavailableLines } from '#contract/cart/bill.ts';
import { toReplacementPrice } from '#contract/picking/replacement.ts';
import { formatGrams, toWeighedPrice } from '#contract/picking/weight.ts';
import { fromPriceColumns, toPriceColumns } from '#server/base/price-columns.ts';
import type { Context } from '#server/http/context.ts';
import { currentSettings } from '#server/store/settings.service.ts';
import type { LockedOrder } from './change-order-status.ts';
import * as queries from './staff-orders.queries.ts';
import { toBill, toBillRow } from './to-order.ts';

export type { LockedLine, NewLine } from './staff-orders.queries.ts';

/** What is delivered of a line. */
export interface SettledLine {
  position: number;
  /** Pieces, or grams of a line that is sold by weight. */
  found: number;
  /** For what is missing. */
  replacement?: queries.NewLine | null;
}

/**
 * Takes missing pieces off a locked order and adds what replaces them, which costs at most what it replaces: changes
 * its lines and its total, and adds to its bill what changes. Charges and the discounts of other lines stay, because
 * what is missing is not the shopper's decision; the stock of missing pieces is not returned, and that of replacements
 * is taken already. The caller applies the event that refunds, and leaves something to deliver.
 */
export async function settleLines(
  { db, now }: Pick<Context, 'db' | 'now'>,
  order: LockedOrder,
  settled: readonly SettledLine[],
): Promise<LockedOrder> {
  const lines = await queries.selectOrderLines(db, order.id);
  const bill = toBill(await queries.selectBill(db, order.id));
  const added: BillLine[] = [];
  const reduced: queries.ReducedLine[] = [];
  const replacements: (queries.NewLine & { position: number; replaces: number })[] = [];
  let position = Math.max(...lines.map((line) => line.position));
  let subTotalPaise = 0;
  for (const line of lines) {
    const { found, replacement } = settled.find((each) => each.position === line.position) ?? {};
    const ordered = line.quantity * (line.step_grams ?? 1);
    if (line.is_taken_off || found === undefined || found >= ordered) continue;
    const left = toReducedLine(line, { found, ordered });
    reduced.push(left);
    subTotalPaise -= line.price_paise * line.quantity - (found === 0 ? 0 : left.price_paise * left.quantity);
    const pricePaise = paidPricePaise(fromPriceColumns(line)) * line.quantity;
    const leftPaise = found === 0 ? 0 : paidPricePaise(fromPriceColumns(left)) * left.quantity;
    const { product_id: orderedId, position: replaced, replaces } = line;
    const from = { productId: orderedId, position: replaced, replaces, pricePaise, leftPaise };
    if (!replacement) {
      added.push(...toUnavailableLines(bill, from));
      continue;
    }
    position += 1;
    const { quantity, product_id: productId } = replacement;
    const price = toReplacementPrice(fromPriceColumns(replacement), quantity, pricePaise - leftPaise);
    replacements.push({ ...replacement, ...toPriceColumns(price), position, replaces: line.position });
    subTotalPaise += price.pricePaise * quantity;
    const to = { productId, position, replaces: line.position, pricePaise: paidPricePaise(price) * quantity };
    added.push(...toUnavailableLines(bill, from, to));
  }
  if (reduced.length === 0) return order;
  if (await isRounded({ db }, bill)) added.push(...toRoundingLines([...bill, ...added]));
  const change = { orderId: order.id, at: now() };
  await queries.updateFound(db, change, reduced);
  if (replacements.length > 0) await queries.insertLines(db, change, replacements);
  await queries.changeTotals(db, order.id, { subTotalPaise, added: added.map(toBillRow) });
  return { ...order, total_paise: order.total_paise + toTotalPaise(added) };
}

/** A line by weight becomes one piece that weighs what was found. */
function toReducedLine(
  line: queries.LockedLine,
  { found, ordered }: { found: number; ordered: number },
): queries.ReducedLine {
  const isFound = found > 0;
  if (line.step_grams === null || !isFound) return { ...line, quantity: found, isFound };
  const { quantity, cost_price_paise: cost } = line;
  const price = toWeighedPrice(fromPriceColumns(line), quantity, { grams: found, orderedGrams: ordered });
  return {
    ...{ ...line, ...toPriceColumns(price), quantity: 1, unit: formatGrams(found), isFound },
    cost_price_paise: cost && Math.max(1, Math.round((cost * quantity * found) / ordered)),
  };
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

/** The lines and the bill of an order. */
export async function readLines({ db }: Pick<Context, 'db'>, orderId: string) {
  return {
    lines: await queries.selectOrderLines(db, orderId),
    bill: toBill(await queries.selectBill(db, orderId)),
  };
}

/** What is added to an order. */
export interface AddedLines {
  /** Pieces of products that it has. */
  raised: readonly { position: number; by: number }[];
  lines: readonly (queries.NewLine & queries.LinePlace)[];
  /** What all of them cost before discount. */
  subTotalPaise: number;
  bill: readonly BillLine[];
}

/** Adds lines to a locked order, with what its bill gets. The caller has taken their stock, and applies the event. */
export async function addLines(
  { db, now }: Pick<Context, 'db' | 'now'>,
  order: LockedOrder,
  { raised, lines, subTotalPaise, bill }: AddedLines,
): Promise<LockedOrder> {
  if (raised.length > 0) await queries.raiseQuantities(db, order.id, raised);
  if (lines.length > 0) await queries.insertLines(db, { orderId: order.id, at: now() }, lines);
  await queries.changeTotals(db, order.id, { subTotalPaise, added: bill.map(toBillRow) });
  return { ...order, total_paise: order.total_paise + toTotalPaise(bill) };
}
