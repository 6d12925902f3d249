drop function place_order;

-- Found without reading the paid orders of the shopper.
create index unpaid_order_of_user on customer_order (user_id) where status = 'PENDING_PAYMENT';

-- Turns a cart into an order: takes the stock, writes the order with its lines and the first row of its history, and
-- removes these lines from the cart. Does all of it only if the cart has exactly the expected lines, their products have
-- the expected prices and enough stock, the address is an active one of the shopper, and order number and idempotency
-- key are new, and the shopper has fewer unpaid orders, or unless the email address is verified fewer open cash orders, than
-- the limits say; otherwise it does nothing and returns no row. Returns the lines of the order in the order in which they were added to the cart.
--
-- It is a function so that locks are held for no round trip while each statement sees what the statements before it
-- have locked. (In one statement with CTEs the update would start from the row as it was before the lock, and two
-- orders of one product could deadlock.) It locks all products, then all lines, each in the order of product ids, as
-- all code does that locks several of them.
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

  perform from jsonb_to_recordset(expected_lines)
      as wanted (product_id text, price_paise integer, discount_basis_points integer, quantity integer)
    join product p on p.id = wanted.product_id
    where p.stock >= wanted.quantity
      and p.price_paise = wanted.price_paise and p.discount_basis_points = wanted.discount_basis_points
    order by p.id
    for no key update of p;
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

  insert into customer_order (id, order_number, user_id, status, payment_status, payment_method, sub_total_paise,
    total_paise, delivery_address, idempotency_key, request_hash, created_at, updated_at, promised_by, expires_at)
  select o.id, o.order_number, o.user_id, o.status, o.payment_status, o.payment_method, o.sub_total_paise,
    o.total_paise, json_build_object('address_line', a.address_line, 'city', a.city, 'state', a.state,
      'country', a.country, 'pincode', a.pincode, 'mobile', a.mobile),
    o.idempotency_key, o.request_hash, o.created_at, o.created_at, o.promised_by, o.expires_at
  from address a where a.id = address_id and a.user_id = o.user_id and a.status
  on conflict do nothing
  returning delivery_address into o.delivery_address;
  if not found then
    return;
  end if;

  return query
    insert into order_line (order_id, position, product_id, name, unit, image, price_paise, discount_basis_points, quantity)
    select o.id, row_number() over (order by c.created_at, c.id) - 1, p.id, p.name, p.unit, coalesce(p.images[1], ''),
      p.price_paise, p.discount_basis_points, c.quantity
    from cart_line c join product p on p.id = c.product_id
    where c.user_id = o.user_id and c.product_id = any (ids)
    returning position, product_id, name, unit, image, price_paise, discount_basis_points, quantity, o.delivery_address;

  insert into order_history (order_id, status, payment_status, changed_by, changed_as, changed_at)
  values (o.id, o.status, o.payment_status, o.user_id, 'shopper', o.created_at);

  with bought as (
    delete from cart_line where user_id = o.user_id and product_id = any (ids) returning product_id, quantity
  )
  update product p set stock = p.stock - bought.quantity from bought where p.id = bought.product_id;
end $$;
