-- Tables, columns and functions get the names that the field uses. Functions that name them are written again.

alter table search_miss rename to zero_result_search;
alter table attempt rename to rate_limit;
alter index attempt_expire rename to rate_limit_expire;

alter table audit_entry rename column thing_id to entity_id;
alter table audit_entry rename column thing_name to entity_name;
alter index audit_entry_of_thing rename to audit_entry_of_entity;

alter view product_with_shelves rename to product_with_categories;

-- Orders -------------------------------------------------------------------------------------------------------

alter table customer_order rename column promised_at to promised_by;
alter table customer_order rename constraint refunds_what_was_paid to refund_within_payment;
alter table customer_order rename constraint delivered_has_moment to delivered_order_has_time;
alter index owed_order rename to order_with_refund_due;
alter table order_line rename column taken_off_at to unavailable_at;
alter trigger unpaid_order_written on customer_order rename to unpaid_order_inserted;
update payment_event set outcome = 'accepted late' where outcome = 'honoured late';

drop function write_order;
-- Turns cart lines into an order: takes the stock, writes the order with its lines and the first row of its history,
-- and removes the lines from the cart. Does all of it only if each line, its product's price and enough stock are
-- still as they were when the order was priced, and order number and idempotency key are new; otherwise it does
-- nothing and returns no row. Returns the remaining stock.
--
-- It is a function so that locks are held for no round trip while each statement sees what the statements before it
-- have locked. (In one statement with CTEs the update would start from the row as it was before the lock, and two
-- orders of one product could deadlock.) It locks all products, then all lines, each in the order of product ids, as
-- all code does that locks several of them.
create function place_order(new_order jsonb, new_lines jsonb)
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

  insert into customer_order (id, order_number, user_id, status, payment_status, payment_method, sub_total_paise,
    total_paise, delivery_address, idempotency_key, request_hash, created_at, updated_at, promised_by, expires_at)
  select id, order_number, user_id, status, payment_status, payment_method, sub_total_paise, total_paise,
    delivery_address, idempotency_key, request_hash, created_at, created_at, promised_by, expires_at
  from jsonb_populate_record(null::customer_order, new_order)
  on conflict do nothing;
  if not found then
    return;
  end if;

  insert into order_line (order_id, position, product_id, name, unit, image, price_paise, discount_basis_points, quantity)
  select new_order ->> 'id', position, product_id, name, unit, image, price_paise, discount_basis_points, quantity
  from jsonb_populate_recordset(null::order_line, new_lines);

  insert into order_history (order_id, status, payment_status, changed_by, changed_as, changed_at)
  select id, status, payment_status, user_id, 'shopper', created_at
  from jsonb_populate_record(null::customer_order, new_order);

  delete from cart_line c using jsonb_to_recordset(new_lines) as wanted (line_id text) where c.id = wanted.line_id;

  return query
    update product p set stock = p.stock - wanted.quantity
    from jsonb_to_recordset(new_lines) as wanted (product_id text, quantity integer)
    where p.id = wanted.product_id
    returning p.id, p.stock;
end $$;

-- Search -------------------------------------------------------------------------------------------------------

-- Name (A), brand (B) and description (D) of the product, and its size in base units.
alter table product_search rename column own to product_text;
-- Sub-categories (B) and categories (C).
alter table product_search rename column shelves to category_text;
-- The head noun of the name: 'milk' in 'coconut milk', 'biscuits' in 'milk biscuits'.
alter table product_search rename column essence to head_noun;
alter function product_essence rename to product_head_noun;
alter function learn_search_words rename to add_search_words;
alter function is_bulk rename to is_bulk_import;
drop function refresh_own_search;
drop function refresh_shelves_search;
drop function refresh_search_in_bulk;

create function refresh_product_text(ids text[]) returns void language plpgsql as $$
begin
  perform add_search_words((select string_agg(name || ' ' || product_brand(more_details), ' ')
    from product where id = any (ids)));
  insert into product_search (product_id, product_text, head_noun)
  select id,
    setweight(search_vector(name), 'A') || setweight(search_vector(product_brand(more_details)), 'B')
      || setweight(to_tsvector('pg_catalog.english', search_text(description)), 'D')
      || array_to_tsvector(search_sizes(unit || ' ' || name)),
    search_vector(product_head_noun(name))
  from product where id = any (ids)
  on conflict (product_id) do update
    set product_text = excluded.product_text, head_noun = excluded.head_noun;
end $$;

create function refresh_category_text(ids text[]) returns void language plpgsql as $$
begin
  -- A concurrent rename waits for these locks, or this waits for it and then reads the new name.
  perform from category where id in (select category_id from product_category where product_id = any (ids))
    order by id for share;
  perform from sub_category where id in (select sub_category_id from product_sub_category where product_id = any (ids))
    order by id for share;
  update product_search found set category_text =
    setweight(search_vector(coalesce((
      select string_agg(s.name, ' ' order by s.id) from product_sub_category ps
      join sub_category s on s.id = ps.sub_category_id where ps.product_id = found.product_id), '')), 'B')
    || setweight(search_vector(coalesce((
      select string_agg(c.name, ' ' order by c.id) from product_category pc
      join category c on c.id = pc.category_id where pc.product_id = found.product_id), '')), 'C')
  where found.product_id = any (ids);
end $$;

-- Refreshes the search text of many products in one statement, after an import.
create function refresh_product_search(ids text[]) returns void language plpgsql as $$
begin
  perform add_search_words((select string_agg(name || ' ' || product_brand(more_details), ' ')
    from product where id = any (ids)));
  with named as materialized (
    select p.id,
      coalesce((select string_agg(s.name, ' ' order by s.id) from product_sub_category ps
        join sub_category s on s.id = ps.sub_category_id where ps.product_id = p.id), '') as sub_categories,
      coalesce((select string_agg(c.name, ' ' order by c.id) from product_category pc
        join category c on c.id = pc.category_id where pc.product_id = p.id), '') as categories
    from product p where p.id = any (ids)
  ), combination as materialized (
    select sub_categories, categories,
      setweight(search_vector(sub_categories), 'B') || setweight(search_vector(categories), 'C') as vector
    from named group by sub_categories, categories
  )
  insert into product_search (product_id, product_text, category_text, head_noun)
  select p.id,
    setweight(search_vector(p.name), 'A') || setweight(search_vector(product_brand(p.more_details)), 'B')
      || setweight(to_tsvector('pg_catalog.english', search_text(p.description)), 'D')
      || array_to_tsvector(search_sizes(p.unit || ' ' || p.name)),
    combination.vector, search_vector(product_head_noun(p.name))
  from product p join named using (id) join combination using (sub_categories, categories)
  on conflict (product_id) do update set product_text = excluded.product_text,
    category_text = excluded.category_text, head_noun = excluded.head_noun;
end $$;

create or replace function search_product_added() returns trigger language plpgsql as $$
begin
  if not is_bulk_import() then
    perform refresh_product_text(array(select id from touched));
  end if;
  return null;
end $$;

create or replace function search_product_changed() returns trigger language plpgsql as $$
begin
  perform refresh_product_text(array[new.id]);
  return null;
end $$;

create or replace function search_membership_changed() returns trigger language plpgsql as $$
begin
  if not is_bulk_import() then
    perform refresh_category_text(array(select distinct product_id from touched));
  end if;
  return null;
end $$;

create or replace function search_category_renamed() returns trigger language plpgsql as $$
begin
  perform add_search_words(new.name);
  perform refresh_category_text(array(select product_id from product_category where category_id = new.id));
  return null;
end $$;

create or replace function search_sub_category_renamed() returns trigger language plpgsql as $$
begin
  perform add_search_words(new.name);
  perform refresh_category_text(array(select product_id from product_sub_category where sub_category_id = new.id));
  return null;
end $$;
