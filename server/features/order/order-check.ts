import type { ParsedInput } from '#contract/calls.ts';
import { AppError } from '#contract/errors.ts';
import { paiseOf, rupeesOf } from '#contract/rules/money.ts';
import { type Bill, billOf } from '#contract/rules/pricing.ts';
import { stockShort } from '../stock/stock.service.ts';

interface CheckedLine {
  product_id: string;
  name: string;
  quantity: number;
  stock: number;
  price_paise: number;
  discount_basis_points: number;
}

/** What a shopper believes to order, and for how much. */
type Belief = Pick<ParsedInput<'placeCashOrder'>, 'list_items' | 'subTotalAmt' | 'totalAmt'>;

/**
 * The bill of a cart that is as the shopper believes it to be (decisions section 5). Throws CART_CHANGED,
 * STOCK_SHORT with what is left of each line, PRICE_CHANGED with the new figures.
 */
export function checkedBillOf(lines: readonly CheckedLine[], belief: Belief): Bill {
  if (!isSameCart(lines, belief.list_items)) throw new AppError('CART_CHANGED');
  requireStock(lines);
  const bill = billOf(
    lines.map(({ price_paise: pricePaise, discount_basis_points: discountBasisPoints, quantity }) => ({
      pricePaise,
      discountBasisPoints,
      quantity,
    })),
  );
  requireSamePrice(bill, belief);
  return bill;
}

/** The shopper must be looking at the very cart that is ordered: another tab may have changed it. */
function isSameCart(lines: readonly CheckedLine[], listItems: Belief['list_items']): boolean {
  const believed = new Map(listItems.map(({ productId, quantity }) => [productId, quantity]));
  return (
    believed.size === listItems.length &&
    believed.size === lines.length &&
    lines.every((line) => believed.get(line.product_id) === line.quantity)
  );
}

function requireStock(lines: readonly CheckedLine[]): void {
  const short = lines.filter(({ stock, quantity }) => stock < quantity);
  if (short.length === 0) return;
  throw stockShort(
    short.map(({ product_id: productId, name, quantity: wanted, stock: left }) => ({
      productId,
      name,
      wanted,
      left,
    })),
  );
}

function requireSamePrice(bill: Bill, { subTotalAmt, totalAmt }: Belief): void {
  if (paiseOf(subTotalAmt) === bill.subTotalPaise && paiseOf(totalAmt) === bill.totalPaise) return;
  const details = { subTotalAmt: rupeesOf(bill.subTotalPaise), totalAmt: rupeesOf(bill.totalPaise) };
  throw new AppError('PRICE_CHANGED', { details });
}
