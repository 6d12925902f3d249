-- One ledger of the payments and refunds of orders replaces the table refund and payment_session.payment_id.
-- customer_order.paid_paise and refunded_paise become totals of the ledger that only its trigger writes.

create table ledger_entry (
  id text primary key,
  order_id text not null references customer_order on delete restrict,
  kind text not null check (kind in ('PAYMENT', 'REFUND')),
  amount_paise bigint not null check (amount_paise > 0),
  -- A refund is PENDING until the provider accepts it, and FAILED if the provider or, days later, the bank rejects it.
  status text not null check (status in ('PENDING', 'DONE', 'FAILED')),
  -- Null for a refund that staff paid by other means than the card.
  provider text check (provider in ('stripe', 'sandbox')),
  -- The provider's id of the payment or refund; null until the provider has accepted a refund.
  provider_reference text check (length(provider_reference) between 1 and 255),
  reason text,
  created_at timestamptz not null,
  -- When it was done or failed.
  settled_at timestamptz,
  constraint payment_is_done check (kind = 'REFUND' or status = 'DONE'),
  constraint refund_has_reason check (kind = 'PAYMENT' or reason is not null),
  constraint settled_entry_has_time check ((status = 'PENDING') = (settled_at is null))
);
create index ledger_entry_of_order on ledger_entry (order_id);
create unique index payment_of_order on ledger_entry (order_id) where kind = 'PAYMENT';
create unique index ledger_entry_by_reference on ledger_entry (provider_reference, kind, provider);
create index pending_refund on ledger_entry (created_at) where kind = 'REFUND' and status = 'PENDING';

-- Data of earlier versions -------------------------------------------------------------------------------------

insert into ledger_entry (id, order_id, kind, amount_paise, status, provider, provider_reference, created_at, settled_at)
select gen_random_uuid()::text, o.id, 'PAYMENT', o.paid_paise, 'DONE', s.provider, nullif(s.payment_id, ''),
  coalesce(s.updated_at, o.created_at), coalesce(s.updated_at, o.created_at)
from customer_order o left join payment_session s on s.order_id = o.id and s.status = 'PAID'
where o.paid_paise > 0;

insert into ledger_entry (id, order_id, kind, amount_paise, status, provider, provider_reference, reason, created_at,
  settled_at)
select r.id, r.order_id, 'REFUND', r.amount_paise, r.status,
  -- A refund that is done without the provider's id was paid by other means.
  case when r.status <> 'DONE' or r.provider_refund_id is not null then s.provider end,
  nullif(r.provider_refund_id, ''), r.reason, r.created_at,
  case when r.status <> 'PENDING' then coalesce(r.done_at, r.created_at) end
from refund r left join payment_session s on s.order_id = r.order_id and s.status = 'PAID';

drop table refund;
alter table payment_session drop column payment_id;

-- Totals -------------------------------------------------------------------------------------------------------

-- The check refund_within_payment of customer_order rejects an entry that refunds more than was paid.
create function update_order_totals() returns trigger language plpgsql as $$
declare
  changed text := coalesce(new.order_id, old.order_id);
begin
  -- Waits for a concurrent entry of the order, so that the sum includes it.
  perform from customer_order where id = changed for no key update;
  update customer_order set (paid_paise, refunded_paise) = (
    select coalesce(sum(amount_paise) filter (where kind = 'PAYMENT'), 0),
      -- A pending refund counts because its amount is being sent; a failed one does not.
      coalesce(sum(amount_paise) filter (where kind = 'REFUND' and status <> 'FAILED'), 0)
    from ledger_entry where order_id = changed
  ) where id = changed;
  return null;
end $$;
create trigger ledger_entry_changed after insert or update or delete on ledger_entry
  for each row execute function update_order_totals();

create function reject_order_totals() returns trigger language plpgsql as $$
begin
  raise exception 'paid_paise and refunded_paise are totals of ledger_entry.' using errcode = 'check_violation';
end $$;
create trigger order_totals_written before update of paid_paise, refunded_paise on customer_order
  for each row when (pg_trigger_depth() = 0) execute function reject_order_totals();

-- History ------------------------------------------------------------------------------------------------------

alter table order_history drop constraint order_history_changed_as_check;
update order_history set changed_as = 'system' where changed_as = 'shop';
alter table order_history alter column changed_as set default 'system',
  add constraint order_history_changed_as_check check (changed_as in ('shopper', 'staff', 'system'));
