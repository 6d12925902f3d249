-- Views are dropped and created, because `create or replace view` can only append columns.
drop view if exists sales_order, test_order;

-- The orders that all numbers of sales count, on every page and in every export: placed, not cancelled, and not paid
-- on the test page, where no money moves. `total_paise` is with tax, delivery and fees, less discounts and refunds.
create view sales_order as
select o.id, o.user_id, o.status, o.payment_method, o.created_at, o.delivered_at, o.sub_total_paise, o.total_paise,
  o.paid_paise, o.amount_due_paise, o.bill
from customer_order o
where o.status not in ('PENDING_PAYMENT', 'CANCELLED')
  and not exists (select from payment_session s where s.order_id = o.id and s.provider = 'sandbox');

-- The orders that would count if a test payment were one.
create view test_order as
select o.id, o.created_at, o.total_paise
from customer_order o join payment_session s on s.order_id = o.id and s.provider = 'sandbox'
where o.status not in ('PENDING_PAYMENT', 'CANCELLED');
