-- Products by category and sub-category in the order of lists, so that the first products of a list are read without sorting
-- all of them. A product is in as many rows as it has pairs of a category and a sub-category; without a sub-category it has
-- an empty one. Triggers copy the rows from the memberships and the product.
create table product_listing (
  product_id text not null references product on delete cascade,
  category_id text not null,
  sub_category_id text not null,
  is_sold_out boolean not null,
  created_at timestamptz not null,
  primary key (product_id, category_id, sub_category_id)
);
create index product_listing_order on product_listing
  (category_id, sub_category_id, is_sold_out, created_at desc, product_id desc);

create function refresh_product_listing(product_ids text[]) returns void language plpgsql as $$
begin
  -- Concurrent changes of a product wait, and then see each other.
  perform from product where id = any (product_ids) order by id for no key update;
  delete from product_listing l where l.product_id = any (product_ids) and not exists (
    select from product_category pc
    left join product_sub_category ps using (product_id)
    where pc.product_id = l.product_id and pc.category_id = l.category_id
      and coalesce(ps.sub_category_id, '') = l.sub_category_id);
  insert into product_listing (product_id, category_id, sub_category_id, is_sold_out, created_at)
  select p.id, pc.category_id, coalesce(ps.sub_category_id, ''), p.stock = 0, p.created_at
  from product p
  join product_category pc on pc.product_id = p.id
  left join product_sub_category ps on ps.product_id = p.id
  where p.id = any (product_ids)
  on conflict do nothing;
end $$;

create function list_membership() returns trigger language plpgsql as $$
begin
  perform refresh_product_listing(array(select distinct product_id from touched));
  return null;
end $$;
create trigger product_category_insert_listed after insert on product_category
  referencing new table as touched for each statement execute function list_membership();
create trigger product_category_delete_listed after delete on product_category
  referencing old table as touched for each statement execute function list_membership();
create trigger product_sub_category_insert_listed after insert on product_sub_category
  referencing new table as touched for each statement execute function list_membership();
create trigger product_sub_category_delete_listed after delete on product_sub_category
  referencing old table as touched for each statement execute function list_membership();

-- Nothing updates a membership in place, but if something does, its lists are right.
create function list_updated_membership() returns trigger language plpgsql as $$
begin
  perform refresh_product_listing(array[old.product_id, new.product_id]);
  return null;
end $$;
create trigger product_category_update_listed after update on product_category
  for each row execute function list_updated_membership();
create trigger product_sub_category_update_listed after update on product_sub_category
  for each row execute function list_updated_membership();

create function list_product() returns trigger language plpgsql as $$
begin
  update product_listing set is_sold_out = (new.stock = 0), created_at = new.created_at where product_id = new.id;
  return null;
end $$;
create trigger product_listed after update of stock, created_at on product for each row
  when ((old.stock = 0) <> (new.stock = 0) or old.created_at <> new.created_at)
  execute function list_product();

select refresh_product_listing(array(select id from product));
analyze product_listing;
