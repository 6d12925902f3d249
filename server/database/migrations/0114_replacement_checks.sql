alter table order_line validate constraint order_line_replaces;
alter table stock_change validate constraint stock_change_cause_check;
-- For how often a product has replaced another one.
create index if not exists order_line_replacement on order_line (product_id) where replaces is not null;
