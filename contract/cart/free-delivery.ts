import { toPaise } from '#contract/base/money.ts';
import { type Charges, deliveryFeePaise } from './bill.ts';

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
