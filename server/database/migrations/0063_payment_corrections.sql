-- A payment that the staff recorded wrongly is corrected by a counter entry (REVERSAL), and the right payment is recorded again.

alter table ledger_entry
  drop constraint ledger_entry_kind_check,
  add constraint ledger_entry_kind_check check (kind in ('PAYMENT', 'REFUND', 'REVERSAL')),
  drop constraint ledger_entry_provider_check,
  -- credit: a refund as store credit.
  add constraint ledger_entry_provider_check check (provider in ('stripe', 'razorpay', 'sandbox', 'cash', 'upi', 'credit')),
  add constraint credit_is_refund check (provider <> 'credit' or kind = 'REFUND'),
  -- Of a reversal, and of the right payment: the wrong payment.
  add column corrects text references ledger_entry,
  -- Of a correction: when the money was received, which is on the day sheet of that day. Of others null: when they were settled.
  add column counts_at timestamptz,
  -- Of a wrong payment; only the trigger of the reversal writes it.
  add column reversed_at timestamptz,
  add constraint reversal_is_complete
    check (kind <> 'REVERSAL' or (corrects is not null and recorded_by is not null and provider in ('cash', 'upi')) is true),
  add constraint correction_has_time check ((corrects is null) = (counts_at is null)),
  add constraint payment_is_reversed check (reversed_at is null or kind = 'PAYMENT');

-- A payment is corrected once. Another order may have the UPI reference of a wrong payment.
create unique index ledger_entry_by_correction on ledger_entry (corrects, kind);
drop index payment_of_order, ledger_entry_by_reference, ledger_entry_by_time;
create unique index payment_of_order on ledger_entry (order_id) where kind = 'PAYMENT' and reversed_at is null;
create unique index ledger_entry_by_reference on ledger_entry (provider_reference, kind, provider) where reversed_at is null;
create index ledger_entry_by_time on ledger_entry (coalesce(counts_at, settled_at)) where status = 'DONE';

update ledger_entry set provider = 'credit'
where kind = 'REFUND' and provider is null and reason like '₹% refunded: store credit'
  and exists (select from store_credit_entry c where c.order_id = ledger_entry.order_id and c.kind = 'REFUND');

create or replace function update_order_totals() returns trigger language plpgsql as $$
declare
  changed text := coalesce(new.order_id, old.order_id);
begin
  -- Waits for a concurrent entry of the order, so that the sum includes it.
  perform from customer_order where id = changed for no key update;
  update customer_order set (paid_paise, refunded_paise) = (
    select coalesce(sum(case kind when 'PAYMENT' then amount_paise when 'REVERSAL' then -amount_paise end), 0),
      -- A pending refund counts because its amount is being sent; a failed one does not.
      coalesce(sum(amount_paise) filter (where kind = 'REFUND' and status <> 'FAILED'), 0)
    from ledger_entry where order_id = changed
  ) where id = changed;
  return null;
end $$;

create function reverse_payment() returns trigger language plpgsql as $$
begin
  update ledger_entry p set reversed_at = new.settled_at
  where p.id = new.corrects and p.kind = 'PAYMENT' and p.reversed_at is null and p.order_id = new.order_id
    and p.amount_paise = new.amount_paise and p.provider = new.provider
    and coalesce(p.counts_at, p.settled_at) = new.counts_at;
  if not found then
    raise exception 'The entry % is no payment that can be reversed like this.', new.corrects
      using errcode = 'check_violation', constraint = 'reversal_of_payment';
  end if;
  return new;
end $$;
create trigger payment_reversed before insert on ledger_entry
  for each row when (new.kind = 'REVERSAL') execute function reverse_payment();

-- The right payment, possibly of another order, has the time of the wrong one and comes with its reversal.
create function check_correction() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger_entry r
    where r.kind = 'REVERSAL' and r.corrects = new.corrects and r.counts_at = new.counts_at and r.settled_at = new.settled_at)
  then
    raise exception 'The entry % is not reversed by this correction.', new.corrects
      using errcode = 'check_violation', constraint = 'correction_with_reversal';
  end if;
  return new;
end $$;
create trigger correction_checked before insert on ledger_entry
  for each row when (new.kind = 'PAYMENT' and new.corrects is not null) execute function check_correction();

create or replace function forbid_collection_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'reversed_at' = to_jsonb(old) - 'reversed_at'
    and (new.reversed_at is not distinct from old.reversed_at or old.reversed_at is null and pg_trigger_depth() > 1) then
    return new;
  end if;
  raise exception 'A payment that the staff recorded cannot be changed.' using errcode = 'insufficient_privilege';
end $$;
drop trigger collection_changed on ledger_entry;
create trigger collection_changed before update or delete on ledger_entry
  for each row when (old.kind = 'REVERSAL' or old.kind = 'PAYMENT' and old.provider in ('cash', 'upi'))
  execute function forbid_collection_change();

-- As before, and a payment that was recorded wrongly takes its status along.
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
  ) and (new.payment_method = 'CARD' or (old.payment_status, new.payment_status) not in (
    ('PAID', 'PENDING'), ('PAID', 'FAILED'), ('PAID', 'CASH ON DELIVERY')
  )) then
    raise exception 'A payment cannot go from % to %.', old.payment_status, new.payment_status
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
