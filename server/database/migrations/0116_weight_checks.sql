alter table product validate constraint product_step_grams, validate constraint product_weight_tolerance;
alter table order_line validate constraint order_line_step_grams;
alter table stock_change validate constraint stock_change_cause_check;
