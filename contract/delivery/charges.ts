import { toPaise } from '#contract/base/money.ts';

/** What the store adds to the items, in rupees. The value of an order is that of its items after discount. */
export interface Charges {
  /** The fee of the last row whose `fromAmt` the value reaches; none: free. Ascending, the first from 0. */
  deliveryFees: readonly { fromAmt: number; feeAmt: number }[];
  freeDeliveryFromAmt: number | null;
  smallOrder: { belowAmt: number; feeAmt: number } | null;
  handlingAmt: number;
  /** Whether the total of an order is rounded to the rupee. */
  isTotalRounded: boolean;
}

export const noCharges = {
  deliveryFees: [],
  freeDeliveryFromAmt: null,
  smallOrder: null,
  handlingAmt: 0,
  isTotalRounded: false,
} satisfies Charges;

/** The delivery fee in paise of items with this total after the discounts of the products. */
export function deliveryFeePaise(itemsPaise: number, { deliveryFees, freeDeliveryFromAmt }: Charges): number {
  if (freeDeliveryFromAmt !== null && itemsPaise >= toPaise(freeDeliveryFromAmt)) return 0;
  const row = deliveryFees.findLast(({ fromAmt }) => itemsPaise >= toPaise(fromAmt));
  return toPaise(row?.feeAmt ?? 0);
}

/** The fee in paise of a small order: of items below the amount of the settings. */
export function smallOrderFeePaise(itemsPaise: number, { smallOrder }: Charges): number {
  return smallOrder !== null && itemsPaise < toPaise(smallOrder.belowAmt) ? toPaise(smallOrder.feeAmt) : 0;
}

/** How much more makes delivery free, in paise; null if it is free already or never. */
export function missingForFreeDelivery(itemsPaise: number, charges: Charges): number | null {
  if (deliveryFeePaise(itemsPaise, charges) === 0) return null;
  const { deliveryFees, freeDeliveryFromAmt } = charges;
  const values = [
    ...deliveryFees.flatMap(({ fromAmt, feeAmt }) => (feeAmt === 0 ? [fromAmt] : [])),
    ...(freeDeliveryFromAmt === null ? [] : [freeDeliveryFromAmt]),
  ];
  const reachable = values.map(toPaise).filter((value) => value > itemsPaise);
  return reachable.length === 0 ? null : Math.min(...reachable) - itemsPaise;
}
