import { toGstStateCode, toLegalLines } from '#contract/base/gstin.ts';
import { formatPaise, formatSignedPaise, toPercent } from '#contract/base/money.ts';
import { indiaTimeZone } from '#contract/base/zoned-time.ts';
import type { InvoicePaper } from '#contract/orders/invoice-file.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { amountInWords } from '#contract/tax/amount-in-words.ts';
import { documentTitleTexts } from '#contract/tax/document-number.ts';
import { stateTaxName, toStateLabel } from '#contract/tax/place-of-supply.ts';
import { addTax, type TaxParts, type TaxRates, toTaxPaise } from '#contract/tax/tax.ts';
import { bothNames, toBracketed } from '#server/base/both-names.ts';
import { paymentLines } from './draw-invoice.ts';
import { createDocument, drawText, type TextStyle } from './pdf-document.ts';
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
import type { DocumentLine, Recipient, TaxDocument } from './tax-document.ts';

export interface PrintOptions {
  paper: InvoicePaper;
  /** As it is now, for the payment: the text else is printed as it was issued. */
  order: StaffOrder;
  look?: DocumentLook;
}

/** Draws an invoice, bill of supply or credit note as PDF, on A4 or on one page of 80 mm. */
export function drawDocument(taxDocument: TaxDocument, options: PrintOptions): Promise<Buffer> {
  const printed = toPrinted(taxDocument, options);
  const { paper, look = {} } = options;
  return paper === 'A4' ? drawPages(taxDocument, printed, look) : drawReceipt(taxDocument, printed, look);
}

interface Printed {
  title: string;
  /** Address, telephone, email and legal data of the supplier. */
  supplier: readonly string[];
  /** Number, dates, order and payment. */
  details: readonly string[];
  recipient: readonly string[];
  warning: string | null;
  isTaxed: boolean;
  /** The total, the tax in it, and the rounding after that. */
  totals: readonly { name: string; paise: number; isTotal: boolean }[];
  summary: readonly HsnRow[];
  notes: readonly string[];
}

interface HsnRow extends TaxParts {
  hsn: string;
  rates: string;
}

function toPrinted(
  { kind, number, issuedAt, content, recipient, lines, totalPaise, roundingPaise, ...supply }: TaxDocument,
  { order: present }: PrintOptions,
): Printed {
  const { supplier, order, invoice, reason } = content;
  // As the financial year of its number.
  const date = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: indiaTimeZone });
  const dateOf = (at: string) => date.format(new Date(at));
  const title = documentTitleTexts[content.title ?? kind];
  const isTaxed = lines.some(isTaxedLine);
  const stateLabel = toStateLabel(supply.supplyStateCode);
  return {
    title,
    supplier: [
      ...[supplier.address, supplier.phone, supplier.email].filter((text) => text !== ''),
      ...toLegalLines(supplier),
    ],
    details: [
      ...[`Number ${number}`, `Date ${dateOf(issuedAt)}`],
      ...(invoice === null ? [] : [`For ${invoice.number} of ${dateOf(invoice.issuedAt)}`]),
      `Order ${order.number} of ${dateOf(order.createdAt)}`,
      ...(kind === 'CREDIT_NOTE' ? (reason === '' ? [] : [`Reason: ${reason}`]) : paymentLines(present)),
    ],
    recipient: [
      ...toGstinLines(recipient),
      ...(recipient.deliveredTo === '' ? [] : [`Delivered to ${recipient.deliveredTo}`]),
      toAddressText(recipient),
      ...(recipient.mobile === '' ? [] : [`Mobile ${recipient.mobile}`]),
      ...(stateLabel === '' ? [] : [`Place of supply: ${stateLabel}`]),
    ],
    warning: present.isTestPayment ? 'Test payment: no money was paid' : null,
    isTaxed,
    totals: toTotals({ totalPaise, roundingPaise }, isTaxed ? toTaxes(lines, supply) : []),
    summary: isTaxed ? toSummary(lines) : [],
    notes: [
      amountInWords(totalPaise),
      ...(isTaxed
        ? ['Prices include tax. Discounts, delivery and fees are shared over the products.']
        : kind === 'CREDIT_NOTE'
          ? []
          : ['No tax is charged on this supply.']),
      'Tax is payable on reverse charge: No. Amounts are in Indian rupees.',
      `For ${supplier.name}. This is a computer-generated ${title.toLowerCase()} and needs no signature.`,
    ],
  };
}

/** The state is that of the registration; the place of supply is that of the address. */
function toGstinLines({ gstin = '' }: Recipient): string[] {
  return gstin === '' ? [] : [`GSTIN ${gstin}`, `State: ${toStateLabel(toGstStateCode(gstin))}`];
}

/** Of a deleted account the state and country only, unless the law asks for more. */
function toAddressText({ addressLine, landmark, city, pincode, state, country }: Recipient): string {
  const town = `${city} ${pincode}`.trim();
  return [addressLine, landmark, town, state, country].filter((text) => text !== '').join(', ');
}

function isTaxedLine({ gstBasisPoints, cessBasisPoints }: TaxRates): boolean {
  return gstBasisPoints + cessBasisPoints > 0;
}

/**
 * The taxable value, and each tax by its rate, as rule 46 of the CGST Rules asks: of CGST and SGST half of the rate
 * of GST.
 */
function toTaxes(
  lines: readonly DocumentLine[],
  { isInterState, supplyStateCode }: Pick<TaxDocument, 'isInterState' | 'supplyStateCode'>,
): [string, number][] {
  const taxed = lines.filter(isTaxedLine);
  const exempt = lines.filter((line) => !isTaxedLine(line));
  return [
    ['Taxable value', addTax(taxed).taxablePaise],
    ...(exempt.length === 0 ? [] : [['Exempt value', addTax(exempt).taxablePaise] as [string, number]]),
    ...byRate(taxed, 'gstBasisPoints').flatMap(([rate, parts]): [string, number][] =>
      isInterState
        ? [[`IGST ${toPercent(rate)}%`, parts.igstPaise]]
        : [
            [`CGST ${toPercent(rate / 2)}%`, parts.cgstPaise],
            [`${stateTaxName(supplyStateCode)} ${toPercent(rate / 2)}%`, parts.sgstPaise],
          ],
    ),
    ...byRate(taxed, 'cessBasisPoints').map(([rate, parts]): [string, number] => [
      `Cess ${toPercent(rate)}%`,
      parts.cessPaise,
    ]),
  ];
}

/** The sums of the lines of each rate above 0, the lowest first. */
function byRate(lines: readonly DocumentLine[], key: keyof TaxRates): [basisPoints: number, TaxParts][] {
  return [...Map.groupBy(lines, (line) => line[key])]
    .filter(([rate]) => rate > 0)
    .sort(([one], [other]) => one - other)
    .map(([rate, group]) => [rate, addTax(group)]);
}

function toSummary(lines: readonly DocumentLine[]): HsnRow[] {
  const groups = Map.groupBy(lines, (line) => `${line.hsn} ${toRates(line)}`);
  return [...groups.values()]
    .map((group) => ({
      hsn: group[0]?.hsn ?? '',
      rates: group[0] === undefined ? '' : toRates(group[0]),
      ...addTax(group),
    }))
    .sort((one, other) => (one.hsn < other.hsn ? -1 : 1));
}

/** Such as `5%`, with cess `28% + 12%`. */
function toRates({
  gstBasisPoints,
  cessBasisPoints,
}: Pick<DocumentLine, 'gstBasisPoints' | 'cessBasisPoints'>): string {
  const gst = `${toPercent(gstBasisPoints)}%`;
  return cessBasisPoints === 0 ? gst : `${gst} + ${toPercent(cessBasisPoints)}%`;
}

const tableSize = 7.5;

async function drawPages(taxDocument: TaxDocument, printed: Printed, look: DocumentLook): Promise<Buffer> {
  const { kind, number, content, recipient, lines, isInterState, supplyStateCode } = taxDocument;
  const document = createDocument(`${printed.title} ${number}`, content.supplier.name);
  const half = contentWidth / 2 - 12;
  const right = page.margin + contentWidth / 2 + 12;
  const supplier: Block = [
    [content.supplier.name, { size: 20, weight: 'bold', colour: look.colour ?? colours.brand }],
    ...printed.supplier.map((text) => [text, {}] as const),
  ];
  const details: Block = [
    [printed.title, { size: 20, weight: 'bold', align: 'right' }],
    ...printed.details.map((text) => [text, { align: 'right' }] as const),
    ...(printed.warning === null
      ? []
      : [[printed.warning, { weight: 'bold', align: 'right', colour: colours.danger }] as const]),
  ];
  const nameTop = drawLogo(document, look, { x: page.margin, y: page.margin, ...logoBox });
  const top = Math.max(
    drawBlock(document, supplier, { x: page.margin, y: nameTop, width: half }),
    drawBlock(document, details, { x: right, y: page.margin, width: half }),
  );
  const shopper: Block = [
    ['Billed and delivered to', { weight: 'bold', colour: colours.muted }],
    [recipient.name, { size: 11, weight: 'bold' }],
    ...printed.recipient.map((text) => [text, {}] as const),
  ];
  let y = drawBlock(document, shopper, { x: page.margin, y: top + 16, width: half }) + 16;
  const cells = cellsOf(kind, lines, printed.isTaxed);
  y = drawTable(
    document,
    toColumns(cells.map(({ title, width, align }) => [title, width, align])),
    lines.map((line, index) => cells.map(({ of }) => of(line, index))),
    { y, size: tableSize },
  );
  const amounts: [string, string, TextStyle][] = [
    ...content.bill.map(
      ({ name, amountPaise }) => [name, formatSignedPaise(amountPaise), {}] as [string, string, TextStyle],
    ),
    ...printed.totals.map(
      ({ name, paise, isTotal }) =>
        [
          name,
          formatSignedPaise(paise),
          isTotal ? { size: 11, weight: 'bold' } : { colour: colours.muted },
        ] as [string, string, TextStyle],
    ),
  ];
  y = startPage(document, y + 8, amounts.length * 18);
  y = drawAmounts(document, amounts, y);
  if (printed.summary.length > 0)
    y = drawTable(
      document,
      toColumns([
        ['HSN', 60, 'left'],
        ['GST, cess', 60, 'left'],
        ['Taxable value', 80, 'right'],
        ...(isInterState
          ? ([['IGST', 70, 'right']] as [string, number, 'right'][])
          : ([
              ['CGST', 70, 'right'],
              [stateTaxName(supplyStateCode), 70, 'right'],
            ] as [string, number, 'right'][])),
        ['Cess', 60, 'right'],
        ['Tax', 70, 'right'],
      ]),
      printed.summary.map((row) => [
        ...[row.hsn === '' ? '–' : row.hsn, row.rates, formatPaise(row.taxablePaise)],
        ...(isInterState ? [row.igstPaise] : [row.cgstPaise, row.sgstPaise]).map(formatPaise),
        ...[formatPaise(row.cessPaise), formatPaise(toTaxPaise(row))],
      ]),
      { y: y + 8, size: tableSize },
    );
  const [words = '', ...notes] = printed.notes;
  const closing: Block = [
    [words, { weight: 'bold' }],
    ...notes.map((note) => [note, { colour: colours.muted }] as const),
  ];
  y = startPage(document, y + 12, closing.length * 16);
  drawBlock(document, closing, { x: page.margin, y, width: contentWidth });
  drawPageNumbers(document, number);
  return toBytes(document);
}

interface Cell {
  title: string;
  width: number;
  align: 'left' | 'right';
  of: (line: DocumentLine, index: number) => string;
}

function toProductText(line: DocumentLine): string {
  return `${bothNames(line)}, ${line.unit}${toBracketed(line.note ?? '')}`;
}

/** Of a line: price × quantity − discount + charges = amount, which includes the tax. */
function cellsOf(kind: TaxDocument['kind'], lines: readonly DocumentLine[], isTaxed: boolean): Cell[] {
  const money = (title: string, width: number, of: (line: DocumentLine) => number): Cell => ({
    title,
    width,
    align: 'right',
    of: (line) => formatPaise(of(line)),
  });
  const hasCharges = lines.some(({ chargesPaise }) => chargesPaise > 0);
  return [
    { title: '#', width: 14, align: 'left', of: (_line, index) => String(index + 1) },
    { title: 'Product', width: 104, align: 'left', of: toProductText },
    { title: 'HSN', width: 42, align: 'left', of: ({ hsn }) => hsn },
    ...(kind === 'CREDIT_NOTE'
      ? [money('Refunded', 48, ({ goodsPaise }) => goodsPaise)]
      : [
          { title: 'Qty', width: 22, align: 'right', of: ({ quantity }) => String(quantity) } as Cell,
          money('Price', 46, ({ pricePaise }) => pricePaise),
          money('Discount', 44, (line) => line.pricePaise * line.quantity - line.goodsPaise),
        ]),
    ...(hasCharges ? [money('Charges', 40, ({ chargesPaise }) => chargesPaise)] : []),
    ...(isTaxed
      ? [
          money('Taxable', 50, ({ taxablePaise }) => taxablePaise),
          { title: 'GST', width: 30, align: 'right', of: toRates } as Cell,
          money('Tax', 42, toTaxPaise),
        ]
      : []),
    money('Amount', 50, ({ totalPaise }) => totalPaise),
  ];
}

const columnGap = 4;

/** Places columns of the given least widths next to each other; the widest gets what is left. */
function toColumns(
  given: readonly (readonly [title: string, width: number, align: 'left' | 'right'])[],
): Column[] {
  const used = given.reduce((sum, [, width]) => sum + width + columnGap, -columnGap);
  const widest = Math.max(...given.map(([, width]) => width));
  const index = given.findIndex(([, width]) => width === widest);
  let x = 0;
  return given.map(([title, least, align], at) => {
    const width = at === index ? least + contentWidth - used : least;
    const column = { title, x, width, align };
    x += width + columnGap;
    return column;
  });
}

/** With rounding, which is no part of the taxable supply, the total that includes the tax is that before it. */
function toTotals(
  { totalPaise, roundingPaise }: Pick<TaxDocument, 'totalPaise' | 'roundingPaise'>,
  taxes: readonly (readonly [name: string, paise: number])[],
): Printed['totals'] {
  const included = taxes.map(([name, paise]) => ({ name, paise, isTotal: false }));
  const withTax = taxes.length > 0 ? ', tax included' : '';
  if (roundingPaise === 0)
    return [{ name: `Total${withTax}`, paise: totalPaise, isTotal: true }, ...included];
  return [
    { name: `Total before rounding${withTax}`, paise: totalPaise - roundingPaise, isTotal: false },
    ...included,
    { name: 'Rounding', paise: roundingPaise, isTotal: false },
    { name: 'Total', paise: totalPaise, isTotal: true },
  ];
}

// 80 mm, with the margins that receipt printers cannot print.
const receipt = { width: 226.77, margin: 12 } as const;
const receiptWidth = receipt.width - 2 * receipt.margin;
const receiptLogoBox = { width: 120, height: 36 };

async function drawReceipt(taxDocument: TaxDocument, printed: Printed, look: DocumentLook): Promise<Buffer> {
  const name = taxDocument.content.supplier.name;
  const create = (height: number) =>
    createDocument(`${printed.title} ${taxDocument.number}`, name, { width: receipt.width, height });
  // Drawn once to learn how long it is: the paper is a roll.
  const height = drawStrip(create(1000), taxDocument, printed, look) + receipt.margin;
  const document = create(height);
  drawStrip(document, taxDocument, printed, look);
  return toBytes(document);
}

/** Draws on one page, however long it is; returns the end. */
function drawStrip(
  document: PDFKit.PDFDocument,
  taxDocument: TaxDocument,
  printed: Printed,
  look: DocumentLook,
): number {
  const { kind, content, recipient, lines } = taxDocument;
  let y: number = drawLogo(document, look, { x: receipt.margin, y: receipt.margin, ...receiptLogoBox });
  const write = (text: string, style: TextStyle = {}) => {
    y += drawText(document, text, { x: receipt.margin, y, width: receiptWidth }, { size: 8, ...style }) + 1;
  };
  const writePair = (label: string, amount: string, style: TextStyle = {}) => {
    const left = { x: receipt.margin, y, width: receiptWidth - 64 };
    const right = { x: receipt.margin + receiptWidth - 62, y, width: 62 };
    y += Math.max(
      drawText(document, label, left, { size: 8, ...style }),
      drawText(document, amount, right, { size: 8, ...style, align: 'right' }),
    );
  };
  const rule = () => {
    document
      .moveTo(receipt.margin, y + 3)
      .lineTo(receipt.margin + receiptWidth, y + 3)
      .lineWidth(0.5)
      .stroke('#000000');
    y += 6;
  };
  write(content.supplier.name, { size: 13, weight: 'bold' });
  for (const text of printed.supplier) write(text);
  rule();
  write(printed.title, { size: 11, weight: 'bold' });
  for (const text of printed.details) write(text);
  if (printed.warning !== null) write(printed.warning, { weight: 'bold' });
  rule();
  write(recipient.name, { weight: 'bold' });
  for (const text of printed.recipient) write(text);
  rule();
  for (const line of lines) {
    write(toProductText(line), { weight: 'bold' });
    const hsn = line.hsn === '' ? '' : `HSN ${line.hsn}`;
    const rates = printed.isTaxed ? `GST ${toRates(line)}` : '';
    const pieces = kind === 'CREDIT_NOTE' ? '' : `${line.quantity} × ${formatPaise(line.pricePaise)}`;
    writePair([pieces, hsn, rates].filter((text) => text !== '').join(' · '), formatPaise(line.totalPaise));
  }
  rule();
  for (const { name, amountPaise } of content.bill) writePair(name, formatSignedPaise(amountPaise));
  for (const { name, paise, isTotal } of printed.totals)
    writePair(name, formatSignedPaise(paise), isTotal ? { size: 10, weight: 'bold' } : {});
  if (printed.summary.length > 0) rule();
  for (const row of printed.summary)
    writePair(
      [`HSN ${row.hsn === '' ? '–' : row.hsn}`, row.rates, `on ${formatPaise(row.taxablePaise)}`].join(' '),
      formatPaise(toTaxPaise(row)),
    );
  rule();
  for (const note of printed.notes) write(note);
  return y;
}
