import sql from 'sql-template-tag';
import type { RiderCashKind } from '#contract/riders/rider-cash.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';

/** Each change of a book waits for the one before. */
export async function lockCash(db: Queryable, riderId: string): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`cash of rider ${riderId}`}, 0))`);
}

export interface BookRow {
  id: string;
  name: string;
  held_paise: number;
}

/** The book of one person of the staff, or those of all with cash or an entry since a time. */
export function selectBooks(db: Queryable, of: { riderId: string } | { since: Date }): Promise<BookRow[]> {
  if ('riderId' in of)
    return db.query<BookRow>(sql`
      select a.id, a.name, coalesce((select sum(amount_paise) from rider_cash_entry e where e.rider_id = a.id), 0)::bigint as held_paise
      from account a where a.id = ${of.riderId} and exists (
        select from staff_role where account_id = a.id union all select from rider_cash_entry where rider_id = a.id)`);
  return db.query<BookRow>(sql`
    select a.id, a.name, sum(e.amount_paise)::bigint as held_paise
    from rider_cash_entry e join account a on a.id = e.rider_id
    group by a.id having sum(e.amount_paise) <> 0 or max(e.created_at) >= ${of.since}
    order by a.name, a.id`);
}

export interface CashEntryRow
  extends Pick<schema.RiderCashEntry, 'rider_id' | 'kind' | 'amount_paise' | 'created_at' | 'note'> {
  order_number: string | null;
}

/** Entries since a time, newest first. */
export function selectCashEntries(
  db: Queryable,
  riderIds: readonly string[],
  since: Date,
): Promise<CashEntryRow[]> {
  return db.query<CashEntryRow>(sql`
    select e.rider_id, e.kind, e.amount_paise, e.created_at, e.note, o.order_number
    from rider_cash_entry e
    left join ledger_entry l on l.id = e.ledger_entry_id left join customer_order o on o.id = l.order_id
    where e.rider_id = any (${[...riderIds]}) and e.created_at >= ${since} order by e.id desc`);
}

/** The entries of a request. */
export function selectCashRequest(
  db: Queryable,
  requestId: string,
): Promise<Pick<schema.RiderCashEntry, 'rider_id' | 'kind' | 'amount_paise' | 'recorded_by'>[]> {
  return db.query(sql`
    select rider_id, kind, amount_paise, recorded_by from rider_cash_entry where request_id = ${requestId}`);
}

interface NewCashEntry {
  riderId: string;
  requestId: string;
  kind: RiderCashKind;
  amountPaise: number;
  note: string | null;
  recordedBy: string;
  at: Date;
}

export async function insertCashEntry(db: Queryable, entry: NewCashEntry): Promise<void> {
  await db.query(sql`
    insert into rider_cash_entry (rider_id, request_id, kind, amount_paise, note, recorded_by, counts_at, created_at)
    values (${entry.riderId}, ${entry.requestId}, ${entry.kind}, ${entry.amountPaise}, ${entry.note}, ${entry.recordedBy},
      ${entry.at}, ${entry.at})`);
}
