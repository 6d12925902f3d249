alter table order_line validate constraint order_line_ordered;
alter table stock_change validate constraint stock_change_cause_check, validate constraint stock_change_check;
