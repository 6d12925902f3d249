import sql from 'sql-template-tag';
import { AppError } from '#contract/base/errors.ts';
import { toRoundingPaise, toShownBill } from '#contract/cart/bill.ts';
import { linePaise } from '#contract/cart/price-cart.ts';
import { type DeliveredLine, toLineNote } from '#contract/picking/delivered-line.ts';
import {
  type DocumentTitle,
  type TaxDocumentKind,
  toDocumentNumber,
  toFinancialYear,
} from '#contract/tax/document-number.ts';
import { toSupplyStateCode } from '#contract/tax/place-of-supply.ts';
import { addTax, type TaxedRefund, toCreditLines, toTaxLines, toTaxPaise } from '#contract/tax/tax.ts';
import { fromPriceColumns } from '#server/base/price-columns.ts';
import { workerThread } from '#server/base/worker-thread.ts';
import { newId } from '#server/database/id.ts';
import type { Context } from '#server/http/context.ts';
import { currentSettings } from '#server/store/settings.service.ts';
import type { InvoiceTask } from './invoice-worker.ts';
import type { DocumentLook } from './pdf-table.ts';
import * as queries from './tax-document.queries.ts';
import type { DocumentContent, DocumentLine, InvoicedOrder, Recipient, TaxDocument } from './tax-document.ts';

export type { DocumentLook };

/** `db` is a transaction that holds the lock of the order. */
type DocumentTransaction = Pick<Context, 'db' | 'now'>;

/**
 * Issues the invoice of an order that is handed over, or a bill of supply if nothing is taxable or the store has no
 * GSTIN. Call it after all other locks, because the series is locked until the end of the transaction.
 */
export async function issueInvoice(transaction: DocumentTransaction, order: InvoicedOrder): Promise<void> {
  const { db } = transaction;
  const { settings } = await currentSettings({ db });
  const { identity, legal } = settings;
  const isRegistered = legal.gstin !== '';
  const supplyStateCode = toSupplyStateCode(order.delivery_address, legal.stateCode);
  const isInterState = isRegistered && supplyStateCode !== legal.stateCode;
  const lines = toDocumentLines(order, { isRegistered, isInterState });
  const isTaxable = lines.some(isTaxed);
  // Rule 46A of the CGST Rules is for unregistered recipients.
  const isMixed = isTaxable && !lines.every(isTaxed) && order.delivery_address.gstin === undefined;
  const { name, address, phone, email } = identity;
  await issue(transaction, isTaxable ? 'TAX_INVOICE' : 'BILL_OF_SUPPLY', {
    order_id: order.id,
    invoice_id: null,
    total_paise: order.total_paise,
    lines,
    rounding_paise: toRoundingPaise(order.bill.map(toBillLine)),
    supply_state_code: supplyStateCode,
    is_inter_state: isInterState,
    is_test: order.is_test,
    content: {
      supplier: { name, address, phone, email, ...legal },
      order: { number: order.order_number, createdAt: order.created_at.toISOString() },
      bill: toPrintedBill(order),
      invoice: null,
      reason: '',
      ...(isMixed && { title: 'INVOICE_CUM_BILL_OF_SUPPLY' }),
    },
    recipient: toRecipient(order),
  });
}

/**
 * Issues the credit note of a refund after the hand-over; nothing for an order without an invoice, which was handed
 * over before there were any. Call it after all other locks, as `issueInvoice`.
 */
export async function issueCreditNote(
  transaction: DocumentTransaction,
  orderId: string,
  refund: TaxedRefund & { roundingPaise: number; reason: string },
): Promise<void> {
  const [invoice, ...notes] = await queries.selectDocumentsOfOrder(transaction.db, orderId);
  if (invoice === undefined) return;
  const credited = notes.flatMap(({ lines }) => lines);
  const lines = toCreditLines(invoice.lines, credited, refund, invoice.is_inter_state).flatMap((line) => {
    const printed = invoice.lines.find(({ position }) => position === line.position);
    return printed === undefined ? [] : [{ ...printed, ...line }];
  });
  if (lines.length === 0) return;
  const { supply_state_code, is_inter_state, is_test, recipient, content } = invoice;
  const goods = lines.filter(({ goodsPaise }) => goodsPaise > 0);
  await issue(transaction, 'CREDIT_NOTE', {
    order_id: orderId,
    invoice_id: invoice.id,
    lines,
    supply_state_code,
    is_inter_state,
    is_test,
    recipient,
    total_paise: lines.reduce((sum, { totalPaise }) => sum + totalPaise, refund.roundingPaise),
    rounding_paise: refund.roundingPaise,
    content: {
      supplier: content.supplier,
      order: content.order,
      reason: refund.reason,
      invoice: { number: invoice.number, issuedAt: invoice.issued_at.toISOString() },
      bill: [
        ...goods.map(({ name, goodsPaise }) => ({ name, amountPaise: goodsPaise })),
        ...(refund.chargesPaise > 0 ? [{ name: 'Delivery and fees', amountPaise: refund.chargesPaise }] : []),
      ],
    },
  });
}

/** Issues the credit note of an order without one that comes back to the store: of all that its invoice charges. */
export async function creditInvoice(
  transaction: DocumentTransaction,
  orderId: string,
  reason: string,
): Promise<void> {
  const [invoice] = await queries.selectDocumentsOfOrder(transaction.db, orderId);
  if (invoice === undefined) return;
  await issueCreditNote(transaction, orderId, {
    lines: invoice.lines.map(({ position, goodsPaise }) => ({ position, amountPaise: goodsPaise })),
    chargesPaise: invoice.lines.reduce((sum, { chargesPaise }) => sum + chargesPaise, 0),
    roundingPaise: invoice.rounding_paise,
    reason,
  });
}

/**
 * The invoice of an order and its credit notes; empty before the hand-over, and for orders from before there were
 * any.
 */
export async function listDocuments({ db }: Pick<Context, 'db'>, orderId: string): Promise<TaxDocument[]> {
  return (await queries.selectDocumentsOfOrder(db, orderId)).map(toDocument);
}

/**
 * Removes from the documents of an account what the law does not ask for: of invoices below
 * `recipientNamedFromPaise` without a GSTIN of the recipient, and their credit notes, all but state and country, of
 * others what is not name, GSTIN and postal address.
 */
export async function anonymiseDocuments(
  { db }: Pick<Context, 'db'>,
  account: { userId: string; recipientNamedFromPaise: number },
): Promise<void> {
  await queries.updateRecipients(db, account);
}

async function issue(
  { db, now }: DocumentTransaction,
  kind: TaxDocumentKind,
  document: Omit<
    queries.TaxDocumentRow,
    'id' | 'kind' | 'financial_year' | 'count' | 'number' | 'issued_at' | 'tax_paise'
  >,
): Promise<void> {
  const issuedAt = now();
  const financialYear = toFinancialYear(issuedAt);
  // No money was paid for a test, so it takes no number of the real series.
  const series = document.is_test ? 'TEST' : kind;
  const count = await queries.takeCount(db, series, financialYear);
  await queries.insertDocument(db, {
    ...document,
    id: newId(),
    kind,
    count,
    issued_at: issuedAt,
    tax_paise: toTaxPaise(addTax(document.lines)),
    financial_year: financialYear,
    number: toDocumentNumber(series, financialYear, count),
  });
}

/** Without a GSTIN the store cannot charge tax, whatever the rates of its products are. */
function toDocumentLines(
  { bill, lines }: InvoicedOrder,
  { isRegistered, isInterState }: { isRegistered: boolean; isInterState: boolean },
): DocumentLine[] {
  const items = lines.map((line) => ({
    position: line.position,
    productId: line.product_id,
    replaces: line.replaces,
    quantity: line.quantity,
    pricePaise: linePaise({ ...fromPriceColumns(line), quantity: line.quantity }),
    isTakenOff: line.is_taken_off,
    gstBasisPoints: isRegistered ? (line.gst_basis_points ?? 0) : 0,
    cessBasisPoints: isRegistered ? (line.cess_basis_points ?? 0) : 0,
  }));
  return toTaxLines(bill.map(toBillLine), items, isInterState).flatMap((taxed) => {
    const line = lines.find(({ position }) => position === taxed.position);
    if (line === undefined) return [];
    const { name, name_hindi: nameHindi, unit, hsn, quantity, price_paise: pricePaise } = line;
    const discountBasisPoints = line.discount_basis_points;
    const named = nameHindi === '' ? { name } : { name, nameHindi };
    const note = toLineNote(toDeliveredLine(line), lines);
    const noted = note === '' ? {} : { note };
    return [
      { ...taxed, quantity, pricePaise, discountBasisPoints, ...named, unit, ...noted, hsn: hsn ?? '' },
    ];
  });
}

function toDeliveredLine({
  ordered_quantity,
  step_grams,
  is_taken_off: isTakenOff,
  ...line
}: InvoicedOrder['lines'][number]): DeliveredLine {
  const { position, replaces, unit, quantity } = line;
  const ordered = ordered_quantity ?? quantity;
  return {
    ...{ position, replaces, unit, quantity, isTakenOff },
    orderedQuantity: step_grams === null ? ordered : quantity,
    orderedGrams: step_grams && step_grams * ordered,
  };
}

function isTaxed({ gstBasisPoints, cessBasisPoints }: DocumentLine): boolean {
  return gstBasisPoints + cessBasisPoints > 0;
}

function toBillLine({ amount_paise, ...line }: InvoicedOrder['bill'][number]) {
  return { ...line, amountPaise: amount_paise };
}

/** From the items before discount to the total before rounding. */
function toPrintedBill(order: InvoicedOrder): DocumentContent['bill'] {
  const { itemsPaise, discounts, charges } = toShownBill(order.bill.map(toBillLine));
  const discountPaise = itemsPaise - order.sub_total_paise;
  return [
    { name: 'Sub-total', amountPaise: order.sub_total_paise },
    ...(discountPaise === 0 ? [] : [{ name: 'Discount', amountPaise: discountPaise }]),
    ...discounts.map(({ name, amountPaise }) => ({ name, amountPaise })),
    ...charges.map(({ name, amountPaise }) => ({ name, amountPaise })),
  ];
}

function toRecipient({ shopper_name, delivery_address }: InvoicedOrder): Recipient {
  const { business_name = '', gstin = '' } = delivery_address;
  const { address_line, landmark = '', recipient_name = '', city, pincode, ...address } = delivery_address;
  const { state, country, mobile } = address;
  return {
    name: business_name || shopper_name,
    addressLine: address_line,
    landmark,
    ...(gstin !== '' && { gstin }),
    deliveredTo: recipient_name || (business_name && shopper_name),
    city,
    pincode,
    state,
    country,
    mobile,
  };
}

function toDocument(row: queries.TaxDocumentRow): TaxDocument {
  const { id, kind, number, lines, content, recipient } = row;
  return {
    id,
    kind,
    number,
    lines,
    content,
    recipient,
    issuedAt: row.issued_at.toISOString(),
    supplyStateCode: row.supply_state_code,
    isInterState: row.is_inter_state,
    totalPaise: row.total_paise,
    roundingPaise: row.rounding_paise,
  };
}

/** The documents of the order `o` as JSON (`OrderDocumentRow[]`). */
export function orderDocumentsColumn() {
  return sql`
    (select coalesce(json_agg(json_build_object('id', d.id, 'kind', d.kind, 'title', coalesce(d.content ->> 'title', d.kind),
        'number', d.number, 'issued_at', d.issued_at, 'total_paise', d.total_paise, 'tax_paise', d.tax_paise) order by d.invoice_id nulls first, d.issued_at, d.count), '[]')
      from tax_document d where d.order_id = o.id)`;
}

export interface OrderDocumentRow
  extends Pick<queries.TaxDocumentRow, 'id' | 'kind' | 'number' | 'total_paise' | 'tax_paise'> {
  title: DocumentTitle;
  issued_at: string;
}

/** Draws a document, or what was ordered, as PDF. Throws UNAVAILABLE when too many wait. */
export const drawPdf = workerThread<InvoiceTask, Uint8Array>({
  file: new URL('./invoice-worker.ts', import.meta.url),
  // A long invoice takes 0.2 seconds, so the last one waits for 10 seconds at most.
  maximumQueued: 50,
  createError: () => new AppError('UNAVAILABLE', { retryAfterSeconds: 5 }),
  maximumHeapMegabytes: 128,
  taskTimeoutMs: 20_000,
  idleMs: 30_000,
});
