-- The staff type the last characters of an order number.
create index if not exists order_by_number_end on customer_order (reverse(order_number) text_pattern_ops);
