import { toPaise } from './money.ts';

export const billLineKinds = ['ITEMS', 'UNAVAILABLE', 'DELIVERY', 'SMALL_ORDER', 'HANDLING'] as const;
type BillLineKind = (typeof billLineKinds)[number];
type ChargeKind = Exclude<BillLineKind, 'ITEMS' | 'UNAVAILABLE'>;

/** A line of a bill in paise. Only `UNAVAILABLE` is negative: items of the order that could not be delivered. */
export interface BillLine {
  kind: BillLineKind;
  amountPaise: number;
}

/** What the store adds to the items, in rupees. The value of an order is that of its items after discount. */
export interface Charges {
  /** The fee of the last row whose `fromAmt` the value reaches; none: free. Ascending, the first from 0. */
  deliveryFees: readonly { fromAmt: number; feeAmt: number }[];
  freeDeliveryFromAmt: number | null;
  smallOrder: { belowAmt: number; feeAmt: number } | null;
  handlingAmt: number;
}

export const noCharges = {
  deliveryFees: [],
  freeDeliveryFromAmt: null,
  smallOrder: null,
  handlingAmt: 0,
} satisfies Charges;

export const chargeNames: Record<ChargeKind, string> = {
  DELIVERY: 'Delivery Charge',
  SMALL_ORDER: 'Small order fee',
  HANDLING: 'Handling fee',
};

/** Of items with this total after discount. */
export function deliveryFeePaise(itemsPaise: number, { deliveryFees, freeDeliveryFromAmt }: Charges): number {
  if (freeDeliveryFromAmt !== null && itemsPaise >= toPaise(freeDeliveryFromAmt)) return 0;
  const row = deliveryFees.findLast(({ fromAmt }) => itemsPaise >= toPaise(fromAmt));
  return toPaise(row?.feeAmt ?? 0);
}

/** The bill of items with this total after discount. Charges of 0 have no line. */
export function priceBill(itemsPaise: number, charges: Charges): BillLine[] {
  const { smallOrder, handlingAmt } = charges;
  const isSmall = smallOrder !== null && itemsPaise < toPaise(smallOrder.belowAmt);
  const added: BillLine[] = [
    { kind: 'DELIVERY', amountPaise: deliveryFeePaise(itemsPaise, charges) },
    { kind: 'SMALL_ORDER', amountPaise: isSmall ? toPaise(smallOrder.feeAmt) : 0 },
    { kind: 'HANDLING', amountPaise: toPaise(handlingAmt) },
  ];
  return [{ kind: 'ITEMS', amountPaise: itemsPaise }, ...added.filter(({ amountPaise }) => amountPaise > 0)];
}

/** What a bill adds up to. */
export function toTotalPaise(bill: readonly Pick<BillLine, 'amountPaise'>[]): number {
  return bill.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
}

/** The bill of an order as shown: what its available items cost, and each charge with its name. */
export function toShownBill(bill: readonly BillLine[]): {
  itemsPaise: number;
  charges: { kind: ChargeKind; name: string; amountPaise: number }[];
} {
  const charges = bill.flatMap(({ kind, amountPaise }) =>
    kind === 'ITEMS' || kind === 'UNAVAILABLE' ? [] : [{ kind, name: chargeNames[kind], amountPaise }],
  );
  return { itemsPaise: toTotalPaise(bill) - toTotalPaise(charges), charges };
}

/** The lines of an order of the API, which are in rupees. */
export function toBillLines(bill: readonly { kind: BillLineKind; amount: number }[]): BillLine[] {
  return bill.map(({ kind, amount }) => ({ kind, amountPaise: toPaise(amount) }));
}
