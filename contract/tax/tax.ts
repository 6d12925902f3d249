import { type BillLine, toRefundablePaise, toRoundingPaise, toTotalPaise } from '#contract/cart/bill.ts';
import { prorate } from '#contract/discounts/apply-offers.ts';

// Prices include tax, so the tax is computed out of what was paid. Each line of an invoice is rounded on its
// own:
//   taxable value = paid × 10000 / (10000 + GST + cess), rounded half up to the paisa; the rest is tax
//   cess          = tax × cess / (GST + cess), rounded half up; the rest is GST
//   CGST and SGST = half of the GST each, rounded down; the odd paisa belongs to the taxable value, because both are
//                   levied at the same rate (section 9 of the CGST and SGST Acts). IGST is the whole GST.
// So the parts add up to what was paid, to the paisa, and those of an invoice are the sums of its lines.

/** In basis points: 1800 is 18 %. */
export interface TaxRates {
  gstBasisPoints: number;
  cessBasisPoints: number;
}

/** What an amount consists of. They add up to it. */
export interface TaxParts {
  taxablePaise: number;
  cgstPaise: number;
  sgstPaise: number;
  igstPaise: number;
  cessPaise: number;
}

/** A line of an invoice. `totalPaise` is `goodsPaise` + `chargesPaise`, and the sum of the parts. */
export interface TaxLine extends TaxRates, TaxParts {
  /** Of the line of the order. */
  position: number;
  /** Paid for the pieces after all discounts. */
  goodsPaise: number;
  /** The share of delivery and fees. */
  chargesPaise: number;
  totalPaise: number;
}

const whole = 10_000;

// The dividend stays below 2^53.
const divideHalfUp = (dividend: number, divisor: number) =>
  Math.floor((2 * dividend + divisor) / (2 * divisor));

/** The tax that an amount includes. `isInterState`: to another state than that of the store. */
export function splitTax(
  amountPaise: number,
  { gstBasisPoints, cessBasisPoints }: TaxRates,
  isInterState: boolean,
): TaxParts {
  const rate = gstBasisPoints + cessBasisPoints;
  const taxablePaise = divideHalfUp(amountPaise * whole, whole + rate);
  const taxPaise = amountPaise - taxablePaise;
  const cessPaise = rate === 0 ? 0 : divideHalfUp(taxPaise * cessBasisPoints, rate);
  const gstPaise = taxPaise - cessPaise;
  const halfPaise = isInterState ? 0 : Math.floor(gstPaise / 2);
  return toParts(amountPaise, { halfPaise, igstPaise: isInterState ? gstPaise : 0, cessPaise });
}

/** `halfPaise` is CGST, and SGST. The rest of the amount is the taxable value. */
function toParts(
  amountPaise: number,
  { halfPaise, igstPaise, cessPaise }: { halfPaise: number; igstPaise: number; cessPaise: number },
): TaxParts {
  const taxablePaise = amountPaise - 2 * halfPaise - igstPaise - cessPaise;
  return { taxablePaise, cgstPaise: halfPaise, sgstPaise: halfPaise, igstPaise, cessPaise };
}

/** All tax of an amount. */
export function toTaxPaise({ cgstPaise, sgstPaise, igstPaise, cessPaise }: TaxParts): number {
  return cgstPaise + sgstPaise + igstPaise + cessPaise;
}

/** A line of an order. */
export interface TaxedItem extends TaxRates {
  position: number;
  productId: string;
  /** The position of the line that it replaces. */
  replaces?: number | null;
  quantity: number;
  /** Of all pieces, after the discount of the product. */
  pricePaise: number;
  isTakenOff: boolean;
}

function toTaxLine(
  { position, gstBasisPoints, cessBasisPoints }: Pick<TaxLine, 'position' | keyof TaxRates>,
  { goodsPaise, chargesPaise }: Pick<TaxLine, 'goodsPaise' | 'chargesPaise'>,
  isInterState: boolean,
): TaxLine {
  const totalPaise = goodsPaise + chargesPaise;
  return {
    position,
    gstBasisPoints,
    cessBasisPoints,
    goodsPaise,
    chargesPaise,
    totalPaise,
    ...splitTax(totalPaise, { gstBasisPoints, cessBasisPoints }, isInterState),
  };
}

/**
 * The delivered lines of an order with their tax; they add up to its bill without the rounding, which is no part of
 * the supply. What the store charges is an incidental expense of the supply (section 15 of the CGST Act): it is
 * shared over the lines by what was paid for them, and taxed at their rates.
 */
export function toTaxLines(
  bill: readonly BillLine[],
  items: readonly TaxedItem[],
  isInterState: boolean,
): TaxLine[] {
  const delivered = items.filter(({ isTakenOff }) => !isTakenOff);
  const goods = delivered.map((item) => toRefundablePaise(bill, item));
  const goodsPaise = sum(goods);
  const chargesPaise = toTotalPaise(bill) - toRoundingPaise(bill) - goodsPaise;
  // Discounts can take all of the price.
  const weights = goodsPaise > 0 ? goods : delivered.map(({ quantity }) => quantity);
  const shares = prorate(chargesPaise, weights);
  return delivered.map((item, index) =>
    toTaxLine(item, { goodsPaise: goods[index] ?? 0, chargesPaise: shares[index] ?? 0 }, isInterState),
  );
}

/** What is refunded after the invoice, in paise. */
export interface TaxedRefund {
  lines: readonly { position: number; amountPaise: number }[];
  chargesPaise: number;
}

/**
 * The lines of a credit note. `credited` are the lines of former credit notes of the same invoice. A line takes back
 * what of the stored tax of the invoice no longer belongs to its remainder, so all credit notes together equal the
 * invoice when everything is refunded. CGST equals SGST here too: where they differ on an older invoice, by a paisa,
 * that paisa is credited as taxable value. Throws a RangeError if more is refunded than remains.
 */
export function toCreditLines(
  invoiced: readonly TaxLine[],
  credited: readonly TaxLine[],
  refund: TaxedRefund,
  isInterState: boolean,
): TaxLine[] {
  const remaining = invoiced.map((line) =>
    subtractLines(
      line,
      credited.filter(({ position }) => position === line.position),
    ),
  );
  const charges = remaining.map(({ chargesPaise }) => chargesPaise);
  const shares = prorate(refund.chargesPaise, charges);
  const lines = remaining.map((line, index) => {
    const ofLine = refund.lines.filter(({ position }) => position === line.position);
    const goodsPaise = sum(ofLine.map(({ amountPaise }) => amountPaise));
    const chargesPaise = shares[index] ?? 0;
    if (goodsPaise > line.goodsPaise || chargesPaise > line.chargesPaise)
      throw new RangeError('More is refunded than the invoice has left.');
    const { gstBasisPoints, cessBasisPoints, position } = line;
    const totalPaise = goodsPaise + chargesPaise;
    const amounts = { position, gstBasisPoints, cessBasisPoints, goodsPaise, chargesPaise, totalPaise };
    return { ...amounts, ...toCreditedTax(line, totalPaise, isInterState) };
  });
  const noted = lines.filter(({ totalPaise }) => totalPaise > 0);
  const refundedPaise = sum(refund.lines.map(({ amountPaise }) => amountPaise)) + refund.chargesPaise;
  if (sum(noted.map(({ totalPaise }) => totalPaise)) !== refundedPaise)
    throw new RangeError('The invoice does not have what is refunded.');
  return noted;
}

/** The line without what former lines credited. */
function subtractLines(line: TaxLine, former: readonly TaxLine[]): TaxLine {
  const { position, gstBasisPoints, cessBasisPoints } = line;
  const rest = (key: keyof TaxParts | 'goodsPaise' | 'chargesPaise' | 'totalPaise') =>
    line[key] - sum(former.map((each) => each[key]));
  return {
    position,
    gstBasisPoints,
    cessBasisPoints,
    goodsPaise: rest('goodsPaise'),
    chargesPaise: rest('chargesPaise'),
    totalPaise: rest('totalPaise'),
    taxablePaise: rest('taxablePaise'),
    cgstPaise: rest('cgstPaise'),
    sgstPaise: rest('sgstPaise'),
    igstPaise: rest('igstPaise'),
    cessPaise: rest('cessPaise'),
  };
}

/**
 * The tax in an amount that a line, as it remains, takes back. The remainder keeps the tax of `splitTax`, but CGST and
 * SGST only fall as far as neither its taxable value nor that of the amount is below 0 or grows: of amounts of a paisa
 * all is taxable value.
 */
function toCreditedTax(line: TaxLine, amountPaise: number, isInterState: boolean): TaxParts {
  const restPaise = line.totalPaise - amountPaise;
  const rest = splitTax(restPaise, line, isInterState);
  const igstPaise = line.igstPaise - rest.igstPaise;
  const cessPaise = line.cessPaise - rest.cessPaise;
  const halfPaise = Math.min(line.cgstPaise, line.sgstPaise);
  const taxablePaise = line.totalPaise - 2 * halfPaise - line.igstPaise - line.cessPaise;
  const leastRestPaise = Math.ceil((restPaise - rest.igstPaise - rest.cessPaise - taxablePaise) / 2);
  const creditedPaise = halfPaise - Math.max(Math.min(rest.cgstPaise, halfPaise), leastRestPaise);
  const mostPaise = Math.floor((amountPaise - igstPaise - cessPaise) / 2);
  return toParts(amountPaise, {
    halfPaise: Math.max(0, Math.min(creditedPaise, mostPaise)),
    igstPaise,
    cessPaise,
  });
}

/** Adds up parts. */
export function addTax(lines: readonly TaxParts[]): TaxParts {
  return {
    taxablePaise: sum(lines.map(({ taxablePaise }) => taxablePaise)),
    cgstPaise: sum(lines.map(({ cgstPaise }) => cgstPaise)),
    sgstPaise: sum(lines.map(({ sgstPaise }) => sgstPaise)),
    igstPaise: sum(lines.map(({ igstPaise }) => igstPaise)),
    cessPaise: sum(lines.map(({ cessPaise }) => cessPaise)),
  };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
