-- Orders with a delivery window take a place in it.

-- The row lock of the window lets its orders wait for each other, so that its capacity is never exceeded.
create or replace function take_slot() returns trigger language plpgsql as $$
declare
  overlapping integer := (
    select coalesce(sum(taken), 0) from delivery_slot s
    where s.starts_at < new.ends_at and s.ends_at > new.starts_at
      and (s.starts_at, s.ends_at) <> (new.starts_at, new.ends_at));
begin
  insert into delivery_slot as s (starts_at, ends_at, taken, capacity)
  values (new.starts_at, new.ends_at, 1, coalesce(new.capacity - overlapping, 1))
  on conflict (starts_at, ends_at) do update
    set taken = s.taken + 1, capacity = coalesce(new.capacity - overlapping, s.capacity);
  return new;
end $$;
create or replace trigger slot_taken before insert on order_slot for each row execute function take_slot();

create or replace function release_slot() returns trigger language plpgsql as $$
begin
  if old.released_at is not null or new.released_at is null
    or (new.order_id, new.starts_at, new.ends_at, new.capacity) is distinct from (old.order_id, old.starts_at, old.ends_at, old.capacity)
  then
    raise exception 'The window of an order can only be released, once.' using errcode = 'insufficient_privilege';
  end if;
  update delivery_slot set taken = taken - 1 where starts_at = new.starts_at and ends_at = new.ends_at;
  return new;
end $$;
create or replace trigger slot_released before update on order_slot for each row execute function release_slot();

create or replace function forbid_slot_change() returns trigger language plpgsql as $$
begin
  raise exception 'The places of a window are counted by the triggers of its orders only.' using errcode = 'insufficient_privilege';
end $$;
create or replace trigger slot_count_changed before insert or update or delete on delivery_slot
  for each row when (pg_trigger_depth() = 0) execute function forbid_slot_change();
create or replace trigger order_slot_deleted before delete on order_slot for each row execute function forbid_slot_change();
