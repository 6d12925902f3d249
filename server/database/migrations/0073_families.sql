-- The products of a family are the sizes of one article: lists show one of them, the first in stock by their order.
alter table product_listing add column family text not null default '';
update product_listing l set family = p.family from product p where p.id = l.product_id and p.family <> '';

drop index product_listing_order;
create index product_listing_order on product_listing
  (category_id, sub_category_id, is_sold_out, created_at desc, product_id desc) include (family);
-- Finds whether a list has a size that comes before another one.
create index product_listing_family on product_listing (category_id, sub_category_id, family) where family <> '';

-- As before, with the family.
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

create function list_family() returns trigger language plpgsql as $$
begin
  update product_listing set family = new.family where product_id = new.id;
  return null;
end $$;
create trigger product_family_listed after update of family on product for each row
  when (old.family <> new.family) execute function list_family();

-- `options` is the number of sizes that shoppers see, with the product itself; 0 for a product without a family.
create or replace view product_with_categories as
select p.id, p.name, p.images, p.unit,
  case when p.status = 'active' then stocked.stock else 0 end as stock, p.price_paise, p.discount_basis_points, p.description,
  p.more_details, p.created_at, p.updated_at,
  (select coalesce(json_agg(json_build_object('_id', c.id, 'name', c.name, 'hue', c.hue) order by lower(c.name), c.id), '[]')
    from product_category pc join category c on c.id = pc.category_id where pc.product_id = p.id) as categories,
  (select coalesce(json_agg(json_build_object('_id', s.id, 'name', s.name) order by lower(s.name), s.id), '[]')
    from product_sub_category ps join sub_category s on s.id = ps.sub_category_id
    where ps.product_id = p.id) as sub_categories,
  p.brand, p.veg, p.origin, p.status, p.maximum_per_order, p.family,
  (select count(*) from product size where size.family = p.family and size.family <> '' and size.status = 'active') as options
from product p join product_stock stocked on stocked.product_id = p.id;

-- A search engine outside the server shows families, too.
create function queue_family() returns trigger language plpgsql as $$
begin
  if exists (select from search_engine) then
    insert into search_engine_change as found (product_id) values (new.id)
    on conflict (product_id) do update set number = default;
    perform graphile_worker.add_job('update-search-engine', '{}'::json,
      job_key := 'update-search-engine-' || pg_current_xact_id()::text, queue_name := 'search-engine', max_attempts := 5000);
  end if;
  return null;
end $$;
create trigger product_family_queued after update of family on product for each row
  when (old.family <> new.family) execute function queue_family();

-- Announcements ------------------------------------------------------------------------------------------------------

-- All sizes of these families, and all lists that show them: another size may represent them, and their number is shown.
create function announce_families(families text[]) returns void language plpgsql as $$
declare
  ids text[];
begin
  if families is null then
    return;
  end if;
  ids := array(select id from product where family = any (families) and family <> '' limit 101);
  if cardinality(ids) > 0 then
    perform announce_catalogue_change(case when cardinality(ids) <= 100 then array(
      select 'product:' || id from unnest(ids) as id
      union select category_tags(ids)
      union select 'search') end);
  end if;
end $$;

create function notify_family() returns trigger language plpgsql as $$
declare
  families text[];
begin
  -- Before the join, whose plan is made for few rows. Everything is announced for that many.
  if (select count(*) from after_update) <= 100 then
    select array_agg(distinct named.family) into families
    from before_update b join after_update a using (id)
    cross join unnest(array[b.family, a.family]) as named (family)
    where named.family <> '' and (a.family, a.status) is distinct from (b.family, b.status);
    perform announce_families(families);
  end if;
  return null;
end $$;
create trigger product_family_changed after update on product
  referencing old table as before_update new table as after_update
  for each statement execute function notify_family();

create function notify_family_existence() returns trigger language plpgsql as $$
begin
  if (select count(*) from touched) <= 100 then
    perform announce_families((select array_agg(distinct family) from touched where family <> ''));
  end if;
  return null;
end $$;
create trigger product_family_inserted after insert on product
  referencing new table as touched for each statement execute function notify_family_existence();
create trigger product_family_deleted after delete on product
  referencing old table as touched for each statement execute function notify_family_existence();

-- As before, but when a size sells out, another one represents its family, which can be on any page of a list.
create or replace function notify_stock() returns trigger language plpgsql as $$
declare
  tags text[];
  back text[];
  sold_out text[];
begin
  -- Before the join, whose plan is made for few rows.
  if (select count(*) from after_update) > 100 then
    perform announce_catalogue_change(null);
    return null;
  end if;
  select array_agg(case when 0 in (b.stock, a.stock) then 'product:' else 'stock:' end || product_id),
    array_agg(product_id) filter (where b.stock = 0),
    array_agg(product_id) filter (where a.stock = 0)
  into tags, back, sold_out
  from before_update b join after_update a using (product_id)
  where a.stock <> b.stock;
  if tags is not null then
    if back is not null then
      tags := tags || array['search'] || array(select distinct tag from category_tags(back) as tag);
    end if;
    if sold_out is not null then
      tags := tags || array['search-later-pages'] || array(
        select distinct 'sub-category-later-pages:' || sub_category_id
        from product_sub_category where product_id = any (sold_out));
      perform announce_families((
        select array_agg(distinct family) from product where id = any (sold_out) and family <> ''));
    end if;
    perform announce_catalogue_change(tags);
  end if;
  return null;
end $$;

analyze product_listing;
