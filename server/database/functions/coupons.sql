-- Uses of coupons.

-- The ids of all accounts of a customer: those that have, or had until their deletion, a verified email address in
-- common with the account.
create or replace function accounts_of_customer(account_id text) returns setof text language sql stable as $$
  select accounts_of_customer.account_id
  union
  select other.account_id from customer_digest own join customer_digest other on other.digest = own.digest
  where own.account_id = accounts_of_customer.account_id
$$;

-- Whether the customer may use the coupon in an order. The caller has locked the coupon; volatile, so that the uses
-- before the lock are seen.
create or replace function is_coupon_left(c coupon, customer_id text, order_id text) returns boolean language plpgsql as $$
#variable_conflict use_variable
declare
  ids text[] := array(select accounts_of_customer(customer_id));
begin
  if c.customer_limit <= (
    select count(*) from coupon_use u where u.coupon_id = c.id and u.user_id = any (ids) and u.released_at is null)
  then
    return false;
  end if;
  return not c.is_first_order_only or not exists (
    select from customer_order o where o.user_id = any (ids) and o.id <> order_id and o.status <> 'CANCELLED');
end $$;

-- The row lock of the coupon lets its uses wait for each other, so that no limit is exceeded. An order whose coupon
-- takes nothing off cannot use it. Limits of a customer need a verified address, because an account costs nothing. The
-- replacement of an order that was paid late keeps its coupon whatever the terms are now, within all limits.
create or replace function apply_coupon_use() returns trigger language plpgsql as $$
declare
  c coupon;
begin
  update coupon set used = used + 1 where id = new.coupon_id returning * into c;
  if new.replaces_order_id is null and (
    new.discount_paise = 0
    or c.version <> new.version or not c.is_active or c.starts_at > new.used_at or c.ends_at <= new.used_at
    or (c.customer_limit is not null or c.is_first_order_only)
      and not (select verify_email from account where id = new.user_id))
    or not is_coupon_left(c, new.user_id, new.order_id)
  then
    raise exception 'The coupon % cannot be used.', c.code using errcode = 'CP409';
  end if;
  return new;
end $$;
create or replace trigger coupon_used before insert on coupon_use for each row execute function apply_coupon_use();

create or replace function release_coupon() returns trigger language plpgsql as $$
begin
  if old.released_at is not null or new.released_at is null or new.coupon_id <> old.coupon_id then
    raise exception 'A use of a coupon can only be released, once.' using errcode = 'insufficient_privilege';
  end if;
  update coupon set used = used - 1 where id = new.coupon_id;
  return new;
end $$;
create or replace trigger coupon_released before update on coupon_use for each row execute function release_coupon();

create or replace function forbid_coupon_count_change() returns trigger language plpgsql as $$
begin
  raise exception 'Uses of a coupon are counted by their trigger only.' using errcode = 'insufficient_privilege';
end $$;
create or replace trigger coupon_count_changed before update of used on coupon
  for each row when (pg_trigger_depth() = 0) execute function forbid_coupon_count_change();
