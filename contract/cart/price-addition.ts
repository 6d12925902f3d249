import { type BillLine, toBillDifference, toRoundingLines, toTotalPaise } from './bill.ts';
import { linePaise, type PriceCartInput, type PriceCartLine, priceCart } from './price-cart.ts';

/**
 * What the bill of an order gets when products are added to it: all its products are priced as in a checkout of now, so
 * that an addition may reach free delivery or an offer. Whatever has become dearer since, an addition costs at most its
 * products; an order that was rounded stays so. `terms` is null if nothing is delivered to the place any more.
 */
export function priceAddition(
  bill: readonly BillLine[],
  { before, after }: { before: readonly PriceCartLine[]; after: readonly PriceCartLine[] },
  terms: Omit<PriceCartInput, 'lines'> | null,
): BillLine[] {
  const items: BillLine = { kind: 'ITEMS', amountPaise: toItemsPaise(after) - toItemsPaise(before) };
  const isRounded = bill.some(({ kind }) => kind === 'ROUNDING') || terms?.charges.isTotalRounded === true;
  const most = [items, ...(isRounded ? toRoundingLines([...bill, items]) : [])];
  if (terms === null) return most;
  const charges = { ...terms.charges, isTotalRounded: isRounded };
  const priced = toBillDifference(bill, priceCart({ ...terms, charges, lines: after }).bill);
  return toTotalPaise(priced) < toTotalPaise(most) ? priced : most;
}

function toItemsPaise(lines: readonly PriceCartLine[]): number {
  return lines.reduce((sum, line) => sum + linePaise(line), 0);
}
