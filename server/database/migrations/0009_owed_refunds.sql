-- Orders whose refund did not arrive: more was paid than the order costs, and than went back. There are few, and the
-- dashboard counts them every minute.
create index owed_order on customer_order (created_at)
  where (paid_paise - refunded_paise - case when status = 'CANCELLED' then 0 else total_paise end) > 0;
