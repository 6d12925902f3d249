-- Until the end of the transaction no other one changes these products, their categories or their stock.
create or replace function lock_products(ids text[]) returns void language plpgsql as $$
begin
  perform from product where id = any (ids) order by id for no key update;
  perform from product_stock where product_id = any (ids) order by product_id for no key update;
end $$;

-- Before the cascade, which deletes cart lines first: an order has locked the stock when it locks cart lines.
create or replace function lock_deleted_stock() returns trigger language plpgsql as $$
begin
  perform from product_stock where product_id = old.id for update;
  return old;
end $$;
create or replace trigger product_stock_locked before delete on product for each row execute function lock_deleted_stock();

-- The stock of a product that is sold by weight has its step.
create or replace function set_first_step() returns trigger language plpgsql as $$
begin
  new.step := coalesce((select step_grams from product where id = new.product_id), new.step);
  return new;
end $$;
create or replace trigger product_stock_has_step before insert on product_stock
  for each row execute function set_first_step();

-- What returns from an order, or is weighed, is counted as it was sold: a product of an open order stays in pieces or
-- in grams. The update waits for orders that are being placed, so that the query sees them.
create or replace function set_step() returns trigger language plpgsql as $$
begin
  update product_stock set step = coalesce(new.step_grams, 1) where product_id = new.id;
  if (new.step_grams is null) is distinct from (old.step_grams is null) and exists (
    select from customer_order o join order_line l on l.order_id = o.id left join picked_line k using (order_id, position)
    where o.status in ('PENDING_PAYMENT', 'PLACED', 'PACKING', 'OUT_FOR_DELIVERY')
      and new.id in (l.product_id, k.replacement ->> 'product_id'))
  then
    raise exception 'The product % is in an open order.', new.id
      using errcode = 'check_violation', constraint = 'product_in_open_order';
  end if;
  return null;
end $$;
create or replace trigger product_step_changed after update of step_grams on product
  for each row when (new.step_grams is distinct from old.step_grams) execute function set_step();

-- Each product has exactly one stock. Checked at the commit. Not a foreign key, because tables that refer to each
-- other cannot be copied one after the other. The triggers are dropped first, because a constraint trigger cannot be
-- replaced.
create or replace function require_stock(id_of_product text) returns void language plpgsql as $$
begin
  if exists (select from product where id = id_of_product)
    and not exists (select from product_stock where product_id = id_of_product) then
    raise exception 'Product % has no stock.', id_of_product
      using errcode = 'foreign_key_violation', constraint = 'product_has_stock';
  end if;
end $$;

create or replace function product_requires_stock() returns trigger language plpgsql as $$
begin
  perform require_stock(new.id);
  return null;
end $$;
drop trigger if exists product_has_stock on product;
create constraint trigger product_has_stock after insert or update of id on product
  deferrable initially deferred for each row execute function product_requires_stock();

create or replace function product_keeps_stock() returns trigger language plpgsql as $$
begin
  perform require_stock(old.product_id);
  return null;
end $$;
drop trigger if exists product_keeps_stock on product_stock;
create constraint trigger product_keeps_stock after delete or update of product_id on product_stock
  deferrable initially deferred for each row execute function product_keeps_stock();
