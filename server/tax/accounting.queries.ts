import sql, { type Sql } from 'sql-template-tag';
import type { RecipientKind } from '#contract/tax/accounting.ts';
import type { DocumentTitle, TaxDocumentKind } from '#contract/tax/document-number.ts';
import { abroadStateCode } from '#contract/tax/place-of-supply.ts';
import type { TaxParts } from '#contract/tax/tax.ts';
import type { Queryable } from '#server/database/connect.ts';
import type { ReturnLine } from './gstr1.ts';

/** From a time until before another one. */
export interface Period {
  from: Date;
  until: Date;
}

type Amounts = TaxParts & { totalPaise: number };

/** The condition for a document `d` of the period; those of test payments do not count. */
function isIssued({ from, until }: Period) {
  return sql`d.issued_at >= ${from} and d.issued_at < ${until} and not d.is_test`;
}

/**
 * The `RecipientKind` of a document `d`, of a credit note that of its invoice. An invoice to a consumer of another
 * state is large above ₹1 lakh, until July 2024 above ₹2.5 lakh (rule 59(4) of the CGST Rules, Notification 12/2024,
 * Central Tax).
 */
const recipientKind = sql`
  case when d.supply_state_code = ${abroadStateCode} then 'EXPORT'
    when coalesce(d.recipient ->> 'gstin', '') <> '' then 'B2B'
    when d.is_inter_state and (select i.total_paise > case when i.issued_at < timestamptz '2024-08-01T00:00+05:30'
      then 25000000 else 10000000 end from tax_document i where i.id = coalesce(d.invoice_id, d.id)) then 'B2CL'
    else 'B2CS' end`;

/** The lines of the documents `d` with `sign`: -1 for credit notes, and what else is joined. */
function lines({ from, until }: Period, joined: Sql) {
  return sql`
    tax_document d cross join lateral (select case when d.invoice_id is null then 1 else -1 end as sign) signed
    cross join lateral jsonb_to_recordset(d.lines) as line (position integer, hsn text, name text, unit text,
      quantity integer, "goodsPaise" bigint, "gstBasisPoints" integer,
      "cessBasisPoints" integer, "taxablePaise" bigint, "cgstPaise" bigint, "sgstPaise" bigint, "igstPaise" bigint,
      "cessPaise" bigint, "totalPaise" bigint) ${joined}
    where ${isIssued({ from, until })}`;
}

const sums = sql`
  sum(sign * "taxablePaise")::bigint as "taxablePaise", sum(sign * "cgstPaise")::bigint as "cgstPaise",
  sum(sign * "sgstPaise")::bigint as "sgstPaise", sum(sign * "igstPaise")::bigint as "igstPaise",
  sum(sign * "cessPaise")::bigint as "cessPaise", sum(sign * "totalPaise")::bigint as "totalPaise"`;

interface RateRow extends Amounts {
  gstBasisPoints: number;
  cessBasisPoints: number;
  /** The product had a rate of GST, which can be 0, when it was ordered. */
  isRateKnown: boolean;
}

export interface SalesRow extends RateRow {
  stateCode: string;
  recipients: RecipientKind;
}

const withOrdered = sql`
  join order_line ordered on ordered.order_id = d.order_id and ordered.position = line.position`;

/** Invoices less credit notes by kind of recipient, place of supply and rates. */
export function selectSales(db: Queryable, period: Period): Promise<SalesRow[]> {
  return db.query<SalesRow>(sql`
    select ${recipientKind} as recipients, d.supply_state_code as "stateCode", "gstBasisPoints", "cessBasisPoints",
      ordered.gst_basis_points is not null as "isRateKnown", ${sums}
    from ${lines(period, withOrdered)}
    group by 1, 2, 3, 4, 5 order by 1, 2, "isRateKnown", 3, 4`);
}

export interface HsnRow extends RateRow {
  /** To recipients with a GSTIN, which table 12 of GSTR-1 has apart since May 2025. */
  isBusiness: boolean;
  hsn: string;
  /** Of one of its products. */
  name: string;
  /** The pack size. */
  unit: string;
  /** Packs of the invoices less those that the credit notes refund. */
  quantity: number;
}

// A refund is an amount: a pack counts as returned when its whole price is refunded, to the paisa, over all credit
// notes.
const packsFor = (paise: Sql) => sql`
  case when ${paise} <= 0 or invoiced = 0 then 0 else least(line.quantity, (${paise} + 1) * line.quantity / invoiced) end`;
const isSameLine = sql`(other ->> 'position')::integer = line.position`;
const withPacks = sql`
  ${withOrdered}
  left join lateral (
    select
      (select (other ->> 'goodsPaise')::bigint from tax_document i cross join lateral jsonb_array_elements(i.lines) other
        where i.id = d.invoice_id and ${isSameLine}) as invoiced,
      (select coalesce(sum((other ->> 'goodsPaise')::bigint), 0)::bigint from tax_document n
        cross join lateral jsonb_array_elements(n.lines) other
        where n.order_id = d.order_id and n.invoice_id = d.invoice_id and ${isSameLine}
          and (n.financial_year, n.count) < (d.financial_year, d.count)) as credited
  ) former on d.invoice_id is not null
  cross join lateral (
    select case when d.invoice_id is null then line.quantity
      else ${packsFor(sql`credited`)} - (${packsFor(sql`(credited + "goodsPaise")`)}) end as packs
  ) moved`;

/** Invoices less credit notes by kind of recipient, HSN code, rates and pack size. */
export function selectHsnSummary(db: Queryable, period: Period): Promise<HsnRow[]> {
  return db.query<HsnRow>(sql`
    select ${recipientKind} = 'B2B' as "isBusiness", line.hsn, line.unit, min(line.name) as name, sum(packs)::bigint as quantity, "gstBasisPoints", "cessBasisPoints",
      ordered.gst_basis_points is not null as "isRateKnown", ${sums}
    from ${lines(period, withPacks)}
    group by 1, line.hsn, line.unit, "gstBasisPoints", "cessBasisPoints", "isRateKnown"
    order by 1 desc, line.hsn, "isRateKnown", "gstBasisPoints", "cessBasisPoints", line.unit`);
}

/** The products of the invoices, and whether a business bought them, by name. */
export function selectInvoicedCodes(
  db: Queryable,
  period: Period,
): Promise<{ name: string; hsn: string; isBusiness: boolean }[]> {
  return db.query(sql`
    select line.name, line.hsn, bool_or(${recipientKind} = 'B2B') as "isBusiness"
    from tax_document d cross join lateral jsonb_to_recordset(d.lines) as line (name text, hsn text)
    where ${isIssued(period)} and d.invoice_id is null and d.content #>> '{supplier,gstin}' <> ''
    group by line.name, line.hsn order by line.name, line.hsn`);
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

const documentOrder = sql`order by d.kind desc, d.financial_year, d.count`;

/** The condition for a document `d`: an invoice, one to a B2CL recipient, or a credit note. */
const documentConditions = {
  invoices: sql`d.invoice_id is null`,
  b2cl: sql`d.invoice_id is null and ${recipientKind} = 'B2CL'`,
  'credit-notes': sql`d.invoice_id is not null`,
};

/** Each document with the sums of its lines, its rounding and its total, in the order of the numbers. */
export function selectDocuments(
  db: Queryable,
  period: Period,
  chosen: keyof typeof documentConditions,
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
    where ${isIssued(period)} and ${documentConditions[chosen]}
    ${documentOrder}`);
}

/** The sums of each document by rate of GST, in the order of the numbers. */
export function selectReturnLines(db: Queryable, period: Period): Promise<ReturnLine[]> {
  return db.query<ReturnLine>(sql`
    select d.number, d.issued_at as "issuedAt", d.invoice_id is not null as "isCreditNote", d.kind = 'BILL_OF_SUPPLY' as "isBillOfSupply",
      ${recipientKind} as recipients, coalesce(d.recipient ->> 'gstin', '') as gstin, d.supply_state_code as "stateCode",
      d.is_inter_state as "isInterState", d.total_paise as "totalPaise", of_rate.*
    from tax_document d cross join lateral (
      select "gstBasisPoints", sum("taxablePaise")::bigint as "taxablePaise", sum("cgstPaise")::bigint as "cgstPaise",
        sum("sgstPaise")::bigint as "sgstPaise", sum("igstPaise")::bigint as "igstPaise", sum("cessPaise")::bigint as "cessPaise"
      from jsonb_to_recordset(d.lines) as line ("gstBasisPoints" integer, "taxablePaise" bigint, "cgstPaise" bigint,
        "sgstPaise" bigint, "igstPaise" bigint, "cessPaise" bigint)
      group by 1
    ) of_rate
    where ${isIssued(period)}
    ${documentOrder}, "gstBasisPoints"`);
}

/** Lines of invoices with a GSTIN whose products had no GST rate at the time of the order. */
export function selectUnknownRates(
  db: Queryable,
  period: Period,
): Promise<{ lines: number; totalPaise: number }> {
  return db.one(sql`
    select count(*) as lines, coalesce(sum(line."totalPaise"), 0)::bigint as "totalPaise"
    from tax_document d
    cross join lateral jsonb_to_recordset(d.lines) as line (position integer, "totalPaise" bigint)
    join order_line l on l.order_id = d.order_id and l.position = line.position
    where ${isIssued(period)} and d.invoice_id is null
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
export function selectKinds(db: Queryable, period: Period): Promise<KindRow[]> {
  return db.query<KindRow>(sql`
    select kind, count(*) as count, (array_agg(number order by financial_year, count))[1] as first,
      (array_agg(number order by financial_year desc, count desc))[1] as last,
      (array_agg(order_id order by financial_year, count))[1] as "firstOrderId",
      (array_agg(order_id order by financial_year desc, count desc))[1] as "lastOrderId",
      sum(total_paise)::bigint as "totalPaise", sum(tax_paise)::bigint as "taxPaise",
      sum(rounding_paise)::bigint as "roundingPaise"
    from tax_document d where ${isIssued(period)}
    group by kind order by kind desc`);
}

/** How many documents of test payments there are, which the reports leave out. */
export async function countTestDocuments(db: Queryable, { from, until }: Period): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from tax_document
    where issued_at >= ${from} and issued_at < ${until} and is_test`);
  return count;
}
