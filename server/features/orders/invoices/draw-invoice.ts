import type { BoardOrder } from '#contract/order-board.ts';
import { toBillLines, toShownBill } from '#contract/rules/bill.ts';
import { formatPaise, toPaise } from '#contract/rules/money.ts';
import { amountDuePaise, linePricePaise } from '#contract/rules/pricing.ts';
import { toSlotText } from '#contract/rules/slot-text.ts';
import type { ShopIdentity } from '#server/features/notifications/email-layout.ts';
import { createDocument, drawText, type TextStyle, textHeight } from './pdf-document.ts';

interface Sender {
  shop: ShopIdentity;
  /** The store has a GSTIN; without one the document is not a tax invoice. */
  isTaxInvoice: boolean;
  timeZone: string;
}

const margin = 48;
const pageWidth = 595.28;
const pageHeight = 841.89;
const width = pageWidth - 2 * margin;
const bottom = pageHeight - margin - 24;
const gap = 5;
const muted = '#505f55';
const brand = '#0d7435';
const danger = '#b3261e';
const ruleColour = '#e0e0d7';

interface Column {
  title: string;
  x: number;
  width: number;
  align: 'left' | 'right';
}

const columns: readonly Column[] = [
  { title: '#', x: 0, width: 20, align: 'left' },
  { title: 'Item', x: 24, width: 200, align: 'left' },
  { title: 'HSN', x: 230, width: 36, align: 'left' },
  { title: 'Price', x: 270, width: 62, align: 'right' },
  { title: 'Discount', x: 336, width: 46, align: 'right' },
  { title: 'Quantity', x: 386, width: 46, align: 'right' },
  { title: 'Amount', x: 436, width: width - 436, align: 'right' },
];

/** Draws the invoice of an order as PDF. */
export async function drawInvoice(order: BoardOrder, sender: Sender): Promise<Buffer> {
  const document = createDocument(`Invoice ${order.orderId}`, sender.shop.name);
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
  let y = drawHeader(document, order, sender);
  y = drawLines(document, order, y);
  drawTotals(document, order, y);
  drawPageNumbers(document, order);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

function drawHeader(
  document: PDFKit.PDFDocument,
  order: BoardOrder,
  { shop, isTaxInvoice, timeZone }: Sender,
): number {
  const half = width / 2 - 12;
  const right = margin + width / 2 + 12;
  const date = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone });
  const sellerBlock: Block = [
    [shop.name, { size: 20, weight: 'bold', colour: brand }],
    ...[shop.address, shop.phone, shop.contactEmail]
      .filter((text) => text !== '')
      .map((text) => [text, { colour: muted }] as const),
    ...shop.legal.map((text) => [text, {}] as const),
  ];
  const invoiceBlock: Block = [
    [isTaxInvoice ? 'Tax invoice' : 'Invoice', { size: 20, weight: 'bold', align: 'right' }],
    [`Number ${order.orderId}`, { align: 'right' }],
    [`Date ${date.format(new Date(order.createdAt))}`, { align: 'right' }],
    [paymentLabel(order), { align: 'right' }],
    ...(order.slot === null
      ? []
      : [[`Delivery ${toSlotText(order.slot, 'en-IN')}`, { align: 'right' }] as const]),
    ...(order.isTestPayment
      ? [['Test payment: no money was paid', { weight: 'bold', align: 'right', colour: danger }] as const]
      : []),
  ];
  const { address_line, city, state, country, pincode, mobile, landmark, recipient_name } =
    order.delivery_address;
  const top = Math.max(
    drawBlock(document, sellerBlock, { x: margin, y: margin, width: half }),
    drawBlock(document, invoiceBlock, { x: right, y: margin, width: half }),
  );
  const shopperBlock: Block = [
    ['Billed and delivered to', { weight: 'bold', colour: muted }],
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
  return drawBlock(document, shopperBlock, { x: margin, y: top + 16, width: half }) + 16;
}

type Block = readonly (readonly [text: string, style: TextStyle])[];

function drawBlock(
  document: PDFKit.PDFDocument,
  block: Block,
  { x, y, width }: { x: number; y: number; width: number },
): number {
  return block.reduce(
    (at, [text, style]) => at + drawText(document, text, { x, y: at, width }, style) + 2,
    y,
  );
}

function paymentLabel({ payment_method, payment_status, collection }: BoardOrder): string {
  if (collection !== null)
    return collection.method === 'CASH' ? 'Paid in cash' : `Paid by UPI, reference ${collection.reference}`;
  if (payment_method === 'CASH') return 'Cash on delivery';
  if (payment_method === 'UPI') return 'By UPI, not paid yet';
  return payment_status === 'PAID' ? 'Paid by card' : 'By card';
}

function drawLines(document: PDFKit.PDFDocument, order: BoardOrder, top: number): number {
  const items = order.items.filter(({ isTakenOff }) => !isTakenOff).sort((a, b) => a.position - b.position);
  let y = drawColumnTitles(document, top);
  items.forEach((item, index) => {
    const cells = [
      String(index + 1),
      `${item.name}, ${item.unit}`,
      '',
      formatPaise(toPaise(item.price)),
      item.discount === 0 ? '–' : `${item.discount}%`,
      String(item.quantity),
      formatPaise(linePricePaise(item)),
    ];
    const height = Math.max(
      ...columns.map((column, at) => textHeight(document, cells[at] ?? '', column.width)),
    );
    if (y + height + 2 * gap > bottom) {
      document.addPage();
      y = drawColumnTitles(document, margin);
    }
    y = drawRow(document, cells, y, {});
  });
  return y;
}

function drawColumnTitles(document: PDFKit.PDFDocument, y: number): number {
  const titles = columns.map(({ title }) => title);
  return drawRow(document, titles, y, { weight: 'bold', colour: muted });
}

function drawRow(
  document: PDFKit.PDFDocument,
  cells: readonly string[],
  y: number,
  style: TextStyle,
): number {
  const heights = columns.map(({ x, width, align }, at) =>
    drawText(document, cells[at] ?? '', { x: margin + x, y: y + gap, width }, { ...style, align }),
  );
  const end = y + Math.max(...heights) + 2 * gap;
  document
    .moveTo(margin, end)
    .lineTo(margin + width, end)
    .lineWidth(0.5)
    .stroke(ruleColour);
  return end;
}

const totalsHeight = 170;

function drawTotals(document: PDFKit.PDFDocument, order: BoardOrder, top: number): void {
  let y = top + 8;
  if (y + totalsHeight > bottom) {
    document.addPage();
    y = margin;
  }
  const subTotal = toPaise(order.subTotalAmt);
  const total = toPaise(order.totalAmt);
  const refunded = toPaise(order.refundedAmt);
  const { itemsPaise, discounts, charges, refunds } = toShownBill(toBillLines(order.bill));
  const isFree = charges.every(({ kind }) => kind !== 'DELIVERY');
  const credit = total - amountDuePaise(order);
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
    ['Total, taxes included', formatPaise(total), { size: 11, weight: 'bold' }],
    ...(credit === 0
      ? []
      : [['Paid with store credit', formatPaise(credit), {}] as [string, string, TextStyle]]),
  ];
  for (const [label, amount, style] of totals) {
    drawText(document, label, { x: margin + 230, y, width: 170 }, style);
    y +=
      drawText(document, amount, { x: margin + 400, y, width: width - 400 }, { ...style, align: 'right' }) +
      4;
  }
  const notes = [
    'Prices include all applicable taxes. Amounts are in Indian rupees.',
    ...(refunded === 0
      ? []
      : [
          `${formatPaise(refunded)} was refunded${order.collection === null ? ' to the card' : ''} for items that could not be delivered.`,
        ]),
    'This is a computer-generated invoice and needs no signature.',
  ];
  drawBlock(
    document,
    notes.map((note) => [note, { colour: muted }] as const),
    { x: margin, y: y + 12, width },
  );
}

function drawPageNumbers(document: PDFKit.PDFDocument, { orderId }: BoardOrder): void {
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    const place = { x: margin, y: pageHeight - margin - 4, width };
    drawText(document, `${orderId} · Page ${page + 1} of ${count}`, place, {
      size: 8,
      align: 'right',
      colour: muted,
    });
  }
}
