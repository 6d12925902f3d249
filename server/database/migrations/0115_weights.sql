-- Products that are sold by weight: an order has so many steps of so many grams, the price is that of a step, and stock is
-- counted in grams. A process of the former version shows and sells them as the pieces that the steps are.
alter table product
  add column step_grams integer,
  add column weight_tolerance_basis_points integer,
  add constraint product_step_grams check (step_grams between 10 and 100000) not valid,
  add constraint product_weight_tolerance check (weight_tolerance_basis_points between 0 and 5000) not valid;
-- `step` is 1, or that of the product; `pieces` are what can be ordered. A product has one row, so this is quick.
alter table product_stock
  add column step integer not null default 1 check (step > 0),
  add column pieces integer not null generated always as (stock / step) stored;
alter table order_line
  add column step_grams integer,
  add constraint order_line_step_grams check (step_grams between 10 and 100000) not valid;
-- What of a line returns to stock if the order is cancelled, in pieces or grams; null for the pieces that were found.
alter table picked_line add column stock_units integer;
alter table stock_change drop constraint stock_change_cause_check, add constraint stock_change_cause_check
  check (cause in ('START', 'CREATED', 'ORDER', 'REPLACEMENT', 'WEIGHED', 'LATE_PAYMENT', 'CANCELLATION', 'UNDELIVERED', 'EDIT',
    'IMPORT', 'COUNT', 'WASTE', 'RECEIPT', 'PICKING', 'DELETED', 'OTHER')) not valid;
