-- The ledger of the payments and refunds of orders.

-- paid_paise and refunded_paise of an order are totals of its entries. The check refund_within_payment of
-- customer_order rejects an entry that refunds more than was paid.
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
create or replace trigger ledger_entry_changed after insert or update or delete on ledger_entry
  for each row execute function update_order_totals();

create or replace function reject_order_totals() returns trigger language plpgsql as $$
begin
  raise exception 'paid_paise and refunded_paise are totals of ledger_entry.' using errcode = 'check_violation';
end $$;
create or replace trigger order_totals_written before update of paid_paise, refunded_paise on customer_order
  for each row when (pg_trigger_depth() = 0) execute function reject_order_totals();

-- Money that the staff receive. The index payment_of_order allows one payment of an order, ledger_entry_by_reference
-- one use of a UPI reference.
create or replace function check_collection() returns trigger language plpgsql as $$
declare
  o customer_order;
begin
  select * into o from customer_order where id = new.order_id for no key update;
  if o.payment_method = 'CARD' or o.status = 'PENDING_PAYMENT' then
    raise exception 'The order % is paid by card.', new.order_id
      using errcode = 'check_violation', constraint = 'collection_of_card_order';
  end if;
  -- What is paid for a cancelled order is refunded, whatever it is.
  if o.status <> 'CANCELLED' and new.reason is null and new.amount_paise <> o.amount_due_paise then
    raise exception 'Another amount than is due of the order % needs a reason.', new.order_id
      using errcode = 'check_violation', constraint = 'collection_amount';
  end if;
  return new;
end $$;
create or replace trigger collection_checked before insert on ledger_entry
  for each row when (new.kind = 'PAYMENT' and new.provider in ('cash', 'upi')) execute function check_collection();

-- The right payment, possibly of another order, has the time of the wrong one and comes with its reversal.
create or replace function check_correction() returns trigger language plpgsql as $$
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
create or replace trigger correction_checked before insert on ledger_entry
  for each row when (new.kind = 'PAYMENT' and new.corrects is not null) execute function check_correction();

-- A reversal is of a payment with the same amount, way and time that is not reversed yet.
create or replace function reverse_payment() returns trigger language plpgsql as $$
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
create or replace trigger payment_reversed before insert on ledger_entry
  for each row when (new.kind = 'REVERSAL') execute function reverse_payment();

-- A payment that the staff recorded wrongly is corrected by a counter entry (REVERSAL).
create or replace function forbid_collection_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'reversed_at' = to_jsonb(old) - 'reversed_at'
    and (new.reversed_at is not distinct from old.reversed_at or old.reversed_at is null and pg_trigger_depth() > 1) then
    return new;
  end if;
  raise exception 'A payment that the staff recorded cannot be changed.' using errcode = 'insufficient_privilege';
end $$;
create or replace trigger collection_changed before update or delete on ledger_entry
  for each row when (old.kind = 'REVERSAL' or old.kind = 'PAYMENT' and old.provider in ('cash', 'upi'))
  execute function forbid_collection_change();
