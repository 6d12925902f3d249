import sql from 'sql-template-tag';
import type { UndeliveredReason } from '#contract/orders/undelivered.ts';
import type { Queryable } from '#server/database/connect.ts';
import type { Span } from './report-parts.ts';

/** SQL condition for an order `o` that was delivered in a range and had a promised time. */
function isDeliveredWithin({ start, end }: Span) {
  return sql`o.delivered_at >= ${start} and o.delivered_at < ${end} and o.promised_by is not null`;
}

const lateness = sql`(o.delivered_at - o.promised_by)`;

export interface DeliveryDayRow {
  day: string;
  delivered: number;
  late: number;
  /** Of the late orders together. */
  late_seconds: number;
}

/** By the day of the delivery. */
export function selectDeliveryDays(db: Queryable, span: Span): Promise<DeliveryDayRow[]> {
  return db.query<DeliveryDayRow>(sql`
    with by_day as (
      select (o.delivered_at at time zone ${span.timeZone})::date as day, count(*) as delivered,
        count(*) filter (where o.delivered_at > o.promised_by) as late,
        coalesce(sum(extract(epoch from ${lateness})) filter (where o.delivered_at > o.promised_by), 0)::bigint as late_seconds
      from customer_order o where ${isDeliveredWithin(span)} group by 1
    )
    select to_char(day, 'YYYY-MM-DD') as day, delivered, late, late_seconds from by_day order by day`);
}

export interface DeliveryHourRow {
  /** Of the promised time, 0 to 23. */
  hour: number;
  delivered: number;
  late: number;
}

/** By the hour of the promised time. */
export function selectDeliveryHours(db: Queryable, span: Span): Promise<DeliveryHourRow[]> {
  return db.query<DeliveryHourRow>(sql`
    select extract(hour from o.promised_by at time zone ${span.timeZone})::integer as hour, count(*) as delivered,
      count(*) filter (where o.delivered_at > o.promised_by) as late
    from customer_order o where ${isDeliveredWithin(span)} group by 1 order by 1`);
}

export interface UndeliveredRow {
  day: string;
  reason: UndeliveredReason;
  attempts: number;
  /** Of these orders came back to the store. */
  returned: number;
}

/** Attempts to deliver orders that failed, by day and reason. */
export function selectUndelivered(db: Queryable, { start, end, timeZone }: Span): Promise<UndeliveredRow[]> {
  return db.query<UndeliveredRow>(sql`
    select to_char((changed_at at time zone ${timeZone})::date, 'YYYY-MM-DD') as day, undelivered as reason,
      count(*) as attempts, count(*) filter (where status = 'CANCELLED') as returned
    from order_history where undelivered is not null and changed_at >= ${start} and changed_at < ${end}
    group by 1, 2 order by 1, 2`);
}

export interface LateOrderRow {
  id: string;
  order_number: string;
  promised: string;
  delivered: string;
  late_minutes: number;
}

/** The latest first; times are those of the store, as `2026-11-21 16:05`. */
export function selectLateOrders(db: Queryable, span: Span): Promise<LateOrderRow[]> {
  const toLocal = (time: ReturnType<typeof sql>) =>
    sql`to_char(${time} at time zone ${span.timeZone}, 'YYYY-MM-DD HH24:MI')`;
  return db.query<LateOrderRow>(sql`
    select o.id, o.order_number, ${toLocal(sql`o.promised_by`)} as promised, ${toLocal(sql`o.delivered_at`)} as delivered,
      ceil(extract(epoch from ${lateness}) / 60)::integer as late_minutes
    from customer_order o where ${isDeliveredWithin(span)} and o.delivered_at > o.promised_by
    order by o.delivered_at - o.promised_by desc, o.id`);
}
