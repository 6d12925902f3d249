-- A product has a discount in percent or a sale price, which is what shoppers pay. Carts and orders copy it.
--
-- The columns are added without a rewrite. A process of the former version keeps working: it orders products without a
-- sale price.
alter table product
  add column sale_price_paise integer,
  add constraint product_sale_price check (sale_price_paise between 1 and price_paise) not valid,
  add constraint product_sale_price_or_discount check (sale_price_paise is null or discount_basis_points = 0) not valid;
alter table order_line
  add column sale_price_paise integer,
  add constraint order_line_sale_price
    check (sale_price_paise is null or (sale_price_paise between 1 and price_paise and discount_basis_points = 0)) not valid;
alter table cart_line
  add column seen_sale_price_paise integer;
alter table product validate constraint product_sale_price, validate constraint product_sale_price_or_discount;
alter table order_line validate constraint order_line_sale_price;
