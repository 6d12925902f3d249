-- A product with the categories and sub-categories it stands in, for whatever shows products, so that one
-- statement gives it beside other rows, such as the lines of a cart.
create view product_with_shelves as
select p.id, p.name, p.images, p.unit, p.stock, p.price_paise, p.discount_basis_points, p.description,
  p.more_details, p.created_at, p.updated_at,
  (select coalesce(json_agg(json_build_object('_id', c.id, 'name', c.name, 'hue', c.hue) order by lower(c.name), c.id), '[]')
    from product_category pc join category c on c.id = pc.category_id where pc.product_id = p.id) as categories,
  (select coalesce(json_agg(json_build_object('_id', s.id, 'name', s.name) order by lower(s.name), s.id), '[]')
    from product_sub_category ps join sub_category s on s.id = ps.sub_category_id
    where ps.product_id = p.id) as sub_categories
from product p;
