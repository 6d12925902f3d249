alter table order_line validate constraint order_line_replaces;
alter table stock_change validate constraint stock_change_cause_check;
