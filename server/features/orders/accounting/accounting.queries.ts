import sql from 'sql-template-tag';
import type { DocumentTitle, TaxDocumentKind } from '#contract/rules/money/financial-year.ts';
import type { TaxParts } from '#contract/rules/money/tax.ts';
import type { Queryable } from '#server/database/connect.ts';

/** From a time until before another one. */
export interface Period {
  from: Date;
  until: Date;
}

type Amounts = TaxParts & { totalPaise: number };

/** The lines of the documents `d` with `sign`: -1 for credit notes. */
function lines({ from, until }: Period) {
  return sql`
    tax_document d cross join lateral (select case when d.invoice_id is null then 1 else -1 end as sign) signed
    cross join lateral jsonb_to_recordset(d.lines) as line (hsn text, name text, quantity integer, "gstBasisPoints" integer,
      "cessBasisPoints" integer, "taxablePaise" bigint, "cgstPaise" bigint, "sgstPaise" bigint, "igstPaise" bigint,
      "cessPaise" bigint, "totalPaise" bigint)
    where d.issued_at >= ${from} and d.issued_at < ${until}`;
}

const sums = sql`
  sum(sign * "taxablePaise")::bigint as "taxablePaise", sum(sign * "cgstPaise")::bigint as "cgstPaise",
  sum(sign * "sgstPaise")::bigint as "sgstPaise", sum(sign * "igstPaise")::bigint as "igstPaise",
  sum(sign * "cessPaise")::bigint as "cessPaise", sum(sign * "totalPaise")::bigint as "totalPaise"`;

interface RateRow extends Amounts {
  gstBasisPoints: number;
  cessBasisPoints: number;
}

export interface SalesRow extends RateRow {
  stateCode: string;
  /** To recipients with a GSTIN, which GSTR-1 lists apart from the others. */
  isBusiness: boolean;
}

/** Invoices less credit notes by kind of recipient, place of supply and rates. */
export function selectSales(db: Queryable, period: Period): Promise<SalesRow[]> {
  return db.query<SalesRow>(sql`
    select coalesce(d.recipient ->> 'gstin', '') <> '' as "isBusiness", d.supply_state_code as "stateCode", "gstBasisPoints", "cessBasisPoints", ${sums}
    from ${lines(period)} group by 1, 2, 3, 4 order by 1 desc, 2, 3, 4`);
}

export interface HsnRow extends RateRow {
  hsn: string;
  /** Of one of its products. */
  name: string;
  /** Of the invoices: a refund is not of whole pieces. */
  quantity: number;
}

/** Invoices less credit notes by HSN code and rates. */
export function selectHsnSummary(db: Queryable, period: Period): Promise<HsnRow[]> {
  return db.query<HsnRow>(sql`
    select hsn, min(name) as name, coalesce(sum(quantity) filter (where sign = 1), 0)::bigint as quantity, "gstBasisPoints",
      "cessBasisPoints", ${sums}
    from ${lines(period)} group by hsn, "gstBasisPoints", "cessBasisPoints" order by hsn, "gstBasisPoints", "cessBasisPoints"`);
}

export interface DocumentRow extends Amounts {
  title: DocumentTitle;
  number: string;
  issuedAt: Date;
  orderNumber: string;
  stateCode: string;
  /** Of the recipient; empty if there is none. */
  gstin: string;
  /** Of a credit note. */
  invoiceNumber: string | null;
  invoiceAt: string | null;
  reason: string;
  roundingPaise: number;
}

/** Each document with the sums of its lines, its rounding and its total, in the order of the numbers. */
export function selectDocuments(
  db: Queryable,
  { from, until }: Period,
  isCreditNote: boolean,
): Promise<DocumentRow[]> {
  return db.query<DocumentRow>(sql`
    select coalesce(d.content ->> 'title', d.kind) as title, d.number, d.issued_at as "issuedAt", d.content #>> '{order,number}' as "orderNumber",
      d.supply_state_code as "stateCode", coalesce(d.recipient ->> 'gstin', '') as gstin, d.content #>> '{invoice,number}' as "invoiceNumber",
      d.content #>> '{invoice,issuedAt}' as "invoiceAt", d.content ->> 'reason' as reason,
      d.rounding_paise as "roundingPaise", d.total_paise as "totalPaise", of_lines.*
    from tax_document d cross join lateral (
      select sum("taxablePaise")::bigint as "taxablePaise", sum("cgstPaise")::bigint as "cgstPaise",
        sum("sgstPaise")::bigint as "sgstPaise", sum("igstPaise")::bigint as "igstPaise", sum("cessPaise")::bigint as "cessPaise"
      from jsonb_to_recordset(d.lines) as line ("taxablePaise" bigint, "cgstPaise" bigint, "sgstPaise" bigint,
        "igstPaise" bigint, "cessPaise" bigint)
    ) of_lines
    where d.issued_at >= ${from} and d.issued_at < ${until} and (d.invoice_id is not null) = ${isCreditNote}
    order by d.kind desc, d.financial_year, d.count`);
}

/** Lines of invoices with a GSTIN whose products had no GST rate at the time of the order. */
export function selectUnknownRates(
  db: Queryable,
  { from, until }: Period,
): Promise<{ lines: number; totalPaise: number }> {
  return db.one(sql`
    select count(*) as lines, coalesce(sum(line."totalPaise"), 0)::bigint as "totalPaise"
    from tax_document d
    cross join lateral jsonb_to_recordset(d.lines) as line (position integer, "totalPaise" bigint)
    join order_line l on l.order_id = d.order_id and l.position = line.position
    where d.issued_at >= ${from} and d.issued_at < ${until} and d.invoice_id is null
      and d.content #>> '{supplier,gstin}' <> '' and l.gst_basis_points is null`);
}

export interface KindRow {
  kind: TaxDocumentKind;
  count: number;
  first: string;
  last: string;
  firstOrderId: string;
  lastOrderId: string;
  totalPaise: number;
  taxPaise: number;
  roundingPaise: number;
}

/** How many documents of each kind there are, their first and last number and the orders of these. */
export function selectKinds(db: Queryable, { from, until }: Period): Promise<KindRow[]> {
  return db.query<KindRow>(sql`
    select kind, count(*) as count, (array_agg(number order by financial_year, count))[1] as first,
      (array_agg(number order by financial_year desc, count desc))[1] as last,
      (array_agg(order_id order by financial_year, count))[1] as "firstOrderId",
      (array_agg(order_id order by financial_year desc, count desc))[1] as "lastOrderId",
      sum(total_paise)::bigint as "totalPaise", sum(tax_paise)::bigint as "taxPaise",
      sum(rounding_paise)::bigint as "roundingPaise"
    from tax_document where issued_at >= ${from} and issued_at < ${until}
    group by kind order by kind desc`);
}
