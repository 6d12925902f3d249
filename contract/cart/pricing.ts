import { discountedPricePaise, productPricePaise, toPaise } from '#contract/base/money.ts';

/** A line in the units of the database. */
export interface PricedLine {
  pricePaise: number;
  discountBasisPoints: number;
  quantity: number;
}

/** The discounted price of all pieces of a line of the API, in paise. */
export function linePricePaise(line: { price: number; discount: number; quantity: number }): number {
  return productPricePaise(line) * line.quantity;
}

/** What of the total of an order store credit does not pay, in paise: it is paid in cash or by card. */
export function amountDuePaise(order: {
  totalAmt: number;
  creditAmt: number;
  creditReturnedAmt: number;
}): number {
  return toPaise(order.totalAmt) - toPaise(order.creditAmt) + toPaise(order.creditReturnedAmt);
}

/** The totals of a cart or order; `savingsPaise` is `subTotalPaise` − `totalPaise`. */
export interface Bill {
  quantity: number;
  subTotalPaise: number;
  totalPaise: number;
  savingsPaise: number;
}

/** Adds up a cart or order: undiscounted sub-total, discounted total, quantity, savings. Delivery is free. */
export function calculateTotals(lines: readonly PricedLine[]): Bill {
  let quantity = 0;
  let subTotalPaise = 0;
  let totalPaise = 0;
  for (const line of lines) {
    quantity += line.quantity;
    subTotalPaise += line.pricePaise * line.quantity;
    totalPaise += discountedPricePaise(line.pricePaise, line.discountBasisPoints) * line.quantity;
  }
  return { quantity, subTotalPaise, totalPaise, savingsPaise: subTotalPaise - totalPaise };
}
