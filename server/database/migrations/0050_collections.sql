-- Money that the staff collect: cash at the door, and transfers to the UPI id of the store. Both are payments in the ledger of
-- orders, with who recorded them.

alter table customer_order drop constraint customer_order_payment_method_check,
  add constraint customer_order_payment_method_check check (payment_method in ('CASH', 'CARD', 'UPI'));

alter table ledger_entry drop constraint ledger_entry_provider_check,
  add constraint ledger_entry_provider_check check (provider in ('stripe', 'sandbox', 'cash', 'upi')),
  -- The administrator who recorded a payment in cash or by UPI, or a refund by hand.
  add column recorded_by text references account;

-- Orders that were delivered before were paid in cash, by rule.
insert into ledger_entry (id, order_id, kind, amount_paise, status, provider, reason, created_at, settled_at)
select replace(gen_random_uuid()::text, '-', ''), id, 'PAYMENT', total_paise - (credit_paise - credit_returned_paise), 'DONE',
  'cash', 'Delivered before cash was recorded.', delivered_at, delivered_at
from customer_order
where payment_method = 'CASH' and status = 'DELIVERED' and paid_paise = 0
  and total_paise > credit_paise - credit_returned_paise;

alter table ledger_entry
  add constraint upi_payment_has_reference
    check (provider <> 'upi' or kind <> 'PAYMENT' or (provider_reference ~ '^[0-9]{12}$') is true),
  add constraint cash_has_no_reference check (provider <> 'cash' or provider_reference is null),
  -- For the payments above the reason says why nobody is named.
  add constraint collection_has_staff
    check (provider not in ('cash', 'upi') or recorded_by is not null
      or reason is not distinct from 'Delivered before cash was recorded.');

-- The index payment_of_order allows one payment of an order, ledger_entry_by_reference one use of a UPI reference.
create function check_collection() returns trigger language plpgsql as $$
declare
  o customer_order;
begin
  select * into o from customer_order where id = new.order_id for no key update;
  if o.payment_method = 'CARD' or o.status = 'PENDING_PAYMENT' then
    raise exception 'The order % is paid by card.', new.order_id
      using errcode = 'check_violation', constraint = 'collection_of_card_order';
  end if;
  -- What is paid for a cancelled order is refunded, whatever it is.
  if o.status <> 'CANCELLED' and new.reason is null
      and new.amount_paise <> o.total_paise - (o.credit_paise - o.credit_returned_paise) then
    raise exception 'Another amount than is due of the order % needs a reason.', new.order_id
      using errcode = 'check_violation', constraint = 'collection_amount';
  end if;
  return new;
end $$;
create trigger collection_checked before insert on ledger_entry
  for each row when (new.kind = 'PAYMENT' and new.provider in ('cash', 'upi')) execute function check_collection();

create function forbid_collection_change() returns trigger language plpgsql as $$
begin
  raise exception 'A payment that the staff recorded cannot be changed.' using errcode = 'insufficient_privilege';
end $$;
create trigger collection_changed before update of order_id, kind, amount_paise, provider, provider_reference, recorded_by, created_at or delete
  on ledger_entry for each row when (old.kind = 'PAYMENT' and old.provider in ('cash', 'upi'))
  execute function forbid_collection_change();

-- As before, and an order that was to be paid in cash may be paid by UPI.
create or replace function check_order_change() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    ('PENDING_PAYMENT', 'PLACED'), ('PENDING_PAYMENT', 'CANCELLED'),
    ('PLACED', 'PACKING'), ('PLACED', 'CANCELLED'),
    ('PACKING', 'OUT_FOR_DELIVERY'), ('PACKING', 'CANCELLED'),
    ('OUT_FOR_DELIVERY', 'DELIVERED')
  ) then
    raise exception 'An order cannot go from % to %.', old.status, new.status using errcode = 'check_violation';
  end if;
  if new.payment_status <> old.payment_status and (old.payment_status, new.payment_status) not in (
    ('PENDING', 'PAID'), ('PENDING', 'FAILED'), ('FAILED', 'PAID'), ('FAILED', 'REFUNDED'), ('PAID', 'REFUNDED'),
    ('REFUNDED', 'PAID'), ('CASH ON DELIVERY', 'PAID')
  ) then
    raise exception 'A payment cannot go from % to %.', old.payment_status, new.payment_status
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Orders that the staff expect money for, oldest first; `isToCollect` in ledger.ts is the same.
create index order_to_collect on customer_order (created_at)
  where paid_paise = 0 and total_paise > credit_paise - credit_returned_paise and (
    payment_method = 'UPI' and status <> 'CANCELLED' or payment_method = 'CASH' and status = 'DELIVERED');
create index ledger_entry_by_time on ledger_entry (settled_at) where status = 'DONE';

-- As before, and orders that are paid by UPI after they are placed count as orders in cash.
do $$
declare
  definition text := pg_get_functiondef('place_order'::regproc);
  changed text := replace(definition, $text$and c.payment_method = 'CASH'$text$, $text$and c.payment_method <> 'CARD'$text$);
begin
  if changed = definition then
    raise exception 'place_order() has no limit of cash orders.';
  end if;
  execute changed;
end $$;
