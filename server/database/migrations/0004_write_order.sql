-- Turns cart lines into an order: takes the stock, writes the order with its lines and the first row of its
-- history, and removes the lines from the cart. All of it only if each line, its product's price and enough stock
-- are still as they were when the order was priced, and number and idempotency key are new; otherwise it does
-- nothing and gives no row. Gives what is left in stock.
--
-- A function, so that locks last for no round trip, and yet every statement sees what the ones before it have
-- locked. (In a single statement with CTEs the update would begin at the row as it was before the lock, and two
-- orders that wait for each other's versions of one product deadlock.)
--
-- First all products are locked, then all lines, each in the order of the product ids: as everybody does who
-- locks several of them (adding to a cart, a merge, the deletion of a product with its lines).
create function write_order(new_order jsonb, new_lines jsonb)
returns table (product_id text, stock integer) language plpgsql as $$
#variable_conflict use_column
declare
  expected integer := jsonb_array_length(new_lines);
  found_rows integer;
begin
  perform from jsonb_to_recordset(new_lines)
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

  perform from jsonb_to_recordset(new_lines) as wanted (line_id text, product_id text, quantity integer)
    join cart_line c on c.product_id = wanted.product_id and c.id = wanted.line_id and c.quantity = wanted.quantity
    where c.user_id = new_order ->> 'user_id'
    order by c.product_id
    for update of c;
  get diagnostics found_rows = row_count;
  if found_rows <> expected then
    return;
  end if;

  insert into customer_order (id, order_number, user_id, status, payment_status, sub_total_paise, total_paise,
    delivery_address, idempotency_key, request_hash, created_at, updated_at)
  select id, order_number, user_id, status, payment_status, sub_total_paise, total_paise,
    delivery_address, idempotency_key, request_hash, created_at, created_at
  from jsonb_populate_record(null::customer_order, new_order)
  on conflict do nothing;
  if not found then
    return;
  end if;

  insert into order_line (order_id, position, product_id, name, unit, image, price_paise, discount_basis_points, quantity)
  select new_order ->> 'id', position, product_id, name, unit, image, price_paise, discount_basis_points, quantity
  from jsonb_populate_recordset(null::order_line, new_lines);

  insert into order_history (order_id, status, payment_status, changed_by, changed_at)
  select id, status, payment_status, user_id, created_at
  from jsonb_populate_record(null::customer_order, new_order);

  delete from cart_line c using jsonb_to_recordset(new_lines) as wanted (line_id text) where c.id = wanted.line_id;

  return query
    update product p set stock = p.stock - wanted.quantity
    from jsonb_to_recordset(new_lines) as wanted (product_id text, quantity integer)
    where p.id = wanted.product_id
    returning p.id, p.stock;
end $$;
