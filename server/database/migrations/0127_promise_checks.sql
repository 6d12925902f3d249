alter table store_credit_entry validate constraint credit_of_order;
alter table store_credit_entry validate constraint grant_has_reason;
