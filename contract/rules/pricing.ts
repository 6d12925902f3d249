import { discountedPricePaise } from './money.ts';

/** A line in the units of the database. */
export interface PricedLine {
  pricePaise: number;
  discountBasisPoints: number;
  quantity: number;
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
