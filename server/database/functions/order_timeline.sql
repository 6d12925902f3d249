-- The ledger of promises: what was promised for each order and when it took its steps. Only the new time is stored for
-- it; everything else is read from where it is recorded. An order that was packed without a phone has no `packed_at`.
-- The phone of a rider may tell later when an order left and arrived.
drop view if exists order_timeline;
create view order_timeline as
select o.id as order_id, o.status, o.promised_minutes, o.shown_minutes, o.promised_by,
  r.told_at, r.revised_by, r.cause as revision_cause,
  greatest(coalesce(step.placed_at, o.created_at), s.starts_at - o.promised_minutes * interval '1 minute') as started_at,
  case when p.order_id is null then step.packing_at
    when p.picker_id is not null or p.packed_at is not null then p.taken_at end as taken_at,
  p.packed_at, coalesce(d.left_at, step.left_at) as left_at, coalesce(d.delivered_at, o.delivered_at) as arrived_at, step.has_failed_attempt,
  exists (select from substitution_question q where q.order_id = o.id)
    or exists (select from order_line l where l.order_id = o.id
      and (l.unavailable_at is not null or l.step_grams is null and l.ordered_quantity > l.quantity)) as is_missing
from customer_order o
left join order_slot s on s.order_id = o.id and s.released_at is null
left join order_picking p on p.order_id = o.id
left join order_delivery d on d.order_id = o.id
left join promise_revision r on r.order_id = o.id
cross join lateral (
  select min(h.changed_at) filter (where h.status = 'PLACED') as placed_at,
    min(h.changed_at) filter (where h.status = 'PACKING') as packing_at,
    min(h.changed_at) filter (where h.status = 'OUT_FOR_DELIVERY') as left_at,
    coalesce(bool_or(h.undelivered is not null), false) as has_failed_attempt
  from order_history h where h.order_id = o.id
) step;
