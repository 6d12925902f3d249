-- Turns a cart into an order: takes the stock, writes the order with its lines and the first row of its history, and
-- removes these lines from the cart. Returns the lines of the order in the order in which they were added to the
-- cart. It does all of it only if
--   - the cart has exactly the expected lines,
--   - their products are active, have the expected prices and enough stock, and no line exceeds its maximum,
--   - the address is an active one of the shopper, when a place is given still that place, and clear, if the order says
--     `requires_clear_address`, which processes of a former version do not,
--   - the settings have the expected version,
--   - order number and idempotency key are new,
--   - the shopper has fewer unpaid orders or, unless the email address is verified, fewer open cash orders than
--     allowed.
-- Otherwise it does nothing and returns no row. An order that says `is_announced_later` is announced by the process
-- that places it, which processes of a former version do not.
--
-- It is a function so that locks are held for no round trip while each statement sees what the statements before it
-- have locked. (In one statement with CTEs the update would start from the row as it was before the lock, and two
-- orders of one product could deadlock.) It locks the stock of all products, then all lines, each in the order of
-- product ids, as all code does that locks several of them.
--
-- It does not lock products, so it does not wait for an import that changes them: one statement compares the
-- committed prices and writes them with names, images, costs and tax rates, so an order that a change overtakes is
-- one from before the change. An edit or deletion of a product locks its stock too: an order that has waited for it
-- sees it.
--
-- It is replaced in place: a drop fails the calls of other processes at that moment. One of another result cannot be.
do $$
declare
  former regprocedure := to_regprocedure('place_order(jsonb, text, jsonb, integer, integer, integer, jsonb)');
begin
  if former is not null and pg_get_function_result(former) <> 'TABLE("position" integer, product_id text, name text, '
    'name_hindi text, unit text, image text, price_paise integer, discount_basis_points integer, sale_price_paise integer, '
    'quantity integer, delivery_address jsonb)'
  then
    drop function place_order(jsonb, text, jsonb, integer, integer, integer, jsonb);
  end if;
end $$;
create or replace function place_order(new_order jsonb, address_id text, expected_lines jsonb, max_unpaid_orders integer,
  max_unverified_cash_orders integer, settings_version integer, place jsonb)
returns table (
  "position" integer, product_id text, name text, name_hindi text, unit text, image text, price_paise integer,
  discount_basis_points integer, sale_price_paise integer, quantity integer, delivery_address jsonb
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
    where s.pieces >= wanted.quantity
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
      select row_number() over (order by c.created_at, c.id) - 1 as position, p.id, p.name, p.name_hindi, p.unit,
        coalesce(p.images[1], '') as image, p.price_paise, p.discount_basis_points, p.sale_price_paise, c.quantity,
        p.cost_price_paise, nullif(p.hsn, '') as hsn, p.gst_basis_points, p.cess_basis_points, p.step_grams,
        coalesce(chosen.choice, remembered.choice, 'SIMILAR') as substitution, chosen.preferred_id
      from jsonb_to_recordset(expected_lines)
        as wanted (product_id text, price_paise integer, discount_basis_points integer, sale_price_paise integer)
      join cart_line c on c.user_id = o.user_id and c.product_id = wanted.product_id
      join product_stock s on s.product_id = c.product_id
      join product p on p.id = wanted.product_id and coalesce(p.step_grams, 1) = s.step
        and p.price_paise = wanted.price_paise and p.discount_basis_points = wanted.discount_basis_points
        and p.sale_price_paise is not distinct from wanted.sale_price_paise
        and p.status = 'active' and c.quantity <= coalesce(p.maximum_per_order, c.quantity)
      left join substitution_choice chosen on chosen.user_id = o.user_id and chosen.product_id = p.id
      left join substitution_choice remembered on remembered.user_id = o.user_id and remembered.product_id is null
    ), placed as (
      insert into customer_order (id, order_number, user_id, status, payment_status, payment_method, sub_total_paise,
        total_paise, bill, delivery_address, idempotency_key, request_hash, created_at, updated_at, promised_minutes,
        shown_minutes, promised_by, expires_at)
      select o.id, o.order_number, o.user_id, o.status, o.payment_status, o.payment_method, o.sub_total_paise,
        o.total_paise, o.bill, jsonb_strip_nulls(jsonb_build_object('address_line', a.address_line, 'city', a.city,
          'state', a.state, 'country', a.country, 'pincode', a.pincode, 'mobile', a.mobile,
          'label', nullif(a.label, ''), 'recipient_name', nullif(a.recipient_name, ''),
          'landmark', nullif(a.landmark, ''), 'delivery_note', nullif(a.delivery_note, ''),
          'business_name', nullif(a.business_name, ''), 'gstin', nullif(a.gstin, ''),
          'location', case when a.latitude is not null
            then jsonb_build_object('latitude', a.latitude, 'longitude', a.longitude) end)),
        o.idempotency_key, o.request_hash, o.created_at, o.created_at, o.promised_minutes,
        o.shown_minutes, o.promised_by, o.expires_at
      from address a
      where a.id = address_id and a.user_id = o.user_id and a.status and (select count(*) from line) = expected
        and (a.is_clear or not coalesce((new_order ->> 'requires_clear_address')::boolean, false))
        and (place is null or (a.pincode = place ->> 'pincode' and a.country = place ->> 'country'
          and a.latitude is not distinct from (place ->> 'latitude')::numeric
          and a.longitude is not distinct from (place ->> 'longitude')::numeric))
      on conflict do nothing
      returning customer_order.delivery_address
    )
    insert into order_line (order_id, position, product_id, name, name_hindi, unit, image, price_paise, discount_basis_points, sale_price_paise, quantity,
      cost_price_paise, hsn, gst_basis_points, cess_basis_points, step_grams, substitution, preferred_id)
    select o.id, line.position, line.id, line.name, line.name_hindi, line.unit, line.image, line.price_paise,
      line.discount_basis_points, line.sale_price_paise, line.quantity, line.cost_price_paise, line.hsn, line.gst_basis_points,
      line.cess_basis_points, line.step_grams, line.substitution, line.preferred_id
    from placed cross join line
    returning position, product_id, name, name_hindi, unit, image, price_paise, discount_basis_points, sale_price_paise, quantity,
      (select placed.delivery_address from placed);
  if not found then
    return;
  end if;

  perform set_config('tokri.is_announced_later', coalesce(new_order ->> 'is_announced_later', ''), true);
  insert into order_history (order_id, status, payment_status, changed_by, changed_as, changed_at)
  values (o.id, o.status, o.payment_status, o.user_id, 'shopper', o.created_at);

  perform set_config('tokri.stock_change', jsonb_build_object('cause', 'ORDER', 'order_id', o.id)::text, true);
  with bought as (
    delete from cart_line where user_id = o.user_id and product_id = any (ids) returning product_id, quantity
  )
  update product_stock s set stock = s.stock - bought.quantity * s.step from bought where s.product_id = bought.product_id;
end $$;
