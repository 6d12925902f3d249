-- Another product that a picker takes for missing pieces. Until the order is packed, the row of its later line; its stock
-- is taken at once. A process of the former version that cancels an order meanwhile does not return that stock.
alter table picked_line
  add column replacement jsonb,
  add constraint picked_line_replacement check (replacement is null or jsonb_typeof(replacement) = 'object');
-- The position of the line that this one replaces.
alter table order_line
  add column replaces integer,
  add constraint order_line_replaces check (replaces between 0 and position - 1) not valid;
alter table stock_change drop constraint stock_change_cause_check, add constraint stock_change_cause_check
  check (cause in ('START', 'CREATED', 'ORDER', 'REPLACEMENT', 'LATE_PAYMENT', 'CANCELLATION', 'UNDELIVERED', 'EDIT', 'IMPORT',
    'COUNT', 'WASTE', 'RECEIPT', 'PICKING', 'DELETED', 'OTHER')) not valid;
