import sql from 'sql-template-tag';
import {
  fewestOrders,
  lineSizes,
  loadStarts,
  type PhaseStatistic,
  type StoreLoad,
} from '#contract/delivery/learned-promise.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';

export async function selectStatistics(db: Queryable): Promise<PhaseStatistic[]> {
  const rows = await db.query<schema.PromiseStatistic>(sql`select * from promise_statistic`);
  return rows.map(({ phase, part, hour, orders, median_seconds, p90_seconds }) => ({
    phase,
    part,
    hour: hour === -1 ? null : hour,
    orders,
    medianSeconds: median_seconds,
    p90Seconds: p90_seconds,
  }));
}

/** Least numbers of lines. */
const sizes = lineSizes.map(Number);
/** PIN codes of which rides are learned, those with the most orders. */
const mostPincodes = 100;

/** Learns from the orders since a time. `db` is a transaction. */
export async function replaceStatistics(
  db: Queryable,
  { since, timeZone }: { since: Date; timeZone: string },
): Promise<void> {
  await db.query(sql`lock table promise_statistic in share row exclusive mode`);
  await db.query(sql`delete from promise_statistic`);
  await db.query(sql`
    with packed as (
      select p.order_id, p.taken_at, p.packed_at, (
          select max(size) from unnest(${sizes}::integer[]) as size
          where size <= greatest(1, (select count(*) from order_line l where l.order_id = p.order_id and l.replaces is null))
        )::text as size,
        greatest(p.taken_at, lag(p.packed_at) over (partition by p.picker_id order by p.packed_at)) as work_began_at
      from order_picking p where p.packed_at >= ${since}
    ), placed as (
      -- The orders that were open when each was placed, as a running sum of orders and deliveries.
      select id, (select max(start) from unnest(${[...loadStarts]}::integer[]) as start where start <= greatest(0, open))::text as load
      from (
        select id, sum(change) over (order by at, change rows unbounded preceding) - 1 as open from (
          select id, created_at as at, 1 as change from customer_order where delivered_at >= ${since} and created_at >= ${since}
          union all
          select null, delivered_at, -1 from customer_order where delivered_at >= ${since} and created_at >= ${since}
        ) as event
      ) as running where id is not null
    ), ride as (
      -- The phone of a rider may have told later.
      select coalesce(d.delivered_at, o.delivered_at) as arrived_at, replace(o.delivery_address ->> 'pincode', ' ', '') as pincode,
        o.id, event.load, coalesce(d.left_at, (
          select min(h.changed_at) from order_history h where h.order_id = o.id and h.status = 'OUT_FOR_DELIVERY')) as left_at
      from customer_order o left join placed event on event.id = o.id left join order_delivery d on d.order_id = o.id
      where o.delivered_at >= ${since}
        and not exists (select from order_history h where h.order_id = o.id and h.undelivered is not null)
    ), known as (
      select pincode from ride group by pincode order by count(*) desc, pincode limit ${mostPincodes}
    ), sample as (
      select 'PICK' as phase, size as part, null as load, taken_at as began_at, packed_at - taken_at as duration from packed
      union all
      select 'WORK', size, null, packed_at, packed_at - work_began_at from packed
      union all
      -- An order for a window waits for its window, not for a rider.
      select 'WAIT', '', r.load, p.packed_at, r.left_at - p.packed_at from ride r join packed p on p.order_id = r.id
        where not exists (select from order_slot s where s.order_id = r.id)
      union all
      select 'RIDE', case when pincode in (select pincode from known) then pincode else '' end,
        case when pincode in (select pincode from known) then load end, left_at, arrived_at - left_at from ride
    ), hourly as (
      select phase, part, load, extract(hour from began_at at time zone ${timeZone})::integer as hour,
        extract(epoch from duration) as seconds
      from sample where duration >= interval '0'
    )
    insert into promise_statistic (phase, part, hour, orders, median_seconds, p90_seconds)
    select phase, concat_ws('/', coalesce(part, ''), load), coalesce(hour, -1), count(*),
      percentile_cont(0.5) within group (order by seconds), percentile_cont(0.9) within group (order by seconds)
    from hourly group by grouping sets ((phase, part, hour), (phase, part), (phase, hour), (phase), (phase, part, load))
    -- An empty part counts in the group of all parts only.
    having (grouping(part) = 1 or part <> '' or load is not null) and (grouping(load) = 1 or load is not null) and count(*) >= ${fewestOrders}`);
}

/** What is under way: orders that are not packed by size, packed ones that have not left, and people at work. */
export function selectLoad(db: Queryable, now: Date): Promise<StoreLoad> {
  return db.one<StoreLoad>(sql`
    with running as (
      select o.id, p.packed_at from customer_order o left join order_picking p on p.order_id = o.id
      where o.status in ('PLACED', 'PACKING') and not exists (
        select from order_slot s
        where s.order_id = o.id and s.starts_at - o.promised_minutes * interval '1 minute' > ${now})
    ), sized as (
      select running.id, (select max(size) from unnest(${sizes}::integer[]) as size where size <= greatest(1,
          (select count(*) from order_line l where l.order_id = running.id and l.replaces is null)))::text as size
      from running where packed_at is null
    ), waiting as (
      select size, count(*)::integer as orders from sized
      where not exists (select from order_picking p where p.order_id = sized.id and p.picker_id is not null) group by size
    ), picking as (
      select json_agg(size) as sizes, extract(epoch from ${now}::timestamptz - min(p.taken_at))::float8 as seconds
      from sized join order_picking p on p.order_id = sized.id where p.picker_id is not null group by p.picker_id
    )
    select (select coalesce(json_agg(waiting), '[]') from waiting) as waiting,
      (select coalesce(json_agg(picking), '[]') from picking) as picking,
      (select count(*)::integer from running)
        + (select count(*)::integer from customer_order where status = 'OUT_FOR_DELIVERY' and promised_by > ${now}::timestamptz - interval '2 hours') as "openOrders",
      (select count(*)::integer from running where packed_at is not null) as "packedOrders", people.pickers, people.riders
    from people_at_work(${now}) as people`);
}
