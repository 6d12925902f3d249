-- Codes that take something off an order.
create table coupon (
  id text primary key,
  code text not null constraint coupon_code unique check (code ~ '^[A-Z0-9]{3,20}$'),
  -- Value, minimum and products, as contract/discounts/offer.ts validates them.
  terms jsonb not null,
  starts_at timestamptz,
  ends_at timestamptz,
  customer_limit integer check (customer_limit >= 1),
  total_limit integer check (total_limit >= 1),
  is_first_order_only boolean not null,
  is_active boolean not null,
  -- Counts changes: an order is priced with one version.
  version integer not null default 1,
  -- Orders with it that are not cancelled; only the trigger of coupon_use writes it.
  used integer not null default 0 check (used >= 0),
  created_at timestamptz not null,
  check (ends_at > starts_at),
  constraint coupon_within_limit check (used <= total_limit)
);
create index coupon_by_creation on coupon (created_at desc, id desc);

-- The coupon of an order. Cancelling the order releases it.
create table coupon_use (
  order_id text primary key references customer_order,
  coupon_id text not null references coupon,
  user_id text not null references account,
  version integer not null,
  discount_paise bigint not null check (discount_paise >= 0),
  used_at timestamptz not null,
  released_at timestamptz,
  -- The cancelled order that was paid late and that this order replaces: it keeps its coupon, whatever the terms are now.
  replaces_order_id text references customer_order
);
create index coupon_use_of_customer on coupon_use (coupon_id, user_id) where released_at is null;

-- The row lock of the coupon lets its uses wait for each other, so that no limit is exceeded.
create function apply_coupon_use() returns trigger language plpgsql as $$
declare
  c coupon;
begin
  update coupon set used = used + 1 where id = new.coupon_id returning * into c;
  if new.replaces_order_id is not null then
    return new;
  end if;
  if c.version <> new.version or not c.is_active or c.starts_at > new.used_at or c.ends_at <= new.used_at
    or c.customer_limit <= (
      select count(*) from coupon_use u where u.coupon_id = c.id and u.user_id = new.user_id and u.released_at is null)
    or c.is_first_order_only and exists (
      select from customer_order o where o.user_id = new.user_id and o.id <> new.order_id and o.status <> 'CANCELLED')
  then
    raise exception 'The coupon % cannot be used.', c.code using errcode = 'CP409';
  end if;
  return new;
end $$;
create trigger coupon_used before insert on coupon_use for each row execute function apply_coupon_use();

create function release_coupon() returns trigger language plpgsql as $$
begin
  if old.released_at is not null or new.released_at is null or new.coupon_id <> old.coupon_id then
    raise exception 'A use of a coupon can only be released, once.' using errcode = 'insufficient_privilege';
  end if;
  update coupon set used = used - 1 where id = new.coupon_id;
  return new;
end $$;
create trigger coupon_released before update on coupon_use for each row execute function release_coupon();

create function forbid_coupon_count_change() returns trigger language plpgsql as $$
begin
  raise exception 'Uses of a coupon are counted by their trigger only.' using errcode = 'insufficient_privilege';
end $$;
create trigger coupon_count_changed before update of used on coupon
  for each row when (pg_trigger_depth() = 0) execute function forbid_coupon_count_change();

-- As before, and with discounts: negative, except where the discount of an unavailable item is taken back.
create or replace function is_bill(bill jsonb, total_paise bigint) returns boolean language plpgsql immutable as $$
begin
  return coalesce((
    select sum(amount_paise) = total_paise and count(*) filter (where kind = 'ITEMS') = 1
      and bool_and(kind in ('ITEMS', 'UNAVAILABLE', 'OFFER', 'COUPON', 'DELIVERY_DISCOUNT', 'DELIVERY', 'SMALL_ORDER', 'HANDLING'))
      and bool_and(case when kind in ('OFFER', 'COUPON') then coalesce(name, '') <> '' when kind = 'DELIVERY_DISCOUNT' then coalesce(name, '') <> '' and amount_paise <= 0
        when kind = 'UNAVAILABLE' then amount_paise <= 0 else amount_paise >= 0 end)
      and coalesce(sum(amount_paise) filter (where kind in ('OFFER', 'COUPON')) <= 0, true)
    from jsonb_to_recordset(bill) as line (kind text, amount_paise bigint, name text)), false);
end $$;

alter table audit_entry drop constraint audit_entry_kind_check,
  add constraint audit_entry_kind_check
    check (kind in ('product', 'category', 'sub-category', 'account', 'order', 'settings', 'coupon'));
