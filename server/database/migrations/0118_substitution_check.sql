alter table order_line validate constraint order_line_substitution;
