import { discountedPricePaise, toPercent, toRupees } from '#contract/base/money.ts';
import type { Order, OrderDetails } from '#contract/orders/order.ts';
import { mayChange } from '#contract/orders/order-status.ts';
import { toUpiReference, toUpiUrl, type UpiPayee } from '#contract/payments/upi.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { addTax, toTaxLines, toTaxPaise } from '#contract/tax/tax.ts';
import { type CollectionRow, toAmountDue } from '#server/ledger/ledger.ts';
import type { OrderHistoryRow, OrderLineRow, OrderRow } from './order.queries.ts';

export function toOrder(row: OrderRow): Order {
  const [first] = row.lines;
  return {
    _id: row.id,
    orderId: row.order_number,
    product_details: {
      name: first?.name ?? '',
      image: first === undefined || first.image === '' ? [] : [first.image],
    },
    items: row.lines.map(toOrderLine),
    subTotalAmt: toRupees(row.sub_total_paise),
    totalAmt: toRupees(row.total_paise),
    bill: row.bill.map(({ kind, amount_paise, name }) => ({
      ...{ kind, amount: toRupees(amount_paise) },
      ...(name !== undefined && { name }),
    })),
    payment_status: row.payment_status,
    payment_method: row.payment_method,
    isTestPayment: row.is_test_payment,
    creditAmt: toRupees(row.credit_paise),
    creditReturnedAmt: toRupees(row.credit_returned_paise),
    collection: row.collection && toCollection(row.collection),
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
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    paymentUrl: row.payment_url,
  };
}

/** A payment without what only the staff may read. */
export function toCollection(row: CollectionRow): NonNullable<Order['collection']> {
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
    unit: line.unit,
    image: line.image,
    price: toRupees(line.price_paise),
    discount: toPercent(line.discount_basis_points),
    quantity: line.quantity,
    isTakenOff: line.is_unavailable,
  };
}

/** `history` may include that of other orders. Without the settings of the store it says nothing of UPI, and of tax what is invoiced. */
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
      ...{ _id: id, kind, title, number, issuedAt: new Date(issued_at).toISOString() },
      ...{ totalAmt: toRupees(total_paise), taxAmt: toRupees(tax_paise) },
    })),
    includedTaxAmt: toIncludedTaxAmt(row, settings),
  };
}

/** The tax in the total of an order in rupees: that of the invoice less that of credit notes; before there is an invoice what it would be. IGST and CGST with SGST are equal. */
export function toIncludedTaxAmt(
  { documents, bill, lines }: OrderRow,
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
  const items = lines.map((line) => ({
    ...{ position: line.position, productId: line.product_id, quantity: line.quantity },
    pricePaise: discountedPricePaise(line.price_paise, line.discount_basis_points) * line.quantity,
    isTakenOff: line.is_unavailable,
    ...{ gstBasisPoints: line.gst_basis_points ?? 0, cessBasisPoints: line.cess_basis_points ?? 0 },
  }));
  const amounts = bill.map(({ amount_paise, ...row }) => ({ ...row, amountPaise: amount_paise }));
  return toRupees(toTaxPaise(addTax(toTaxLines(amounts, items, false))));
}

/** How an order is paid by UPI; null if it is paid, ended, or paid by card. A cash order may be paid by UPI too. */
function toUpiRequest(row: OrderRow, payee: UpiPayee): OrderDetails['upi'] {
  const amountPaise = toAmountDue(row);
  const isPlaced = row.status !== 'PENDING_PAYMENT' && row.status !== 'CANCELLED';
  if (row.payment_method === 'CARD' || row.collection !== null || !isPlaced || amountPaise <= 0) return null;
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
  };
}
