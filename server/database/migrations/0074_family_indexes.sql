-- The first entry of a family in a list is the size that represents it, found without reading the rest of the list.
drop index product_listing_family;
create index product_listing_family on product_listing
  (category_id, sub_category_id, family, is_sold_out, created_at desc, product_id desc) where family <> '';

-- Counts active products and families without reading the rows of products. Products without a family are in it, too.
drop index product_by_family;
create index product_by_family on product (family, status);
