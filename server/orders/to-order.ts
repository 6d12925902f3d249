import { toPercent, toRupees } from '#contract/base/money.ts';
import type { BillLine } from '#contract/cart/bill.ts';
import { linePaise } from '#contract/cart/price-cart.ts';
import type { Order, OrderDetails } from '#contract/orders/order.ts';
import { mayChange } from '#contract/orders/order-status.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { toUpiReference, toUpiUrl, type UpiPayee } from '#contract/payments/upi.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { toSupplyStateCode } from '#contract/tax/place-of-supply.ts';
import { addTax, toTaxLines, toTaxPaise } from '#contract/tax/tax.ts';
import { fromPriceColumns } from '#server/base/price-columns.ts';
import type * as schema from '#server/database/row-types.ts';
import type { ReceiptRow } from '#server/ledger/ledger.ts';
import type { OrderDocumentRow } from '#server/tax/tax-document.service.ts';

export interface OrderLineRow
  extends Pick<
    schema.OrderLine,
    | 'position'
    | 'product_id'
    | 'name'
    | 'name_hindi'
    | 'unit'
    | 'image'
    | 'price_paise'
    | 'discount_basis_points'
    | 'sale_price_paise'
    | 'quantity'
    | 'ordered_quantity'
    | 'replaces'
    | 'step_grams'
    | 'gst_basis_points'
    | 'cess_basis_points'
  > {
  is_taken_off: boolean;
}

/** A line of the bill of an order, in the column `bill`. */
export interface BillRow extends Pick<BillLine, 'kind' | 'name' | 'shares'> {
  amount_paise: number;
}

export interface OrderRow
  extends Pick<
    schema.CustomerOrder,
    | 'id'
    | 'order_number'
    | 'status'
    | 'payment_status'
    | 'payment_method'
    | 'sub_total_paise'
    | 'total_paise'
    | 'refunded_paise'
    | 'credit_paise'
    | 'credit_returned_paise'
    | 'amount_due_paise'
    | 'request_hash'
    | 'created_at'
    | 'promised_minutes'
    | 'promised_by'
    | 'delivered_at'
    | 'expires_at'
  > {
  delivery_address: Order['delivery_address'];
  bill: readonly BillRow[];
  /** The later time of delivery that the shopper chose, as ISO times. */
  slot: SlotRow | null;
  /** The new time of which the shopper of a late order was told, as an ISO time, and the store credit. */
  revision: { revised_by: string; credit_paise: number } | null;
  /** Null unless the order awaits its payment. */
  expires_at: Date | null;
  payment_url: string | null;
  is_test_payment: boolean;
  receipt: ReceiptRow | null;
  documents: readonly OrderDocumentRow[];
  lines: readonly OrderLineRow[];
}

/** A window of delivery in JSON. */
export interface SlotRow {
  starts_at: string;
  ends_at: string;
}

/** The delivery of an order in JSON. */
export interface StaffDeliveryRow
  extends Pick<
    schema.OrderDelivery,
    'version' | 'payment' | 'received_paise' | 'return_reason' | 'return_note'
  > {
  rider_id: string | null;
  rider_name: string | null;
  taken_at: string;
  left_at: string | null;
  delivered_at: string | null;
  return_at: string | null;
  has_photo: boolean;
}

export interface OrderHistoryRow
  extends Pick<
      schema.OrderHistory,
      'order_id' | 'changed_at' | 'changed_as' | 'reason' | 'internal_reason' | 'undelivered'
    >,
    Pick<schema.CustomerOrder, 'status' | 'payment_status'> {}

export function toOrder(row: OrderRow): Order {
  const [first] = row.lines;
  return {
    _id: row.id,
    orderId: row.order_number,
    product_details: {
      name: first?.name ?? '',
      nameHindi: first?.name_hindi ?? '',
      image: first === undefined || first.image === '' ? [] : [first.image],
    },
    items: row.lines.map(toOrderLine),
    subTotalAmt: toRupees(row.sub_total_paise),
    totalAmt: toRupees(row.total_paise),
    bill: row.bill.map(({ kind, amount_paise, name }) => ({
      kind,
      amount: toRupees(amount_paise),
      ...(name !== undefined && { name }),
    })),
    payment_status: row.payment_status,
    payment_method: row.payment_method,
    isTestPayment: row.is_test_payment,
    creditAmt: toRupees(row.credit_paise),
    creditReturnedAmt: toRupees(row.credit_returned_paise),
    collection: row.receipt && toReceipt(row.receipt),
    refundedAmt: toRupees(row.refunded_paise),
    status: row.status,
    delivery_address: row.delivery_address,
    createdAt: row.created_at.toISOString(),
    slot: row.slot && {
      startsAt: new Date(row.slot.starts_at).toISOString(),
      endsAt: new Date(row.slot.ends_at).toISOString(),
    },
    promisedMinutes: row.promised_minutes,
    promisedAt: row.promised_by?.toISOString() ?? null,
    ...(row.revision && toRevision(row.revision)),
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    paymentUrl: row.payment_url,
  };
}

function toRevision({ revised_by, credit_paise }: NonNullable<OrderRow['revision']>) {
  return {
    revisedAt: new Date(revised_by).toISOString(),
    ...(credit_paise > 0 && { lateCreditAmt: toRupees(credit_paise) }),
  };
}

/** A payment without what only the staff may read. */
export function toReceipt(row: ReceiptRow): NonNullable<Order['collection']> {
  return {
    method: row.method,
    amount: toRupees(row.amount_paise),
    reference: row.reference,
    at: new Date(row.at).toISOString(),
  };
}

export function toOrderLine(line: OrderLineRow): Order['items'][number] {
  return {
    position: line.position,
    productId: line.product_id,
    name: line.name,
    nameHindi: line.name_hindi,
    unit: line.unit,
    image: line.image,
    price: toRupees(line.price_paise),
    discount: toPercent(line.discount_basis_points),
    salePrice: line.sale_price_paise === null ? null : toRupees(line.sale_price_paise),
    quantity: line.quantity,
    orderedQuantity: line.step_grams === null ? (line.ordered_quantity ?? line.quantity) : line.quantity,
    orderedGrams: line.step_grams && line.step_grams * (line.ordered_quantity ?? line.quantity),
    replaces: line.replaces,
    isTakenOff: line.is_taken_off,
  };
}

/**
 * `history` may include that of other orders. Without the settings of the store it says nothing of UPI, and of tax
 * what is invoiced.
 */
export function toOrderDetails(
  row: OrderRow,
  history: readonly OrderHistoryRow[],
  settings: Pick<StoreSettings, 'upi' | 'legal'> | null,
): OrderDetails {
  const payee = settings?.upi ?? null;
  return {
    ...toOrder(row),
    steps: history.filter(({ order_id }) => order_id === row.id).map(toOrderStep),
    canCancel: mayChange('shopper', row.status, 'CANCELLED'),
    upi: payee && toUpiRequest(row, payee),
    documents: row.documents.map(({ id, kind, title, number, issued_at, total_paise, tax_paise }) => ({
      _id: id,
      kind,
      title,
      number,
      issuedAt: new Date(issued_at).toISOString(),
      totalAmt: toRupees(total_paise),
      taxAmt: toRupees(tax_paise),
    })),
    includedTaxAmt: toIncludedTaxAmt(row, settings),
  };
}

/**
 * The tax in the total of an order in rupees: that of the invoice less that of credit notes; before there is an
 * invoice what it would be.
 */
export function toIncludedTaxAmt(
  { documents, bill, lines, delivery_address }: OrderRow,
  settings: Pick<StoreSettings, 'legal'> | null,
): number {
  if (documents.length > 0)
    return toRupees(
      documents.reduce(
        (sum, { kind, tax_paise }) => sum + (kind === 'CREDIT_NOTE' ? -tax_paise : tax_paise),
        0,
      ),
    );
  if (settings === null || settings.legal.gstin === '') return 0;
  const { stateCode } = settings.legal;
  const isInterState = toSupplyStateCode(delivery_address, stateCode) !== stateCode;
  const items = lines.map((line) => ({
    position: line.position,
    productId: line.product_id,
    replaces: line.replaces,
    quantity: line.quantity,
    pricePaise: linePaise({ ...fromPriceColumns(line), quantity: line.quantity }),
    isTakenOff: line.is_taken_off,
    gstBasisPoints: line.gst_basis_points ?? 0,
    cessBasisPoints: line.cess_basis_points ?? 0,
  }));
  return toRupees(toTaxPaise(addTax(toTaxLines(toBill(bill), items, isInterState))));
}

/** How an order is paid by UPI; null if it is paid, ended, or paid by card. A cash order may be paid by UPI too. */
function toUpiRequest(row: OrderRow, payee: UpiPayee): OrderDetails['upi'] {
  const amountPaise = row.amount_due_paise;
  const isPlaced = row.status !== 'PENDING_PAYMENT' && row.status !== 'CANCELLED';
  if (row.payment_method === 'CARD' || row.receipt !== null || !isPlaced || amountPaise <= 0) return null;
  const orderNumber = row.order_number;
  return {
    ...payee,
    url: toUpiUrl(payee, { orderNumber, amountPaise }),
    reference: toUpiReference(orderNumber),
  };
}

/** A change without what only the staff may read. */
export function toOrderStep(entry: OrderHistoryRow): OrderDetails['steps'][number] {
  return {
    status: entry.status,
    payment_status: entry.payment_status,
    at: entry.changed_at.toISOString(),
    // The API calls the system the shop.
    by: entry.changed_as === 'system' ? 'shop' : entry.changed_as,
    reason: entry.reason,
    ...(entry.undelivered !== null && { undelivered: entry.undelivered }),
  };
}

/** The delivery of an order for the staff. */
export function toStaffDelivery(row: StaffDeliveryRow): NonNullable<StaffOrder['delivery']> {
  const { rider_id, rider_name, received_paise, return_reason, return_at } = row;
  const toTime = (at: string) => new Date(at).toISOString();
  return {
    rider: rider_id === null ? null : { _id: rider_id, name: rider_name ?? '' },
    version: row.version,
    takenAt: toTime(row.taken_at),
    leftAt: row.left_at && toTime(row.left_at),
    deliveredAt: row.delivered_at && toTime(row.delivered_at),
    payment: row.payment,
    receivedAmt: received_paise && toRupees(received_paise),
    returning:
      return_reason === null || return_at === null
        ? null
        : { reason: return_reason, note: row.return_note, at: toTime(return_at) },
    hasPhoto: row.has_photo,
  };
}

/** The bill of an order in the terms of `contract/cart/bill.ts`. */
export function toBill(rows: readonly BillRow[]): BillLine[] {
  return rows.map(({ amount_paise, ...row }) => ({ ...row, amountPaise: amount_paise }));
}

export function toBillRow({ amountPaise, ...line }: BillLine): BillRow {
  return { ...line, amount_paise: amountPaise };
}
