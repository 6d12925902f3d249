-- Every change of the stock of a product is written to stock_change by the database itself.

-- The cause that a transaction has given to its changes of stock by `tokri.stock_change`; all columns are null if it
-- has given none.
create or replace function stated_stock_change() returns table (
  cause text, order_id text, changed_by text, note text, request_id text
) language sql stable as $$
  select stated.* from jsonb_to_record(coalesce(nullif(current_setting('tokri.stock_change', true), ''), '{}')::jsonb)
    as stated (cause text, order_id text, changed_by text, note text, request_id text)
$$;

create or replace function record_first_stock() returns trigger language plpgsql as $$
begin
  insert into stock_change (product_id, difference, stock, cause, changed_by, note)
  select product_id, stock, stock, case stated.cause when 'IMPORT' then 'IMPORT' else 'CREATED' end, stated.changed_by,
    coalesce(stated.note, '')
  from inserted cross join stated_stock_change() stated
  where stock > 0;
  return null;
end $$;
create or replace trigger product_first_stock_recorded after insert on product_stock
  referencing new table as inserted for each statement execute function record_first_stock();

create or replace function record_stock_update() returns trigger language plpgsql as $$
begin
  insert into stock_change (product_id, difference, stock, cause, order_id, changed_by, note, request_id)
  select a.product_id, a.stock - b.stock, a.stock, coalesce(stated.cause, 'OTHER'), stated.order_id, stated.changed_by,
    coalesce(stated.note, ''), stated.request_id
  from before_update b join after_update a using (product_id) cross join stated_stock_change() stated
  where a.stock <> b.stock;
  return null;
end $$;
create or replace trigger product_stock_update_recorded after update on product_stock
  referencing old table as before_update new table as after_update
  for each statement execute function record_stock_update();

create or replace function record_deleted_stock() returns trigger language plpgsql as $$
begin
  insert into stock_change (product_id, difference, stock, cause, changed_by)
  select product_id, -stock, 0, 'DELETED', stated.changed_by
  from deleted cross join stated_stock_change() stated
  where stock > 0;
  return null;
end $$;
create or replace trigger product_deleted_stock_recorded after delete on product_stock
  referencing old table as deleted for each statement execute function record_deleted_stock();

create or replace function keep_stock_change() returns trigger language plpgsql as $$
begin
  raise exception 'A change of stock is never changed or deleted.' using errcode = 'integrity_constraint_violation';
end $$;
create or replace trigger stock_change_is_kept before update or delete on stock_change
  for each row execute function keep_stock_change();
