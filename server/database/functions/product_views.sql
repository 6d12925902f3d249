-- Views are dropped and created, because `create or replace view` can only append columns.
drop view if exists admin_product, product_with_categories;

-- A product as shoppers see it. A draft or archived product, which can be in a cart, has no stock. `options` is the
-- number of sizes that shoppers see, with the product itself; 0 for a product without a family, because the index of
-- families also has all products without one.
create view product_with_categories as
select p.id, p.name, p.name_hindi, p.images, p.unit,
  case when p.status = 'active' then stocked.pieces else 0 end as stock, p.price_paise, p.discount_basis_points, p.sale_price_paise,
  p.description, p.description_hindi, p.more_details, p.created_at, p.updated_at,
  (select coalesce(json_agg(json_build_object('_id', c.id, 'name', c.name, 'nameHindi', c.name_hindi, 'hue', c.hue) order by lower(c.name), c.id), '[]')
    from product_category pc join category c on c.id = pc.category_id where pc.product_id = p.id) as categories,
  (select coalesce(json_agg(json_build_object('_id', s.id, 'name', s.name, 'nameHindi', s.name_hindi) order by lower(s.name), s.id), '[]')
    from product_sub_category ps join sub_category s on s.id = ps.sub_category_id
    where ps.product_id = p.id) as sub_categories,
  p.brand, p.veg, p.origin, p.status, p.maximum_per_order, p.family, p.step_grams,
  case when p.family = '' then 0
    else (select count(*) from product size where size.family = p.family and size.status = 'active') end as options
from product p join product_stock stocked on stocked.product_id = p.id;

-- A product with the fields that only staff see.
create view admin_product as
select p.id, p.name, p.name_hindi, p.images, p.unit, stocked.stock, p.price_paise, p.discount_basis_points, p.sale_price_paise,
  p.description, p.description_hindi, p.more_details,
  p.created_at, p.updated_at, p.categories, p.sub_categories, p.brand, p.veg, own.sku, own.barcode, p.origin,
  own.cost_price_paise, own.location, p.status, p.maximum_per_order, p.family, p.step_grams, own.weight_tolerance_basis_points, own.low_stock_threshold, own.hsn,
  own.gst_basis_points, own.cess_basis_points
from product_with_categories p join product own using (id) join product_stock stocked on stocked.product_id = p.id;
