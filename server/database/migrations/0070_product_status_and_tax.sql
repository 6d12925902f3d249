-- Drafts are not shown to shoppers yet, archived products not any more. Products of one family (the same text) are the sizes of one
-- article. HSN code and rates of GST and cess are for the tax invoice; null is an unknown rate, 0 a product without tax.
alter table product
  add column status text not null default 'active' constraint product_status check (status in ('draft', 'active', 'archived')),
  add column maximum_per_order integer check (maximum_per_order >= 1),
  -- Null for the rule of all products.
  add column low_stock_threshold integer check (low_stock_threshold >= 0),
  add column family text not null default '' constraint product_family_format check (length(family) <= 64 and family = btrim(family)),
  add column hsn text not null default '' constraint product_hsn_format check (hsn ~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})?$'),
  add column gst_basis_points integer check (gst_basis_points between 0 and 10000),
  add column cess_basis_points integer check (cess_basis_points between 0 and 10000);

create index product_by_family on product (family) where family <> '';
create index product_not_active on product (status) where status <> 'active';

-- Of the product when it was ordered. Null for older orders and where the product has none.
alter table order_line
  add column cost_price_paise integer check (cost_price_paise > 0),
  add column hsn text check (hsn ~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$'),
  add column gst_basis_points integer check (gst_basis_points between 0 and 10000),
  add column cess_basis_points integer check (cess_basis_points between 0 and 10000);

create or replace view product_with_categories as
select p.id, p.name, p.images, p.unit, stocked.stock, p.price_paise, p.discount_basis_points, p.description,
  p.more_details, p.created_at, p.updated_at,
  (select coalesce(json_agg(json_build_object('_id', c.id, 'name', c.name, 'hue', c.hue) order by lower(c.name), c.id), '[]')
    from product_category pc join category c on c.id = pc.category_id where pc.product_id = p.id) as categories,
  (select coalesce(json_agg(json_build_object('_id', s.id, 'name', s.name) order by lower(s.name), s.id), '[]')
    from product_sub_category ps join sub_category s on s.id = ps.sub_category_id
    where ps.product_id = p.id) as sub_categories,
  p.brand, p.veg, p.origin, p.status, p.maximum_per_order, p.family
from product p join product_stock stocked on stocked.product_id = p.id;

create or replace view admin_product as
select p.id, p.name, p.images, p.unit, p.stock, p.price_paise, p.discount_basis_points, p.description, p.more_details,
  p.created_at, p.updated_at, p.categories, p.sub_categories, p.brand, p.veg, own.sku, own.barcode, p.origin,
  own.cost_price_paise, own.location, p.status, p.maximum_per_order, p.family, own.low_stock_threshold, own.hsn,
  own.gst_basis_points, own.cess_basis_points
from product_with_categories p join product own using (id);

-- As before, with the status, the maximum of an order and the family, which change what shoppers see.
create or replace function notify_product() returns trigger language plpgsql as $$
declare
  tags text[];
  moved text[];
  sorted text[];
begin
  -- Before the join, whose plan is made for few rows.
  if (select count(*) from after_update) > 100 then
    perform announce_catalogue_change(null);
    return null;
  end if;
  select array_agg(case when is_edited or is_moved then 'product:' else 'stock:' end || id)
        filter (where is_edited or is_moved or is_newer)
      || case when bool_or(is_moved or is_found_differently) then array['search'] end
      || case when bool_or(is_sorted_differently) then array['search-facets'] end,
    array_agg(id) filter (where is_moved),
    array_agg(id) filter (where is_sorted_differently)
  into tags, moved, sorted
  from (
    select id,
      (a.name, a.images, a.unit, a.price_paise, a.discount_basis_points, a.brand, a.veg, a.origin, a.status, a.maximum_per_order,
          a.family, a.description,
          a.more_details::text)
        is distinct from (b.name, b.images, b.unit, b.price_paise, b.discount_basis_points, b.brand, b.veg, b.origin, b.status, b.maximum_per_order,
          b.family, b.description,
          b.more_details::text) as is_edited,
      -- Lists show the newest products first.
      a.created_at <> b.created_at as is_moved,
      a.updated_at <> b.updated_at as is_newer,
      -- The columns that product_search is made from.
      (a.name, a.unit, a.brand, a.description, a.more_details::text)
        is distinct from (b.name, b.unit, b.brand, b.description, b.more_details::text) as is_found_differently,
      (a.price_paise, a.discount_basis_points, a.brand, a.veg)
        is distinct from (b.price_paise, b.discount_basis_points, b.brand, b.veg) as is_sorted_differently
    from before_update b join after_update a using (id)
  ) changed;
  if tags is not null then
    if moved is not null then
      tags := tags || array(select distinct tag from category_tags(moved) as tag);
    end if;
    if sorted is not null then
      tags := tags || array(
        select distinct 'sub-category-facets:' || sub_category_id
        from product_sub_category where product_id = any (sorted));
    end if;
    perform announce_catalogue_change(tags);
  end if;
  return null;
end $$;

-- As before, but it refuses products that are not sold and more than the maximum of a product, and notes cost and tax rates.
-- Turns a cart into an order: takes the stock, writes the order with its lines and the first row of its history, and
-- removes these lines from the cart. Does all of it only if the cart has exactly the expected lines, their products are sold, have
-- the expected prices and enough stock, and no line has more than the maximum of its product, the address is an active one of the shopper and, when a place is given, still that place, the settings have the expected version, and order number and idempotency
-- key are new, and the shopper has fewer unpaid orders, or unless the email address is verified fewer open cash orders, than
-- the limits say; otherwise it does nothing and returns no row. Returns the lines of the order in the order in which they were added to the cart.
--
-- It is a function so that locks are held for no round trip while each statement sees what the statements before it
-- have locked. (In one statement with CTEs the update would start from the row as it was before the lock, and two
-- orders of one product could deadlock.) It locks the stock of all products, then all lines, each in the order of product ids, as
-- all code does that locks several of them.
--
-- It does not lock products, so it does not wait for an import that changes them: one statement compares the committed prices and
-- writes them with names, images, costs and tax rates, so an order that a change overtakes is one from before the change. An edit or deletion of a
-- product locks its stock too: an order that has waited for it sees it.
create or replace function place_order(new_order jsonb, address_id text, expected_lines jsonb, max_unpaid_orders integer,
  max_unverified_cash_orders integer, settings_version integer, place jsonb)
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
    if (select count(*) from customer_order c where c.user_id = o.user_id and c.payment_method <> 'CARD'
        and c.status in ('PLACED', 'PACKING', 'OUT_FOR_DELIVERY')) >= max_unverified_cash_orders then
      return;
    end if;
  end if;

  -- After the locks, so that a change that was made while it waited for them counts.
  if (select coalesce(max(version), 0) from store_settings) <> settings_version then
    return;
  end if;

  -- One statement, so that the prices that are compared are those that are written.
  return query
    with line as materialized (
      select row_number() over (order by c.created_at, c.id) - 1 as position, p.id, p.name, p.unit,
        coalesce(p.images[1], '') as image, p.price_paise, p.discount_basis_points, c.quantity,
        p.cost_price_paise, nullif(p.hsn, '') as hsn, p.gst_basis_points, p.cess_basis_points
      from jsonb_to_recordset(expected_lines)
        as wanted (product_id text, price_paise integer, discount_basis_points integer)
      join cart_line c on c.user_id = o.user_id and c.product_id = wanted.product_id
      join product p on p.id = wanted.product_id
        and p.price_paise = wanted.price_paise and p.discount_basis_points = wanted.discount_basis_points
        and p.status = 'active' and c.quantity <= coalesce(p.maximum_per_order, c.quantity)
    ), placed as (
      insert into customer_order (id, order_number, user_id, status, payment_status, payment_method, sub_total_paise,
        total_paise, bill, delivery_address, idempotency_key, request_hash, created_at, updated_at, promised_minutes, promised_by, expires_at)
      select o.id, o.order_number, o.user_id, o.status, o.payment_status, o.payment_method, o.sub_total_paise,
        o.total_paise, o.bill, jsonb_strip_nulls(jsonb_build_object('address_line', a.address_line, 'city', a.city,
          'state', a.state, 'country', a.country, 'pincode', a.pincode, 'mobile', a.mobile,
          'label', nullif(a.label, ''), 'recipient_name', nullif(a.recipient_name, ''),
          'landmark', nullif(a.landmark, ''), 'delivery_note', nullif(a.delivery_note, ''),
          'location', case when a.latitude is not null
            then jsonb_build_object('latitude', a.latitude, 'longitude', a.longitude) end)),
        o.idempotency_key, o.request_hash, o.created_at, o.created_at, o.promised_minutes, o.promised_by, o.expires_at
      from address a
      where a.id = address_id and a.user_id = o.user_id and a.status and (select count(*) from line) = expected
        and (place is null or (a.pincode = place ->> 'pincode' and a.country = place ->> 'country'
          and a.latitude is not distinct from (place ->> 'latitude')::numeric
          and a.longitude is not distinct from (place ->> 'longitude')::numeric))
      on conflict do nothing
      returning customer_order.delivery_address
    )
    insert into order_line (order_id, position, product_id, name, unit, image, price_paise, discount_basis_points, quantity,
      cost_price_paise, hsn, gst_basis_points, cess_basis_points)
    select o.id, line.position, line.id, line.name, line.unit, line.image, line.price_paise,
      line.discount_basis_points, line.quantity, line.cost_price_paise, line.hsn, line.gst_basis_points,
      line.cess_basis_points
    from placed cross join line
    returning position, product_id, name, unit, image, price_paise, discount_basis_points, quantity,
      (select placed.delivery_address from placed);
  if not found then
    return;
  end if;

  insert into order_history (order_id, status, payment_status, changed_by, changed_as, changed_at)
  values (o.id, o.status, o.payment_status, o.user_id, 'shopper', o.created_at);

  perform set_config('tokri.stock_change', jsonb_build_object('cause', 'ORDER', 'order_id', o.id)::text, true);
  with bought as (
    delete from cart_line where user_id = o.user_id and product_id = any (ids) returning product_id, quantity
  )
  update product_stock s set stock = s.stock - bought.quantity from bought where s.product_id = bought.product_id;
end $$;
