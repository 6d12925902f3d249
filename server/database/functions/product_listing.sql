-- The triggers that copy memberships and fields of products into product_listing. Only processes of the former version,
-- which work on during a restart, read that table: a later migration drops it with these functions.

-- Copies the memberships of these products into product_listing, which has active products only.
create or replace function refresh_product_listing(product_ids text[]) returns void language plpgsql as $$
begin
  if not is_bulk_import() then
    -- Concurrent changes of a product wait, and then see each other.
    perform lock_products(product_ids);
  end if;
  delete from product_listing l where l.product_id = any (product_ids) and not exists (
    select from product p
    join product_category pc on pc.product_id = p.id
    left join product_sub_category ps on ps.product_id = p.id
    where p.id = l.product_id and p.status = 'active' and pc.category_id = l.category_id
      and coalesce(ps.sub_category_id, '') = l.sub_category_id);
  insert into product_listing (product_id, category_id, sub_category_id, is_sold_out, created_at, family)
  select p.id, pc.category_id, coalesce(ps.sub_category_id, ''), s.stock = 0, p.created_at, p.family
  from product p
  join product_stock s on s.product_id = p.id
  join product_category pc on pc.product_id = p.id
  left join product_sub_category ps on ps.product_id = p.id
  where p.id = any (product_ids) and p.status = 'active'
  on conflict do nothing;
end $$;

create or replace function list_membership() returns trigger language plpgsql as $$
begin
  perform refresh_product_listing(array(select distinct product_id from touched));
  return null;
end $$;
create or replace trigger product_category_delete_listed after delete on product_category
  referencing old table as touched for each statement execute function list_membership();
create or replace trigger product_category_insert_listed after insert on product_category
  referencing new table as touched for each statement execute function list_membership();
create or replace trigger product_sub_category_delete_listed after delete on product_sub_category
  referencing old table as touched for each statement execute function list_membership();
create or replace trigger product_sub_category_insert_listed after insert on product_sub_category
  referencing new table as touched for each statement execute function list_membership();

-- No statement of the shop updates a membership in place. If one does, the lists are right.
create or replace function list_updated_membership() returns trigger language plpgsql as $$
begin
  perform refresh_product_listing(array[old.product_id, new.product_id]);
  return null;
end $$;
create or replace trigger product_category_update_listed after update on product_category
  for each row execute function list_updated_membership();
create or replace trigger product_sub_category_update_listed after update on product_sub_category
  for each row execute function list_updated_membership();

-- An import that changes a status has locked the stock.
create or replace function list_product() returns trigger language plpgsql as $$
begin
  update product_listing set created_at = new.created_at where product_id = new.id and created_at <> new.created_at;
  if (old.status = 'active') <> (new.status = 'active') then
    perform refresh_product_listing(array[new.id]);
  end if;
  return null;
end $$;
create or replace trigger product_listed after update of created_at, status on product for each row
  when ((old.created_at, old.status) is distinct from (new.created_at, new.status)) execute function list_product();

create or replace function list_stock() returns trigger language plpgsql as $$
begin
  update product_listing set is_sold_out = (new.stock = 0) where product_id = new.product_id;
  return null;
end $$;
create or replace trigger product_stock_listed after update of stock on product_stock for each row
  when ((old.stock = 0) <> (new.stock = 0)) execute function list_stock();

create or replace function list_family() returns trigger language plpgsql as $$
begin
  update product_listing set family = new.family where product_id = new.id;
  return null;
end $$;
create or replace trigger product_family_listed after update of family on product for each row
  when (old.family <> new.family) execute function list_family();
