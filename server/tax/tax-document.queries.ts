import sql from 'sql-template-tag';
import type { BillLine } from '#contract/cart/bill.ts';
import type { Order } from '#contract/orders/order.ts';
import type { DocumentTitle, TaxDocumentKind, TaxDocumentSeries } from '#contract/tax/financial-year.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/schema.ts';
import type { DocumentContent, DocumentLine, Recipient } from './tax-document.ts';

interface InvoicedLine
  extends Pick<
    schema.OrderLine,
    | 'position'
    | 'product_id'
    | 'name'
    | 'unit'
    | 'quantity'
    | 'price_paise'
    | 'discount_basis_points'
    | 'hsn'
    | 'gst_basis_points'
    | 'cess_basis_points'
  > {
  is_unavailable: boolean;
}

/** What an invoice is made from. */
export interface InvoicedOrder
  extends Pick<
    schema.CustomerOrder,
    'id' | 'order_number' | 'sub_total_paise' | 'total_paise' | 'created_at'
  > {
  bill: readonly (Pick<BillLine, 'kind' | 'name' | 'shares'> & { amount_paise: number })[];
  delivery_address: Order['delivery_address'];
  shopper_name: string;
  /** It was paid on the page of the sandbox. */
  is_test: boolean;
  lines: readonly InvoicedLine[];
}

export function selectInvoicedOrder(db: Queryable, orderId: string): Promise<InvoicedOrder> {
  return db.one<InvoicedOrder>(sql`
    select o.id, o.order_number, o.sub_total_paise, o.total_paise, o.created_at, o.bill, o.delivery_address,
      a.name as shopper_name,
      exists (select from payment_session s where s.order_id = o.id and s.provider = 'sandbox') as is_test,
      (select json_agg(json_build_object('position', l.position, 'product_id', l.product_id, 'name', l.name, 'unit', l.unit,
          'quantity', l.quantity, 'price_paise', l.price_paise, 'discount_basis_points', l.discount_basis_points,
          'hsn', l.hsn, 'gst_basis_points', l.gst_basis_points, 'cess_basis_points', l.cess_basis_points,
          'is_unavailable', l.unavailable_at is not null) order by l.position)
        from order_line l where l.order_id = o.id) as lines
    from customer_order o join account a on a.id = o.user_id where o.id = ${orderId}`);
}

/** The next number of a series. Locks the series until the end of the transaction. */
export async function takeCount(
  db: Queryable,
  series: TaxDocumentSeries,
  financialYear: number,
): Promise<number> {
  const { last_count } = await db.one<{ last_count: number }>(sql`
    insert into tax_document_series as s (kind, financial_year, last_count) values (${series}, ${financialYear}, 1)
    on conflict (kind, financial_year) do update set last_count = s.last_count + 1
    returning last_count`);
  return last_count;
}

export interface TaxDocumentRow
  extends Pick<
    schema.TaxDocument,
    | 'id'
    | 'financial_year'
    | 'count'
    | 'number'
    | 'order_id'
    | 'invoice_id'
    | 'issued_at'
    | 'supply_state_code'
    | 'is_inter_state'
    | 'total_paise'
    | 'tax_paise'
    | 'rounding_paise'
    | 'is_test'
  > {
  kind: TaxDocumentKind;
  lines: readonly DocumentLine[];
  content: DocumentContent;
  recipient: Recipient;
}

export async function insertDocument(db: Queryable, row: TaxDocumentRow): Promise<void> {
  await db.query(sql`
    insert into tax_document (id, kind, financial_year, count, number, order_id, invoice_id, issued_at, supply_state_code,
      is_inter_state, total_paise, tax_paise, rounding_paise, is_test, lines, content, recipient)
    values (${row.id}, ${row.kind}, ${row.financial_year}, ${row.count}, ${row.number}, ${row.order_id}, ${row.invoice_id},
      ${row.issued_at}, ${row.supply_state_code}, ${row.is_inter_state}, ${row.total_paise}, ${row.tax_paise}, ${row.rounding_paise}, ${row.is_test},
      ${JSON.stringify(row.lines)}::text::jsonb, ${JSON.stringify(row.content)}::text::jsonb,
      ${JSON.stringify(row.recipient)}::text::jsonb)`);
}

export async function updateRecipients(
  db: Queryable,
  { userId, namedFromPaise }: { userId: string; namedFromPaise: number },
): Promise<void> {
  await db.query(sql`
    update tax_document d set recipient = d.recipient || case when i.total_paise >= ${namedFromPaise} or coalesce(i.recipient ->> 'gstin', '') <> ''
      then '{"deliveredTo": "", "landmark": "", "mobile": ""}'::jsonb
      else '{"name": "", "deliveredTo": "", "addressLine": "", "landmark": "", "city": "", "pincode": "", "mobile": ""}'::jsonb end
    from customer_order o, tax_document i
    where o.id = d.order_id and o.user_id = ${userId} and i.id = coalesce(d.invoice_id, d.id)`);
}

/** The invoice of an order and its credit notes, in the order of their issue. */
export function selectDocumentsOfOrder(db: Queryable, orderId: string): Promise<TaxDocumentRow[]> {
  return db.query<TaxDocumentRow>(sql`
    select ${documentColumns()} from tax_document d where order_id = ${orderId}
    order by invoice_id nulls first, issued_at, count`);
}

function documentColumns() {
  return sql`
    id, kind, financial_year, count, number, order_id, invoice_id, issued_at, supply_state_code, is_inter_state, total_paise, tax_paise,
    rounding_paise, is_test, lines, content, recipient`;
}

/** The documents of the order `o` as JSON (`OrderDocumentRow[]`). */
export function orderDocumentsColumn() {
  return sql`
    (select coalesce(json_agg(json_build_object('id', d.id, 'kind', d.kind, 'title', coalesce(d.content ->> 'title', d.kind),
        'number', d.number, 'issued_at', d.issued_at, 'total_paise', d.total_paise, 'tax_paise', d.tax_paise) order by d.invoice_id nulls first, d.issued_at, d.count), '[]')
      from tax_document d where d.order_id = o.id)`;
}

export interface OrderDocumentRow
  extends Pick<TaxDocumentRow, 'id' | 'kind' | 'number' | 'total_paise' | 'tax_paise'> {
  title: DocumentTitle;
  issued_at: string;
}
