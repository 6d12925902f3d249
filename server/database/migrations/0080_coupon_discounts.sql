-- As before, and an order whose coupon takes nothing off cannot use it up. Uses of former versions may have taken off nothing, and the
-- replacement of such an order keeps its coupon.
create or replace function apply_coupon_use() returns trigger language plpgsql as $$
declare
  c coupon;
begin
  update coupon set used = used + 1 where id = new.coupon_id returning * into c;
  if new.replaces_order_id is not null then
    return new;
  end if;
  if new.discount_paise = 0
    or c.version <> new.version or not c.is_active or c.starts_at > new.used_at or c.ends_at <= new.used_at
    or c.customer_limit <= (
      select count(*) from coupon_use u where u.coupon_id = c.id and u.user_id = new.user_id and u.released_at is null)
    or c.is_first_order_only and exists (
      select from customer_order o where o.user_id = new.user_id and o.id <> new.order_id and o.status <> 'CANCELLED')
  then
    raise exception 'The coupon % cannot be used.', c.code using errcode = 'CP409';
  end if;
  return new;
end $$;
