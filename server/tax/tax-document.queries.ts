import sql from 'sql-template-tag';
import type { TaxDocumentKind, TaxDocumentSeries } from '#contract/tax/document-number.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';
import type { DocumentContent, DocumentLine, Recipient } from './tax-document.ts';

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
  { userId, recipientNamedFromPaise }: { userId: string; recipientNamedFromPaise: number },
): Promise<void> {
  await db.query(sql`
    update tax_document d set recipient = d.recipient || case when i.total_paise >= ${recipientNamedFromPaise} or coalesce(i.recipient ->> 'gstin', '') <> ''
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
