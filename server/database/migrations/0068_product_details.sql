-- What a product costs the shop and where it is in the store (aisle and shelf), which only staff see, and its country of origin.
alter table product
  add column cost_price_paise integer check (cost_price_paise > 0),
  add column location text not null default '' check (length(location) <= 60),
  add column origin text not null default '' check (length(origin) <= 60);

create or replace view product_with_categories as
select p.id, p.name, p.images, p.unit, stocked.stock, p.price_paise, p.discount_basis_points, p.description,
  p.more_details, p.created_at, p.updated_at,
  (select coalesce(json_agg(json_build_object('_id', c.id, 'name', c.name, 'hue', c.hue) order by lower(c.name), c.id), '[]')
    from product_category pc join category c on c.id = pc.category_id where pc.product_id = p.id) as categories,
  (select coalesce(json_agg(json_build_object('_id', s.id, 'name', s.name) order by lower(s.name), s.id), '[]')
    from product_sub_category ps join sub_category s on s.id = ps.sub_category_id
    where ps.product_id = p.id) as sub_categories,
  p.brand, p.veg, p.origin
from product p join product_stock stocked on stocked.product_id = p.id;

create or replace view admin_product as
select p.id, p.name, p.images, p.unit, p.stock, p.price_paise, p.discount_basis_points, p.description, p.more_details,
  p.created_at, p.updated_at, p.categories, p.sub_categories, p.brand, p.veg, own.sku, own.barcode, p.origin,
  own.cost_price_paise, own.location
from product_with_categories p join product own using (id);

-- As before, with the origin, which shoppers see.
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
      (a.name, a.images, a.unit, a.price_paise, a.discount_basis_points, a.brand, a.veg, a.origin, a.description,
          a.more_details::text)
        is distinct from (b.name, b.images, b.unit, b.price_paise, b.discount_basis_points, b.brand, b.veg, b.origin, b.description,
          b.more_details::text) as is_edited,
      -- Lists show the newest products first.
      a.created_at <> b.created_at as is_moved,
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
