-- What is to be paid of an order, and what is to be refunded, for queries and indexes. toAmountDue and toRefundDue in
-- contract/ledger/settle-refund.ts are the same.
--
-- Blocks customer_order while it is rewritten with its indexes: about 3 seconds for 100,000 orders. A process of the former version keeps
-- working, without the index for its own expression.
alter table customer_order
  add column amount_due_paise bigint not null
    generated always as (total_paise - (credit_paise - credit_returned_paise)) stored,
  -- Negative while less is paid than the order charges. A cancelled order charges nothing.
  add column refund_due_paise bigint not null generated always as (
    paid_paise - refunded_paise
      - case when status = 'CANCELLED' then 0 else total_paise - (credit_paise - credit_returned_paise) end
  ) stored;

drop index order_with_refund_due;
create index order_with_refund_due on customer_order (created_at) where refund_due_paise > 0;
drop index order_to_collect;
create index order_to_collect on customer_order (created_at)
  where paid_paise = 0 and amount_due_paise > 0 and (
    payment_method = 'UPI' and status <> 'CANCELLED' or payment_method = 'CASH' and status = 'DELIVERED');
