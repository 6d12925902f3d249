-- The stock of a product is in a table of its own: orders lock and write only this row, so they do not wait for a
-- transaction that changes the product, such as an import of prices. All code locks products first, then their stock, then cart
-- lines, each in the order of product ids.
create table product_stock (
  product_id text primary key references product on delete cascade,
  stock integer not null check (stock between 0 and 1000000)
-- No index contains the number, so its updates are heap-only; each page has room for them.
) with (fillfactor = 70);
insert into product_stock (product_id, stock) select id, stock from product order by id;

drop view product_with_categories;
drop trigger product_listed on product;
alter table product drop column stock;
analyze product_stock;

-- Each product has exactly one stock. Checked at the commit. Not a foreign key, because tables that refer to each other cannot be
-- copied one after the other.
create function require_stock(id_of_product text) returns void language plpgsql as $$
begin
  if exists (select from product where id = id_of_product)
    and not exists (select from product_stock where product_id = id_of_product) then
    raise exception 'Product % has no stock.', id_of_product
      using errcode = 'foreign_key_violation', constraint = 'product_has_stock';
  end if;
end $$;
create function product_requires_stock() returns trigger language plpgsql as $$
begin
  perform require_stock(new.id);
  return null;
end $$;
create constraint trigger product_has_stock after insert or update of id on product
  deferrable initially deferred for each row execute function product_requires_stock();
create function product_keeps_stock() returns trigger language plpgsql as $$
begin
  perform require_stock(old.product_id);
  return null;
end $$;
create constraint trigger product_keeps_stock after delete or update of product_id on product_stock
  deferrable initially deferred for each row execute function product_keeps_stock();

create view product_with_categories as
select p.id, p.name, p.images, p.unit, stocked.stock, p.price_paise, p.discount_basis_points, p.description,
  p.more_details, p.created_at, p.updated_at,
  (select coalesce(json_agg(json_build_object('_id', c.id, 'name', c.name, 'hue', c.hue) order by lower(c.name), c.id), '[]')
    from product_category pc join category c on c.id = pc.category_id where pc.product_id = p.id) as categories,
  (select coalesce(json_agg(json_build_object('_id', s.id, 'name', s.name) order by lower(s.name), s.id), '[]')
    from product_sub_category ps join sub_category s on s.id = ps.sub_category_id
    where ps.product_id = p.id) as sub_categories
from product p join product_stock stocked on stocked.product_id = p.id;

-- Until the end of the transaction no other one changes these products, their categories or their stock.
create function lock_products(ids text[]) returns void language plpgsql as $$
begin
  perform from product where id = any (ids) order by id for no key update;
  perform from product_stock where product_id = any (ids) order by product_id for no key update;
end $$;

-- Before the cascade, which deletes cart lines first: an order has locked the stock when it locks cart lines.
create function lock_deleted_stock() returns trigger language plpgsql as $$
begin
  perform from product_stock where product_id = old.id for update;
  return old;
end $$;
create trigger product_stock_locked before delete on product for each row execute function lock_deleted_stock();

-- Announcements ------------------------------------------------------------------------------------------------------

create or replace function notify_product() returns trigger language plpgsql as $$
declare
  tags text[];
  moved text[];
begin
  -- Before the join, whose plan is made for few rows.
  if (select count(*) from after_update) > 100 then
    perform announce_catalogue_change(null);
    return null;
  end if;
  select array_agg(case when is_edited or is_moved then 'product:' else 'stock:' end || id)
        filter (where is_edited or is_moved or is_newer)
      || case when bool_or(is_moved or is_found_differently) then array['search'] end,
    array_agg(id) filter (where is_moved)
  into tags, moved
  from (
    select id,
      (a.name, a.images, a.unit, a.price_paise, a.discount_basis_points, a.description, a.more_details::text)
        is distinct from
        (b.name, b.images, b.unit, b.price_paise, b.discount_basis_points, b.description, b.more_details::text) as is_edited,
      -- Lists show the newest products first.
      a.created_at <> b.created_at as is_moved,
      a.updated_at <> b.updated_at as is_newer,
      -- The columns that product_search is made from.
      (a.name, a.unit, a.description, a.more_details::text)
        is distinct from (b.name, b.unit, b.description, b.more_details::text) as is_found_differently
    from before_update b join after_update a using (id)
  ) changed;
  if tags is not null then
    if moved is not null then
      tags := tags || array(select distinct tag from category_tags(moved) as tag);
    end if;
    perform announce_catalogue_change(tags);
  end if;
  return null;
end $$;

-- A product that sells out moves towards the end of its lists, so the first page of a list that did not show it stays the
-- same. Selling out therefore announces, besides product:<id>, only what later pages of lists have as tags:
--   search-later-pages             a product moved from before or on a page of search results to after it
--   sub-category-later-pages:<id>  the same of the products of a sub-category
-- Being back in stock announces all its lists.
create function notify_stock() returns trigger language plpgsql as $$
declare
  tags text[];
  back text[];
  sold_out text[];
begin
  -- Before the join, whose plan is made for few rows.
  if (select count(*) from after_update) > 100 then
    perform announce_catalogue_change(null);
    return null;
  end if;
  select array_agg(case when 0 in (b.stock, a.stock) then 'product:' else 'stock:' end || product_id),
    array_agg(product_id) filter (where b.stock = 0),
    array_agg(product_id) filter (where a.stock = 0)
  into tags, back, sold_out
  from before_update b join after_update a using (product_id)
  where a.stock <> b.stock;
  if tags is not null then
    if back is not null then
      tags := tags || array['search'] || array(select distinct tag from category_tags(back) as tag);
    end if;
    if sold_out is not null then
      tags := tags || array['search-later-pages'] || array(
        select distinct 'sub-category-later-pages:' || sub_category_id
        from product_sub_category where product_id = any (sold_out));
    end if;
    perform announce_catalogue_change(tags);
  end if;
  return null;
end $$;
create trigger product_stock_changed after update on product_stock
  referencing old table as before_update new table as after_update
  for each statement execute function notify_stock();

-- An import has locked the products that it moves, and no other transaction sees those that it creates, so the functions
-- that copy and announce memberships need not lock them again.
create or replace function notify_membership() returns trigger language plpgsql as $$
declare
  ids text[] := array(select distinct product_id from touched);
begin
  if cardinality(ids) = 0 then
    return null;
  end if;
  if not is_bulk_import() then
    -- A concurrent change of a product or its stock waits for these locks and then reads its new categories, or this waits for it.
    perform lock_products(ids);
  end if;
  perform announce_catalogue_change(case when cardinality(ids) <= 100 then array(
    select 'product:' || id from unnest(ids) as id
    union select tg_argv[0] || ':' || (to_jsonb(touched) ->> tg_argv[1]) from touched
    union select category_tags(ids)
    union select 'search') end);
  return null;
end $$;

-- Lists --------------------------------------------------------------------------------------------------------------

create or replace function refresh_product_listing(product_ids text[]) returns void language plpgsql as $$
begin
  if not is_bulk_import() then
    -- Concurrent changes of a product wait, and then see each other.
    perform lock_products(product_ids);
  end if;
  delete from product_listing l where l.product_id = any (product_ids) and not exists (
    select from product_category pc
    left join product_sub_category ps using (product_id)
    where pc.product_id = l.product_id and pc.category_id = l.category_id
      and coalesce(ps.sub_category_id, '') = l.sub_category_id);
  insert into product_listing (product_id, category_id, sub_category_id, is_sold_out, created_at)
  select p.id, pc.category_id, coalesce(ps.sub_category_id, ''), s.stock = 0, p.created_at
  from product p
  join product_stock s on s.product_id = p.id
  join product_category pc on pc.product_id = p.id
  left join product_sub_category ps on ps.product_id = p.id
  where p.id = any (product_ids)
  on conflict do nothing;
end $$;

create or replace function list_product() returns trigger language plpgsql as $$
begin
  update product_listing set created_at = new.created_at where product_id = new.id;
  return null;
end $$;
create trigger product_listed after update of created_at on product for each row
  when (old.created_at <> new.created_at) execute function list_product();

create function list_stock() returns trigger language plpgsql as $$
begin
  update product_listing set is_sold_out = (new.stock = 0) where product_id = new.product_id;
  return null;
end $$;
create trigger product_stock_listed after update of stock on product_stock for each row
  when ((old.stock = 0) <> (new.stock = 0)) execute function list_stock();

-- Orders -------------------------------------------------------------------------------------------------------------

drop function place_order;

-- Turns a cart into an order: takes the stock, writes the order with its lines and the first row of its history, and
-- removes these lines from the cart. Does all of it only if the cart has exactly the expected lines, their products have
-- the expected prices and enough stock, the address is an active one of the shopper, and order number and idempotency
-- key are new, and the shopper has fewer unpaid orders, or unless the email address is verified fewer open cash orders, than
-- the limits say; otherwise it does nothing and returns no row. Returns the lines of the order in the order in which they were added to the cart.
--
-- It is a function so that locks are held for no round trip while each statement sees what the statements before it
-- have locked. (In one statement with CTEs the update would start from the row as it was before the lock, and two
-- orders of one product could deadlock.) It locks the stock of all products, then all lines, each in the order of product ids, as
-- all code does that locks several of them.
--
-- It does not lock products, so it does not wait for an import that changes them: one statement compares the committed prices and
-- writes them with names and images, so an order that a change overtakes is one from before the change. An edit or deletion of a
-- product locks its stock too: an order that has waited for it sees it.
create function place_order(new_order jsonb, address_id text, expected_lines jsonb, max_unpaid_orders integer,
  max_unverified_cash_orders integer)
returns table (
  "position" integer, product_id text, name text, unit text, image text, price_paise integer,
  discount_basis_points integer, quantity integer, delivery_address jsonb
) language plpgsql as $$
#variable_conflict use_column
declare
  o customer_order := jsonb_populate_record(null::customer_order, new_order);
  expected integer := jsonb_array_length(expected_lines);
  ids text[] := array(select line ->> 'product_id' from jsonb_array_elements(expected_lines) as line);
  found_rows integer;
begin
  -- A line that is added from here on stays in the cart.
  if (select count(*) from cart_line where user_id = o.user_id) <> expected then
    return;
  end if;

  perform from jsonb_to_recordset(expected_lines) as wanted (product_id text, quantity integer)
    join product_stock s on s.product_id = wanted.product_id
    where s.stock >= wanted.quantity
    order by s.product_id
    for no key update of s;
  get diagnostics found_rows = row_count;
  if found_rows <> expected then
    return;
  end if;

  perform from jsonb_to_recordset(expected_lines) as wanted (product_id text, quantity integer)
    join cart_line c on c.product_id = wanted.product_id and c.quantity = wanted.quantity
    where c.user_id = o.user_id
    order by c.product_id
    for update of c;
  get diagnostics found_rows = row_count;
  if found_rows <> expected then
    return;
  end if;

  -- An order of this shopper that was being written has ended: it held these cart lines or changed their number.
  if o.status = 'PENDING_PAYMENT' then
    if (select count(*) from customer_order c where c.user_id = o.user_id and c.status = 'PENDING_PAYMENT')
        >= max_unpaid_orders then
      return;
    end if;
  elsif not (select verify_email from account where id = o.user_id) then
    if (select count(*) from customer_order c where c.user_id = o.user_id and c.payment_method = 'CASH'
        and c.status in ('PLACED', 'PACKING', 'OUT_FOR_DELIVERY')) >= max_unverified_cash_orders then
      return;
    end if;
  end if;

  -- One statement, so that the prices that are compared are those that are written.
  return query
    with line as materialized (
      select row_number() over (order by c.created_at, c.id) - 1 as position, p.id, p.name, p.unit,
        coalesce(p.images[1], '') as image, p.price_paise, p.discount_basis_points, c.quantity
      from jsonb_to_recordset(expected_lines)
        as wanted (product_id text, price_paise integer, discount_basis_points integer)
      join cart_line c on c.user_id = o.user_id and c.product_id = wanted.product_id
      join product p on p.id = wanted.product_id
        and p.price_paise = wanted.price_paise and p.discount_basis_points = wanted.discount_basis_points
    ), placed as (
      insert into customer_order (id, order_number, user_id, status, payment_status, payment_method, sub_total_paise,
        total_paise, delivery_address, idempotency_key, request_hash, created_at, updated_at, promised_by, expires_at)
      select o.id, o.order_number, o.user_id, o.status, o.payment_status, o.payment_method, o.sub_total_paise,
        o.total_paise, json_build_object('address_line', a.address_line, 'city', a.city, 'state', a.state,
          'country', a.country, 'pincode', a.pincode, 'mobile', a.mobile),
        o.idempotency_key, o.request_hash, o.created_at, o.created_at, o.promised_by, o.expires_at
      from address a
      where a.id = address_id and a.user_id = o.user_id and a.status and (select count(*) from line) = expected
      on conflict do nothing
      returning customer_order.delivery_address
    )
    insert into order_line (order_id, position, product_id, name, unit, image, price_paise, discount_basis_points, quantity)
    select o.id, line.position, line.id, line.name, line.unit, line.image, line.price_paise,
      line.discount_basis_points, line.quantity
    from placed cross join line
    returning position, product_id, name, unit, image, price_paise, discount_basis_points, quantity,
      (select placed.delivery_address from placed);
  if not found then
    return;
  end if;

  insert into order_history (order_id, status, payment_status, changed_by, changed_as, changed_at)
  values (o.id, o.status, o.payment_status, o.user_id, 'shopper', o.created_at);

  with bought as (
    delete from cart_line where user_id = o.user_id and product_id = any (ids) returning product_id, quantity
  )
  update product_stock s set stock = s.stock - bought.quantity from bought where s.product_id = bought.product_id;
end $$;
