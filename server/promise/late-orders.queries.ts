import sql from 'sql-template-tag';
import type { Coordinates } from '#contract/addresses/postal-address.ts';
import { runningStatuses } from '#contract/delivery/arrival-time.ts';
import type { Place } from '#contract/delivery/delivery-area.ts';
import type { LatenessCause, OrderTimeline } from '#contract/delivery/lateness.ts';
import type { Queryable } from '#server/database/connect.ts';

/** Ids of orders whose promised time is soon or has just passed, and whose shopper was not told of a new one. */
export async function selectDueOrders(db: Queryable, now: Date): Promise<string[]> {
  // After a while the staff have forgotten to mark an order as delivered.
  const rows = await db.query<{ id: string }>(sql`
    select o.id from customer_order o
    where o.status = any (${[...runningStatuses]})
      and o.promised_by between ${now}::timestamptz - interval '30 minutes' and ${now}::timestamptz + interval '5 minutes'
      and not exists (select from promise_revision r where r.order_id = o.id)
    order by o.promised_by, o.id`);
  return rows.map(({ id }) => id);
}

interface DueOrder extends OrderTimeline {
  promisedBy: Date;
  lines: number;
  place: Place;
}

interface DueOrderRow {
  started_at: Date;
  taken_at: Date | null;
  packed_at: Date | null;
  left_at: Date | null;
  promised_minutes: number;
  promised_by: Date;
  is_missing: boolean;
  has_failed_attempt: boolean;
  lines: number;
  delivery_address: { pincode?: string; country?: string; location?: Coordinates };
}

/** A locked order that has not arrived and whose shopper was not told of a new time. */
export async function findDueOrder(db: Queryable, id: string): Promise<DueOrder | null> {
  const [row] = await db.query<DueOrderRow>(sql`
    select t.started_at, t.taken_at, t.packed_at, t.left_at, t.promised_minutes, t.promised_by, t.is_missing, t.has_failed_attempt,
      (select count(*)::integer from order_line l where l.order_id = o.id and l.replaces is null) as lines, o.delivery_address
    from customer_order o join order_timeline t on t.order_id = o.id
    where o.id = ${id} and o.status = any (${[...runningStatuses]}) and t.promised_by is not null and t.revised_by is null`);
  if (row === undefined) return null;
  const { pincode = '', country = '', location = null } = row.delivery_address;
  return {
    startedAt: row.started_at,
    takenAt: row.taken_at,
    packedAt: row.packed_at,
    leftAt: row.left_at,
    arrivedAt: null,
    promisedMinutes: row.promised_minutes,
    promisedBy: row.promised_by,
    isMissing: row.is_missing,
    hasFailedAttempt: row.has_failed_attempt,
    lines: row.lines,
    place: { pincode, country, location },
  };
}

interface NewRevision {
  orderId: string;
  toldAt: Date;
  revisedBy: Date;
  creditPaise: number;
  cause: LatenessCause;
}

/** False if there is one. */
export async function insertRevision(
  db: Queryable,
  { orderId, toldAt, revisedBy, creditPaise, cause }: NewRevision,
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into promise_revision (order_id, told_at, revised_by, credit_paise, cause)
    values (${orderId}, ${toldAt}, ${revisedBy}, ${creditPaise}, ${cause}) on conflict do nothing returning order_id`);
  return rows.length > 0;
}
