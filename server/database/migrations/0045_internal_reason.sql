-- Why staff cancelled an order: for the staff only, unlike the column reason, which its shopper reads.
alter table order_history add column internal_reason text check (length(internal_reason) between 1 and 200);
