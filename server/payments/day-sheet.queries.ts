import sql from 'sql-template-tag';
import type { DaySheet } from '#contract/payments/day-sheet.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';

/** A day such as `2026-11-23` in a time zone. */
export interface StoreDay {
  day: string;
  timeZone: string;
}

/** SQL of the times from which and until which a day lasts. */
function hoursOf({ day, timeZone }: StoreDay) {
  return {
    from: sql`(${day}::date::timestamp at time zone ${timeZone})`,
    until: sql`((${day}::date + 1)::timestamp at time zone ${timeZone})`,
  };
}

export async function selectToday(db: Queryable, now: Date, timeZone: string): Promise<string> {
  const { day } = await db.one<{ day: string }>(sql`
    select to_char(${now}::timestamptz at time zone ${timeZone}, 'YYYY-MM-DD') as day`);
  return day;
}

// A correction counts on the day of the wrong payment. The index ledger_entry_by_time uses the same expression.
const countsAt = sql`coalesce(e.counts_at, e.settled_at)`;
const signedPaise = sql`case e.kind when 'PAYMENT' then e.amount_paise else -e.amount_paise end`;
// Payments of early versions without a provider were paid by card.
const method = sql`case when e.provider = 'sandbox' then 'TEST' when e.provider in ('cash', 'upi', 'credit') then upper(e.provider)
  when e.provider is null and e.kind = 'REFUND' then 'OTHER' else 'CARD' end`;

export interface EntryRow extends Pick<schema.LedgerEntry, 'id' | 'kind' | 'order_id' | 'reason'> {
  at: Date;
  method: DaySheet['entries'][number]['method'];
  /** Negative for refunds and corrections. */
  paise: number;
  reference: string | null;
  order_number: string;
  recorded_by: string | null;
}

/** What was paid, refunded and corrected on a day, by time. */
export function selectEntries(db: Queryable, day: StoreDay): Promise<EntryRow[]> {
  const { from, until } = hoursOf(day);
  return db.query<EntryRow>(sql`
    select e.id, e.kind, ${countsAt} as at, ${method} as method, (${signedPaise})::bigint as paise,
      e.provider_reference as reference, e.reason, e.order_id, o.order_number, a.name as recorded_by
    from ledger_entry e join customer_order o on o.id = e.order_id left join account a on a.id = e.recorded_by
    where e.status = 'DONE' and ${countsAt} >= ${from} and ${countsAt} < ${until}
    -- A correction comes before the right payment.
    order by at, e.created_at, e.kind desc, e.id`);
}

/** What riders got and gave away of the cash of the store; not what is missing when they hand it in. */
const isCashMoved = sql`kind <> 'DIFFERENCE'`;

export interface RiderCashRow {
  id: string;
  name: string;
  collected: number;
  given: number;
  handed_in: number;
  difference: number;
  /** At the end of the day. */
  held: number;
}

/** The cash books of riders on a day, in paise, of riders who had cash then. */
export function selectRiderCash(db: Queryable, day: StoreDay): Promise<RiderCashRow[]> {
  const { from, until } = hoursOf(day);
  const sumOf = (kinds: readonly string[]) =>
    sql`coalesce(sum(e.amount_paise) filter (where e.counts_at >= ${from} and e.kind = any (${[...kinds]})), 0)::bigint`;
  return db.query<RiderCashRow>(sql`
    select a.id, a.name, ${sumOf(['COLLECTED', 'CORRECTED'])} as collected, ${sumOf(['GIVEN'])} as given,
      -${sumOf(['HANDED_IN'])} as handed_in, ${sumOf(['DIFFERENCE'])} as difference, sum(e.amount_paise)::bigint as held
    from rider_cash_entry e join account a on a.id = e.rider_id where e.counts_at < ${until}
    group by a.id having sum(e.amount_paise) <> 0 or max(e.counts_at) >= ${from} order by a.name, a.id`);
}

export interface CreditRow {
  used: number;
  returned: number;
  refunded: number;
  granted: number;
}

/** Store credit of a day in paise. */
export function selectCredit(db: Queryable, day: StoreDay): Promise<CreditRow> {
  const { from, until } = hoursOf(day);
  return db.one<CreditRow>(sql`
    select coalesce(-sum(amount_paise) filter (where kind = 'ORDER'), 0)::bigint as used,
      coalesce(sum(amount_paise) filter (where kind = 'RETURN'), 0)::bigint as returned,
      coalesce(sum(amount_paise) filter (where kind = 'REFUND'), 0)::bigint as refunded,
      coalesce(sum(amount_paise) filter (where kind = 'GRANT'), 0)::bigint as granted
    from store_credit_entry where created_at >= ${from} and created_at < ${until}`);
}

type ClosingFields = Omit<schema.DayClosing, 'day' | 'cash_count'> & {
  cash_count: DaySheet['closings'][number]['cashCount'];
};

export type ClosingRow = ClosingFields & {
  closed_by_name: string;
  reopening: { by: string; at: string; reason: string; userId: string } | null;
};

/** The closed sheets of a day, oldest first. */
export function selectClosings(db: Queryable, day: string): Promise<ClosingRow[]> {
  return db.query<ClosingRow>(sql`
    select c.*, a.name as closed_by_name,
      (select json_build_object('by', b.name, 'at', r.reopened_at, 'reason', r.reason, 'userId', r.reopened_by)
        from day_reopening r join account b on b.id = r.reopened_by
        where r.day = c.day and r.version = c.version) as reopening
    from day_closing c join account a on a.id = c.closed_by
    where c.day = ${day}::date order by c.version`);
}

/** The change that stayed in the drawer when the last day before a day was closed; null if none was. */
export async function selectFormerFloat(db: Queryable, day: string): Promise<number | null> {
  const [row] = await db.query<Pick<schema.DayClosing, 'float_paise'>>(sql`
    select float_paise from day_closing where day < ${day}::date order by day desc, version desc limit 1`);
  return row?.float_paise ?? null;
}

/** False if the day has this version. Waits for a concurrent insert of it. */
export async function insertClosing(
  db: Queryable,
  { day, ...closing }: ClosingFields & { day: string },
): Promise<boolean> {
  const count = closing.cash_count && JSON.stringify(closing.cash_count);
  const rows = await db.query(sql`
    insert into day_closing (day, version, expected_cash_paise, expected_upi_paise, expected_card_paise, counted_cash_paise,
      counted_upi_paise, counted_card_paise, opening_paise, float_paise, cash_count, note, closed_by, closed_at)
    values (${day}::date, ${closing.version}, ${closing.expected_cash_paise}, ${closing.expected_upi_paise},
      ${closing.expected_card_paise}, ${closing.counted_cash_paise}, ${closing.counted_upi_paise},
      ${closing.counted_card_paise}, ${closing.opening_paise}, ${closing.float_paise}, ${count}::text::jsonb, ${closing.note}, ${closing.closed_by},
      ${closing.closed_at})
    on conflict (day, version) do nothing returning day`);
  return rows.length === 1;
}

/** False if this version is reopened already. Waits for a concurrent insert of it. */
export async function insertReopening(
  db: Queryable,
  row: Omit<schema.DayReopening, 'day'> & { day: string },
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into day_reopening (day, version, reason, reopened_by, reopened_at)
    values (${row.day}::date, ${row.version}, ${row.reason}, ${row.reopened_by}, ${row.reopened_at})
    on conflict (day, version) do nothing returning day`);
  return rows.length === 1;
}

export interface ListedDayRow {
  day: string;
  cash: number;
  upi: number;
  card: number;
  closed_at: Date | null;
  closed_by: string | null;
  /** Counted less expected at the last closing, of the methods that were counted. */
  difference_paise: number | null;
  is_changed: boolean;
}

/** The last days that have entries or a closed sheet, newest first. */
export function selectDays(
  db: Queryable,
  { day: today, timeZone }: StoreDay,
  count: number,
): Promise<ListedDayRow[]> {
  return db.query<ListedDayRow>(sql`
    with money as (
      select (at at time zone ${timeZone})::date as day,
        coalesce(sum(paise) filter (where method = 'CASH'), 0)::bigint as cash,
        coalesce(sum(paise) filter (where method = 'UPI'), 0)::bigint as upi,
        coalesce(sum(paise) filter (where method = 'CARD'), 0)::bigint as card
      from (
        select ${countsAt} as at, ${method} as method, ${signedPaise} as paise
        from ledger_entry e
        where e.status = 'DONE'
          and ${countsAt} >= ((${today}::date - ${count - 1}::int)::timestamp at time zone ${timeZone})
          and ${countsAt} < ((${today}::date + 1)::timestamp at time zone ${timeZone})
        union all
        select counts_at, 'CASH', -amount_paise from rider_cash_entry
        where ${isCashMoved}
          and counts_at >= ((${today}::date - ${count - 1}::int)::timestamp at time zone ${timeZone})
          and counts_at < ((${today}::date + 1)::timestamp at time zone ${timeZone})
      ) moved
      group by 1
    ), closed as (
      select distinct on (c.day) c.*, a.name from day_closing c join account a on a.id = c.closed_by
      where c.day > ${today}::date - ${count}::int order by c.day, c.version desc
    ), valid as (
      select c.* from closed c left join day_reopening r using (day, version) where r.day is null
    )
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(cash, 0) as cash, coalesce(upi, 0) as upi, coalesce(card, 0) as card,
      closed_at, name as closed_by,
      counted_cash_paise - opening_paise - expected_cash_paise + coalesce(counted_upi_paise - expected_upi_paise, 0)
        + coalesce(counted_card_paise - expected_card_paise, 0) as difference_paise,
      closed_at is not null and (expected_cash_paise, expected_upi_paise, expected_card_paise)
        is distinct from (coalesce(cash, 0), coalesce(upi, 0), coalesce(card, 0)) as is_changed
    from money full join valid using (day) order by day desc`);
}

/** Days from the first to the last one in a time zone. */
export interface StoreDays {
  first: string;
  last: string;
  timeZone: string;
}

/**
 * SQL of the receipts and refunds of orders on some days. Store credit pays an order and returns to its shopper;
 * refunds as store credit are entries of the ledger too.
 */
function receipts({ first, last, timeZone }: StoreDays) {
  const { from } = hoursOf({ day: first, timeZone });
  const { until } = hoursOf({ day: last, timeZone });
  return sql`(
    select r.*, r.at at time zone ${timeZone} as local_at,
      r.method = 'TEST' or r.method = 'CREDIT' and exists (
        select from payment_session s where s.order_id = r.order_id and s.provider = 'sandbox') as is_test
    from (
      select e.id, e.order_id, ${countsAt} as at, e.kind, ${method} as method, (${signedPaise})::bigint as paise,
        e.provider_reference as reference, e.reason, e.recorded_by, e.created_at
      from ledger_entry e where e.status = 'DONE' and ${countsAt} >= ${from} and ${countsAt} < ${until}
      union all
      select c.id, c.order_id, c.created_at, case c.kind when 'ORDER' then 'PAYMENT' else 'REFUND' end, 'CREDIT',
        -c.amount_paise, null, c.reason, c.created_by, c.created_at
      from store_credit_entry c
      where c.kind in ('ORDER', 'RETURN') and c.created_at >= ${from} and c.created_at < ${until}
    ) r)`;
}

export interface ReceiptRow extends Omit<EntryRow, 'id' | 'order_id'> {
  day: string;
}

/** Each receipt, refund and correction without those of test payments, by time. */
export function selectReceipts(db: Queryable, days: StoreDays): Promise<ReceiptRow[]> {
  return db.query<ReceiptRow>(sql`
    select to_char(r.local_at, 'YYYY-MM-DD') as day, r.at, r.kind, r.method, r.paise, r.reference, r.reason,
      o.order_number, a.name as recorded_by
    from ${receipts(days)} r join customer_order o on o.id = r.order_id left join account a on a.id = r.recorded_by
    where not r.is_test order by r.at, r.created_at, r.kind desc, r.id`);
}

export interface ReceiptSumRow {
  /** Such as `2026-11-23` or `2026-11`. */
  period: string;
  is_refund: boolean;
  is_test: boolean;
  method: EntryRow['method'];
  paise: number;
}

/** Sums by day or month and method, by time. A correction reduces the receipts. */
export function selectReceiptSums(
  db: Queryable,
  days: StoreDays,
  unit: 'day' | 'month',
): Promise<ReceiptSumRow[]> {
  const pattern = unit === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM';
  return db.query<ReceiptSumRow>(sql`
    select to_char(r.local_at, ${pattern}) as period, r.kind = 'REFUND' as is_refund, r.is_test, r.method,
      sum(r.paise)::bigint as paise
    from ${receipts(days)} r group by 1, 2, 3, 4 order by 1, 2, 4`);
}
