import { paisePerRupee, toPaise } from '#contract/base/money.ts';
import { type Charges, deliveryFeePaise, smallOrderFeePaise } from '#contract/delivery/charges.ts';
import type { OfferResult } from '#contract/discounts/apply-offers.ts';

const chargeKinds = ['DELIVERY', 'SMALL_ORDER', 'HANDLING'] as const;
const discountKinds = ['OFFER', 'COUPON', 'DELIVERY_DISCOUNT'] as const;
export const billLineKinds = [
  ...(['ITEMS', 'UNAVAILABLE', 'REFUND', 'ROUNDING'] as const),
  ...discountKinds,
  ...chargeKinds,
] as const;
type BillLineKind = (typeof billLineKinds)[number];
type ChargeKind = (typeof chargeKinds)[number];
type DiscountKind = (typeof discountKinds)[number];

/**
 * A line of a bill in paise. `UNAVAILABLE` is negative: items of the order that could not be delivered, less what
 * replaces them. Discounts are negative; a positive one takes back the discount of an item that could not be delivered.
 * `REFUND` is negative: what is given back after the delivery for an item or a charge. `ROUNDING` makes the total whole
 * rupees. A bill is never changed: a further line adds or takes back what becomes different.
 */
export interface BillLine {
  kind: BillLineKind;
  amountPaise: number;
  /** Of a discount or a refund. */
  name?: string;
  /** The parts of a discount or a refund by line (`toShareKey`); negative where a discount is taken back. */
  shares?: Readonly<Record<string, number>>;
}

export const chargeNames: Record<ChargeKind, string> = {
  DELIVERY: 'Delivery Charge',
  SMALL_ORDER: 'Small order fee',
  HANDLING: 'Handling fee',
};

const noOffers: OfferResult = { discounts: [], freeDelivery: null };

/**
 * The bill of items with this total after the discounts of the products. Charges of 0 have no line. The value of the
 * order is that of its items before offers.
 */
export function priceBill(itemsPaise: number, charges: Charges, offers: OfferResult = noOffers): BillLine[] {
  const deliveryPaise = deliveryFeePaise(itemsPaise, charges);
  const added: BillLine[] = [
    { kind: 'DELIVERY', amountPaise: deliveryPaise },
    { kind: 'SMALL_ORDER', amountPaise: smallOrderFeePaise(itemsPaise, charges) },
    { kind: 'HANDLING', amountPaise: toPaise(charges.handlingAmt) },
  ];
  const { freeDelivery } = offers;
  const bill: BillLine[] = [
    { kind: 'ITEMS', amountPaise: itemsPaise },
    ...offers.discounts.map(({ amountPaise, ...discount }) => ({ ...discount, amountPaise: -amountPaise })),
    ...added.filter(({ amountPaise }) => amountPaise > 0),
    ...(freeDelivery === null || deliveryPaise === 0
      ? []
      : [{ kind: 'DELIVERY_DISCOUNT' as const, name: freeDelivery, amountPaise: -deliveryPaise }]),
  ];
  return charges.isTotalRounded ? [...bill, ...toRoundingLines(bill)] : bill;
}

/** The rounding of a bill. */
export function toRoundingPaise(bill: readonly BillLine[]): number {
  return toTotalPaise(bill.filter(({ kind }) => kind === 'ROUNDING'));
}

/**
 * The line that makes the total of a bill whole rupees, none if it is: the nearest rupee, half a rupee down, in
 * favour of the shopper. It is computed from the total without rounding, so that all rounding together is −50 to 49
 * paise however often the bill changes.
 */
export function toRoundingLines(bill: readonly BillLine[]): BillLine[] {
  const before = toRoundingPaise(bill);
  const rest = (toTotalPaise(bill) - before) % paisePerRupee;
  const amountPaise = (rest > paisePerRupee / 2 ? paisePerRupee : 0) - rest - before;
  return amountPaise === 0 ? [] : [{ kind: 'ROUNDING', amountPaise }];
}

/** By what a bill knows a line of an order. A product that replaces another may be ordered besides. */
interface BilledLine {
  productId: string;
  position?: number;
  /** The position of the line that it replaces. */
  replaces?: number | null;
}

/** The key of a line in `shares`. */
export function toShareKey({ productId, position, replaces = null }: BilledLine): string {
  return replaces === null ? productId : `${productId} ${position}`;
}

/**
 * The lines that a bill gets when only a part of a line, or nothing, can be delivered: the price of what is missing
 * less that of its replacement, and what that changes of each discount. A replacement costs at most what is missing,
 * and has the same part of its price off. Both parts are rounded so that the total never grows, and that the discounts
 * of a line never exceed its price.
 */
export function toUnavailableLines(
  bill: readonly BillLine[],
  line: BilledLine & { pricePaise: number; leftPaise?: number },
  replacement?: BilledLine & { pricePaise: number },
): BillLine[] {
  const { pricePaise, leftPaise = 0 } = line;
  const missingPaise = pricePaise - leftPaise;
  const replacedPaise = replacement?.pricePaise ?? 0;
  const key = toShareKey(line);
  const discounts = Map.groupBy(
    bill.filter(({ kind, shares }) => isDiscount(kind) && shares?.[key] !== undefined),
    ({ kind, name }) => `${kind} ${name}`,
  );
  const returned: BillLine[] = [];
  // Of all discounts so far: each gets the difference, so that their parts add up to the rounded part of their sum.
  let [sharePaise, keptPaise, movedPaise] = [0, 0, 0];
  for (const [first, ...others] of discounts.values()) {
    if (first?.name === undefined) continue;
    const before = { sharePaise, keptPaise, movedPaise };
    for (const { shares } of [first, ...others]) sharePaise += shares?.[key] ?? 0;
    keptPaise = toPart(sharePaise, leftPaise, pricePaise);
    const freedPaise = sharePaise - keptPaise;
    movedPaise = freedPaise - toPart(freedPaise, missingPaise - replacedPaise, missingPaise);
    const goesPaise = sharePaise - before.sharePaise - (keptPaise - before.keptPaise);
    const comesPaise = movedPaise - before.movedPaise;
    if (goesPaise === 0) continue;
    const shares = { [key]: -goesPaise, ...(replacement && { [toShareKey(replacement)]: comesPaise }) };
    returned.push({ kind: first.kind, name: first.name, amountPaise: goesPaise - comesPaise, shares });
  }
  const amountPaise = replacedPaise - missingPaise;
  return [...(amountPaise === 0 ? [] : [{ kind: 'UNAVAILABLE' as const, amountPaise }]), ...returned];
}

/** `amount` × `part` / `whole`, rounded down; the product may exceed 2^53. */
function toPart(amount: number, part: number, whole: number): number {
  return whole === 0 ? 0 : Number((BigInt(amount) * BigInt(part)) / BigInt(whole));
}

/** The lines that turn a bill into another one. Both are of a checkout: no items are missing yet. */
export function toBillDifference(before: readonly BillLine[], after: readonly BillLine[]): BillLine[] {
  const lines = [...before.map((line) => negate(line)), ...after];
  return [...Map.groupBy(lines, ({ kind, name }) => `${kind} ${name}`).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { kind, name } = first;
    const changed = Object.entries(addShares(same)).filter(([, paise]) => paise !== 0);
    const amountPaise = toTotalPaise(same);
    if (amountPaise === 0 && changed.length === 0) return [];
    const shares = changed.length === 0 ? undefined : Object.fromEntries(changed);
    return [{ kind, amountPaise, ...(name !== undefined && { name }), ...(shares && { shares }) }];
  });
}

function negate({ amountPaise, shares = {}, ...line }: BillLine): BillLine {
  const negated = Object.entries(shares).map(([key, paise]) => [key, -paise]);
  return { ...line, amountPaise: -amountPaise, shares: Object.fromEntries(negated) };
}

function addShares(lines: readonly BillLine[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const { shares = {} } of lines)
    for (const [key, paise] of Object.entries(shares)) sum[key] = (sum[key] ?? 0) + paise;
  return sum;
}

/** What a bill adds up to. */
export function toTotalPaise(bill: readonly Pick<BillLine, 'amountPaise'>[]): number {
  return bill.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
}

const isCharge = (kind: BillLineKind): kind is ChargeKind => chargeKinds.some((one) => one === kind);
const isDiscount = (kind: BillLineKind): kind is DiscountKind => discountKinds.some((one) => one === kind);

/**
 * The most that can be refunded for a line in paise: its price less its part of the discounts and of refunds before.
 */
export function toRefundablePaise(
  bill: readonly BillLine[],
  line: BilledLine & { pricePaise: number; isTakenOff: boolean },
): number {
  if (line.isTakenOff) return 0;
  const key = toShareKey(line);
  const less = bill.reduce((sum, { shares }) => sum + (shares?.[key] ?? 0), 0);
  return Math.max(0, line.pricePaise - less);
}

/** The most that can be refunded of the charges in paise. */
export function toRefundableChargesPaise(bill: readonly BillLine[]): number {
  const charges = bill.filter(
    ({ kind, shares }) => isCharge(kind) || kind === 'DELIVERY_DISCOUNT' || isChargeRefund(kind, shares),
  );
  return Math.max(0, toTotalPaise(charges));
}

function isChargeRefund(kind: BillLine['kind'], shares: BillLine['shares']): boolean {
  return kind === 'REFUND' && shares === undefined;
}

/**
 * What the rounding of a bill becomes in paise when a refund leaves `leftPaise` of the rest of the bill: it stays,
 * never makes the total negative, and ends with the bill. So a refund of everything gives back what was paid.
 */
export function toRemainingRounding(leftPaise: number, roundingPaise: number): number {
  return leftPaise === 0 ? 0 : Math.max(roundingPaise, -leftPaise);
}

/** The line that changes the rounding of a bill to which refunds were added; none if it stays. */
export function toRefundedRoundingLines(bill: readonly BillLine[]): BillLine[] {
  const before = toRoundingPaise(bill);
  const amountPaise = toRemainingRounding(toTotalPaise(bill) - before, before) - before;
  return amountPaise === 0 ? [] : [{ kind: 'ROUNDING', amountPaise }];
}

/**
 * The bill of an order as shown: what its available items cost, each discount and refund (negative), each charge with
 * its name, and the rounding.
 */
export function toShownBill(bill: readonly BillLine[]): {
  itemsPaise: number;
  discounts: { kind: DiscountKind; name: string; amountPaise: number }[];
  charges: { kind: ChargeKind; name: string; amountPaise: number }[];
  refunds: { name: string; amountPaise: number }[];
  /** One or none. */
  rounding: { name: string; amountPaise: number }[];
} {
  const charges = chargeKinds.flatMap((kind) => {
    const amountPaise = toTotalPaise(bill.filter((line) => line.kind === kind));
    return amountPaise === 0 ? [] : [{ kind, name: chargeNames[kind], amountPaise }];
  });
  const discounts = new Map<string, { kind: DiscountKind; name: string; amountPaise: number }>();
  for (const { kind, name = '', amountPaise } of bill) {
    if (!isDiscount(kind)) continue;
    const before = discounts.get(`${kind} ${name}`)?.amountPaise ?? 0;
    discounts.set(`${kind} ${name}`, { kind, name, amountPaise: before + amountPaise });
  }
  const shown = [...discounts.values()].filter(({ amountPaise }) => amountPaise !== 0);
  const refunds = bill.flatMap(({ kind, name = '', amountPaise }) =>
    kind === 'REFUND' ? [{ name, amountPaise }] : [],
  );
  const roundingPaise = toRoundingPaise(bill);
  const rounding = roundingPaise === 0 ? [] : [{ name: 'Rounding', amountPaise: roundingPaise }];
  const itemsPaise = toTotalPaise(bill) - toTotalPaise([...charges, ...shown, ...refunds, ...rounding]);
  return { itemsPaise, discounts: shown, charges, refunds, rounding };
}

/** The lines of an order of the API, which are in rupees. */
export function toBillLines(
  bill: readonly { kind: BillLineKind; amount: number; name?: string | undefined }[],
): BillLine[] {
  return bill.map(({ kind, amount, name }) => ({
    kind,
    amountPaise: toPaise(amount),
    ...(name !== undefined && { name }),
  }));
}
