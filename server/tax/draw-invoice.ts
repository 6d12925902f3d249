import { formatPaise, formatSignedPaise, toPaise } from '#contract/base/money.ts';
import { toBillLines, toShownBill } from '#contract/cart/bill.ts';
import { linePaise, toPricedQuantity } from '#contract/cart/price-cart.ts';
import { toSlotText } from '#contract/delivery/slot-text.ts';
import { orderAmountDuePaise } from '#contract/ledger/settle-refund.ts';
import { listPaymentParts, type PaymentPart } from '#contract/orders/payment-parts.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { toLineNote, withReplacements } from '#contract/picking/delivered-line.ts';
import { bothNames, toBracketed } from '#server/base/both-names.ts';
import type { ShopIdentity } from '#server/http/context.ts';
import { createDocument, type TextStyle } from './pdf-document.ts';
import {
  type Block,
  type Column,
  colours,
  contentWidth,
  type DocumentLook,
  drawAmounts,
  drawBlock,
  drawLogo,
  drawPageNumbers,
  drawTable,
  logoBox,
  page,
  startPage,
  toBytes,
} from './pdf-table.ts';

interface Sender {
  shop: ShopIdentity;
  timeZone: string;
  look?: DocumentLook;
}

const columns: readonly Column[] = [
  { title: '#', x: 0, width: 20, align: 'left' },
  { title: 'Product', x: 24, width: 240, align: 'left' },
  { title: 'Price', x: 270, width: 62, align: 'right' },
  { title: 'Discount', x: 336, width: 46, align: 'right' },
  { title: 'Quantity', x: 386, width: 46, align: 'right' },
  { title: 'Amount', x: 436, width: contentWidth - 436, align: 'right' },
];

/**
 * Draws an order as PDF that has no numbered invoice: before the hand-over, or from before there were any. So it is
 * titled as a summary.
 */
export function drawInvoice(order: StaffOrder, sender: Sender): Promise<Buffer> {
  const document = createDocument(`Order summary ${order.orderId}`, sender.shop.name);
  let y = drawHeader(document, order, sender);
  y = drawLines(document, order, y);
  drawTotals(document, order, y);
  drawPageNumbers(document, order.orderId);
  return toBytes(document);
}

function drawHeader(
  document: PDFKit.PDFDocument,
  order: StaffOrder,
  { shop, timeZone, look = {} }: Sender,
): number {
  const half = contentWidth / 2 - 12;
  const right = page.margin + contentWidth / 2 + 12;
  const date = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone });
  const sellerBlock: Block = [
    [shop.name, { size: 20, weight: 'bold', colour: look.colour ?? colours.brand }],
    ...[shop.address, shop.phone, shop.contactEmail]
      .filter((text) => text !== '')
      .map((text) => [text, { colour: colours.muted }] as const),
    ...shop.legal.map((text) => [text, {}] as const),
  ];
  const invoiceBlock: Block = [
    ['Order summary', { size: 20, weight: 'bold', align: 'right' }],
    [`Number ${order.orderId}`, { align: 'right' }],
    [`Date ${date.format(new Date(order.createdAt))}`, { align: 'right' }],
    ...paymentLines(order).map((text) => [text, { align: 'right' }] as const),
    ...(order.slot === null
      ? []
      : [[`Delivery ${toSlotText(order.slot, 'en-IN')}`, { align: 'right' }] as const]),
    ...(order.isTestPayment
      ? [
          [
            'Test payment: no money was paid',
            { weight: 'bold', align: 'right', colour: colours.danger },
          ] as const,
        ]
      : []),
  ];
  const { address_line, city, state, country, pincode, mobile, landmark, recipient_name } =
    order.delivery_address;
  const nameTop = drawLogo(document, look, { x: page.margin, y: page.margin, ...logoBox });
  const top = Math.max(
    drawBlock(document, sellerBlock, { x: page.margin, y: nameTop, width: half }),
    drawBlock(document, invoiceBlock, { x: right, y: page.margin, width: half }),
  );
  const shopperBlock: Block = [
    ['Billed and delivered to', { weight: 'bold', colour: colours.muted }],
    [order.shopper.name, { size: 11, weight: 'bold' }],
    ...(recipient_name === undefined ? [] : [[`Delivered to ${recipient_name}`, {}] as const]),
    [
      address_line === ''
        ? `${state}, ${country}`
        : [address_line, ...(landmark ? [landmark] : []), `${city} ${pincode}`, state, country].join(', '),
      {},
    ],
    ...(mobile === '' ? [] : [[`Mobile ${mobile}`, {}] as const]),
    [`Place of supply: ${state}`, {}],
  ];
  return drawBlock(document, shopperBlock, { x: page.margin, y: top + 16, width: half }) + 16;
}

/** How an order is paid: a line for each part, with its amount if there are several. */
export function paymentLines(order: StaffOrder): string[] {
  const parts = listPaymentParts(order);
  return parts.map((part) =>
    parts.length === 1 ? paymentLabel(part) : `${paymentLabel(part)}: ${formatPaise(part.amountPaise)}`,
  );
}

function paymentLabel({ method, isPaid, reference }: PaymentPart): string {
  switch (method) {
    case 'CREDIT':
      return 'Paid with store credit';
    case 'CASH':
      return isPaid ? 'Paid in cash' : 'Cash on delivery';
    case 'UPI':
      return isPaid ? `Paid by UPI, reference ${reference}` : 'By UPI, not paid yet';
    case 'CARD':
      return isPaid ? 'Paid by card' : 'By card';
    default:
      return method satisfies never;
  }
}

function drawLines(document: PDFKit.PDFDocument, order: StaffOrder, y: number): number {
  const items = withReplacements(order.items).filter(({ isTakenOff }) => !isTakenOff);
  const rows = items.map((item, index) => [
    String(index + 1),
    `${bothNames(item)}, ${item.unit}${toBracketed(toLineNote(item, order.items))}`,
    formatPaise(toPaise(item.price)),
    item.discount === 0 ? '–' : `${item.discount}%`,
    String(item.quantity),
    formatPaise(linePaise(toPricedQuantity(item))),
  ]);
  return drawTable(document, columns, rows, { y, size: 9 });
}

const totalsHeight = 170;

function drawTotals(document: PDFKit.PDFDocument, order: StaffOrder, top: number): void {
  let y = startPage(document, top + 8, totalsHeight);
  const subTotal = toPaise(order.subTotalAmt);
  const total = toPaise(order.totalAmt);
  const refunded = toPaise(order.refundedAmt);
  const { itemsPaise, discounts, charges, refunds, rounding } = toShownBill(toBillLines(order.bill));
  const isFree = charges.every(({ kind }) => kind !== 'DELIVERY');
  const credit = total - orderAmountDuePaise(order);
  const totals: [label: string, amount: string, style: TextStyle][] = [
    ['Sub-total', formatPaise(subTotal), {}],
    ...(subTotal === itemsPaise
      ? []
      : [['Discount', `–${formatPaise(subTotal - itemsPaise)}`, {}] as [string, string, TextStyle]]),
    ...discounts.map(
      ({ name, amountPaise }) => [name, `–${formatPaise(-amountPaise)}`, {}] as [string, string, TextStyle],
    ),
    ...(isFree ? [['Delivery', 'Free', {}] as [string, string, TextStyle]] : []),
    ...charges.map(
      ({ name, amountPaise }) => [name, formatPaise(amountPaise), {}] as [string, string, TextStyle],
    ),
    ...refunds.map(
      ({ name, amountPaise }) =>
        [`Refund: ${name}`, `–${formatPaise(-amountPaise)}`, {}] as [string, string, TextStyle],
    ),
    ...rounding.map(
      ({ name, amountPaise }) => [name, formatSignedPaise(amountPaise), {}] as [string, string, TextStyle],
    ),
    ['Total, taxes included', formatPaise(total), { size: 11, weight: 'bold' }],
    ...(credit === 0
      ? []
      : [['Paid with store credit', formatPaise(credit), {}] as [string, string, TextStyle]]),
  ];
  y = drawAmounts(document, totals, y);
  const notes = [
    'Prices include all applicable taxes. Amounts are in Indian rupees.',
    ...(refunded === 0
      ? []
      : [
          `${formatPaise(refunded)} was refunded${order.collection === null ? ' to the card' : ''} for products that could not be delivered.`,
        ]),
    // From before there were numbered invoices.
    order.status === 'OUT_FOR_DELIVERY' || order.status === 'DELIVERED'
      ? 'This is a summary of the order, not a tax invoice.'
      : 'The invoice is issued when the order is handed over.',
  ];
  drawBlock(
    document,
    notes.map((note) => [note, { colour: colours.muted }] as const),
    { x: page.margin, y: y + 12, width: contentWidth },
  );
}
