-- Pickers and riders at work: those on shift, and pickers who have an order or have packed one in the last 20 minutes,
-- because a shop may not clock in. Riders are 0 where none clocks in. The table of shifts is younger than this
-- function, so its existence is checked.
create or replace function people_at_work(present timestamptz, out pickers integer, out riders integer) language plpgsql stable as $$
declare
  on_shift integer := 0;
begin
  riders := 0;
  if to_regclass('shift') is not null then
    select count(distinct account_id) filter (where role = 'picker'), count(distinct account_id) filter (where role = 'rider')
      into on_shift, riders from shift where started_at <= present and ended_at is null;
  end if;
  select greatest(on_shift, count(distinct picker_id)) into pickers from order_picking
    where packed_at is null and taken_at > present - interval '4 hours' or packed_at > present - interval '20 minutes';
end $$;
