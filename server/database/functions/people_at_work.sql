-- Pickers and riders at work: those on shift, unless they have forgotten to end it, and pickers who have an order or
-- have packed one in the last 20 minutes, because a shop may not use shifts.
create or replace function people_at_work(present timestamptz, out pickers integer, out riders integer) language sql stable as $$
  with on_shift as (
    select account_id, role from shift where ended_at is null and started_at between present - interval '16 hours' and present
  ), picking as (
    select picker_id from order_picking
    where packed_at is null and taken_at > present - interval '4 hours' or packed_at > present - interval '20 minutes'
    union select account_id from on_shift where role = 'picker'
  )
  select (select count(picker_id)::integer from picking),
    (select count(distinct account_id)::integer from on_shift where role = 'rider')
$$;
