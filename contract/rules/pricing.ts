import { discountedPricePaise } from './money.ts';

/** A line to be priced, in the units of the database. */
export interface PricedLine {
  pricePaise: number;
  discountBasisPoints: number;
  quantity: number;
}

/** The figures of a bill (specification section 9); `savingsPaise` = undiscounted − discounted. */
export interface Bill {
  quantity: number;
  subTotalPaise: number;
  totalPaise: number;
  savingsPaise: number;
}

/** Adds up a cart or an order: undiscounted sub-total, discounted total, pieces, savings. Delivery is free. */
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
