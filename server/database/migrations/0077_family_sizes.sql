-- As before, but counts no sizes of a product without a family: the index of families also has all products without one.
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
  case when p.family = '' then 0
    else (select count(*) from product size where size.family = p.family and size.status = 'active') end as options
from product p join product_stock stocked on stocked.product_id = p.id;
