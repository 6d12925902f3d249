-- Every change of the stock of a product, written by the database itself. The differences of a product add up to its stock; the
-- last row before a time has the stock of that time. Products that are deleted keep theirs, with a last row that takes their stock.
create table stock_change (
  id bigint generated always as identity primary key,
  product_id text not null,
  difference integer not null,
  -- After the change.
  stock integer not null check (stock >= 0),
  cause text not null check (cause in ('START', 'CREATED', 'ORDER', 'LATE_PAYMENT', 'CANCELLATION', 'EDIT', 'IMPORT', 'COUNT',
    'WASTE', 'RECEIPT', 'DELETED', 'OTHER')),
  order_id text,
  -- The staff member.
  changed_by text references account,
  note text not null default '' check (length(note) <= 200),
  -- Of a count, waste or receipt: a repeated request changes nothing.
  request_id text unique,
  changed_at timestamptz not null default clock_timestamp(),
  -- A count can find what was expected.
  check (difference <> 0 or cause = 'COUNT')
);
create index stock_change_of_product on stock_change (product_id, id desc);

create function keep_stock_change() returns trigger language plpgsql as $$
begin
  raise exception 'A change of stock is recorded for ever.' using errcode = 'integrity_constraint_violation';
end $$;
create trigger stock_change_is_kept before update or delete on stock_change
  for each row execute function keep_stock_change();

insert into stock_change (product_id, difference, stock, cause)
select product_id, stock, stock, 'START' from product_stock where stock > 0 order by product_id;

-- What a transaction has said about its changes of stock, by `tokri.stock_change`; all columns are null if it has said nothing.
create function stated_stock_change() returns table (
  cause text, order_id text, changed_by text, note text, request_id text
) language sql stable as $$
  select stated.* from jsonb_to_record(coalesce(nullif(current_setting('tokri.stock_change', true), ''), '{}')::jsonb)
    as stated (cause text, order_id text, changed_by text, note text, request_id text)
$$;

create function record_stock_update() returns trigger language plpgsql as $$
begin
  insert into stock_change (product_id, difference, stock, cause, order_id, changed_by, note, request_id)
  select a.product_id, a.stock - b.stock, a.stock, coalesce(stated.cause, 'OTHER'), stated.order_id, stated.changed_by,
    coalesce(stated.note, ''), stated.request_id
  from before_update b join after_update a using (product_id) cross join stated_stock_change() stated
  where a.stock <> b.stock;
  return null;
end $$;
create trigger product_stock_update_recorded after update on product_stock
  referencing old table as before_update new table as after_update
  for each statement execute function record_stock_update();

create function record_first_stock() returns trigger language plpgsql as $$
begin
  insert into stock_change (product_id, difference, stock, cause, changed_by, note)
  select product_id, stock, stock, case stated.cause when 'IMPORT' then 'IMPORT' else 'CREATED' end, stated.changed_by,
    coalesce(stated.note, '')
  from inserted cross join stated_stock_change() stated
  where stock > 0;
  return null;
end $$;
create trigger product_first_stock_recorded after insert on product_stock
  referencing new table as inserted for each statement execute function record_first_stock();

create function record_deleted_stock() returns trigger language plpgsql as $$
begin
  insert into stock_change (product_id, difference, stock, cause, changed_by)
  select product_id, -stock, 0, 'DELETED', stated.changed_by
  from deleted cross join stated_stock_change() stated
  where stock > 0;
  return null;
end $$;
create trigger product_deleted_stock_recorded after delete on product_stock
  referencing old table as deleted for each statement execute function record_deleted_stock();

-- As before, but it says for which order the stock is taken.
drop function place_order;

-- Turns a cart into an order: takes the stock, writes the order with its lines and the first row of its history, and
-- removes these lines from the cart. Does all of it only if the cart has exactly the expected lines, their products have
-- the expected prices and enough stock, the address is an active one of the shopper and, when a place is given, still that place, the settings have the expected version, and order number and idempotency
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
        coalesce(p.images[1], '') as image, p.price_paise, p.discount_basis_points, c.quantity
      from jsonb_to_recordset(expected_lines)
        as wanted (product_id text, price_paise integer, discount_basis_points integer)
      join cart_line c on c.user_id = o.user_id and c.product_id = wanted.product_id
      join product p on p.id = wanted.product_id
        and p.price_paise = wanted.price_paise and p.discount_basis_points = wanted.discount_basis_points
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

  perform set_config('tokri.stock_change', jsonb_build_object('cause', 'ORDER', 'order_id', o.id)::text, true);
  with bought as (
    delete from cart_line where user_id = o.user_id and product_id = any (ids) returning product_id, quantity
  )
  update product_stock s set stock = s.stock - bought.quantity from bought where s.product_id = bought.product_id;
end $$;
