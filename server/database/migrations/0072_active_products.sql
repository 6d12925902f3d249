-- Shoppers see active products only. In the view for them a draft or archived product, which can be in a cart, has no stock.
create or replace view product_with_categories as
select p.id, p.name, p.images, p.unit,
  case when p.status = 'active' then stocked.stock else 0 end as stock, p.price_paise, p.discount_basis_points, p.description,
  p.more_details, p.created_at, p.updated_at,
  (select coalesce(json_agg(json_build_object('_id', c.id, 'name', c.name, 'hue', c.hue) order by lower(c.name), c.id), '[]')
    from product_category pc join category c on c.id = pc.category_id where pc.product_id = p.id) as categories,
  (select coalesce(json_agg(json_build_object('_id', s.id, 'name', s.name) order by lower(s.name), s.id), '[]')
    from product_sub_category ps join sub_category s on s.id = ps.sub_category_id
    where ps.product_id = p.id) as sub_categories,
  p.brand, p.veg, p.origin, p.status, p.maximum_per_order, p.family
from product p join product_stock stocked on stocked.product_id = p.id;

create or replace view admin_product as
select p.id, p.name, p.images, p.unit, stocked.stock, p.price_paise, p.discount_basis_points, p.description, p.more_details,
  p.created_at, p.updated_at, p.categories, p.sub_categories, p.brand, p.veg, own.sku, own.barcode, p.origin,
  own.cost_price_paise, own.location, p.status, p.maximum_per_order, p.family, own.low_stock_threshold, own.hsn,
  own.gst_basis_points, own.cess_basis_points
from product_with_categories p join product own using (id) join product_stock stocked on stocked.product_id = p.id;

-- Lists have active products only.
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
  insert into product_listing (product_id, category_id, sub_category_id, is_sold_out, created_at)
  select p.id, pc.category_id, coalesce(ps.sub_category_id, ''), s.stock = 0, p.created_at
  from product p
  join product_stock s on s.product_id = p.id
  join product_category pc on pc.product_id = p.id
  left join product_sub_category ps on ps.product_id = p.id
  where p.id = any (product_ids) and p.status = 'active'
  on conflict do nothing;
end $$;

-- An import that changes a status has locked the stock.
create or replace function list_product() returns trigger language plpgsql as $$
begin
  update product_listing set created_at = new.created_at where product_id = new.id and created_at <> new.created_at;
  if (old.status = 'active') <> (new.status = 'active') then
    perform refresh_product_listing(array[new.id]);
  end if;
  return null;
end $$;
drop trigger product_listed on product;
create trigger product_listed after update of created_at, status on product for each row
  when ((old.created_at, old.status) is distinct from (new.created_at, new.status)) execute function list_product();

select refresh_product_listing(array(select id from product where status <> 'active'));

-- A search engine has active products only.
create function queue_status_update() returns trigger language plpgsql as $$
begin
  if not exists (select from search_engine) then
    return null;
  end if;
  insert into search_engine_change as found (product_id)
  select id from before_update b join after_update a using (id) where a.status <> b.status order by id
  on conflict (product_id) do update set number = default;
  if found then
    perform graphile_worker.add_job('update-search-engine', '{}'::json,
      job_key := 'update-search-engine-' || pg_current_xact_id()::text, queue_name := 'search-engine', max_attempts := 5000);
  end if;
  return null;
end $$;
create trigger search_engine_status after update on product
  referencing old table as before_update new table as after_update
  for each statement execute function queue_status_update();

-- As before, with the status as what decides about lists.
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
      -- Lists show the newest products first, and active ones only.
      a.created_at <> b.created_at or (a.status = 'active') <> (b.status = 'active') as is_moved,
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
