-- A product is identified by a SKU (the number that the shop gives it) or a barcode (a GTIN); otherwise by name, unit and brand
-- together. An empty text is no SKU or barcode.

-- Whether a text is a GTIN-8, -12, -13 or -14: the weighted sum of all digits, padded to 14, is a multiple of 10.
create function is_barcode(code text) returns boolean language sql immutable as $$
  select case when code ~ '^([0-9]{8}|[0-9]{12,14})$' and code ~ '[1-9]' then (
    3 * (substr(lpad(code, 14, '0'), 1, 1)::integer + substr(lpad(code, 14, '0'), 3, 1)::integer
      + substr(lpad(code, 14, '0'), 5, 1)::integer + substr(lpad(code, 14, '0'), 7, 1)::integer
      + substr(lpad(code, 14, '0'), 9, 1)::integer + substr(lpad(code, 14, '0'), 11, 1)::integer
      + substr(lpad(code, 14, '0'), 13, 1)::integer)
    + substr(lpad(code, 14, '0'), 2, 1)::integer + substr(lpad(code, 14, '0'), 4, 1)::integer
    + substr(lpad(code, 14, '0'), 6, 1)::integer + substr(lpad(code, 14, '0'), 8, 1)::integer
    + substr(lpad(code, 14, '0'), 10, 1)::integer + substr(lpad(code, 14, '0'), 12, 1)::integer
    + substr(lpad(code, 14, '0'), 14, 1)::integer) % 10 = 0
  else false end
$$;

alter table product
  add column sku text not null default '' constraint product_sku_format check (length(sku) <= 64 and sku = btrim(sku)),
  add column barcode text not null default '' constraint product_barcode_format check (barcode = '' or is_barcode(barcode));

create unique index product_sku on product (lower(sku)) where sku <> '';
-- The same number with 12, 13 or 14 digits is one article.
create unique index product_barcode on product (lpad(barcode, 14, '0')) where barcode <> '';

drop index product_name;
create index product_by_name on product (lower(name));
create unique index product_identity on product (lower(name), lower(unit), lower(brand)) where sku = '' and barcode = '';

-- A product with the fields that only staff see.
create view admin_product as
select p.*, own.sku, own.barcode
from product_with_categories p join product own using (id);
