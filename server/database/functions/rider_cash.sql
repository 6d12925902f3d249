-- The cash books of riders.

-- Cash belongs in the book of who has recorded it, if that is the rider of the order or a person with the role of a
-- rider; a correction in the book that has the wrong payment.
create or replace function record_rider_cash() returns trigger language plpgsql as $$
declare
  holder text;
begin
  if new.corrects is not null then
    select rider_id into holder from rider_cash_entry where ledger_entry_id = new.corrects;
  else
    select rider_id into holder from order_delivery where order_id = new.order_id and rider_id = new.recorded_by
    union all
    select account_id from staff_role where account_id = new.recorded_by and role = 'rider'
    limit 1;
  end if;
  if holder is not null then
    insert into rider_cash_entry (rider_id, kind, amount_paise, ledger_entry_id, recorded_by, counts_at, created_at)
    values (holder, case when new.corrects is null then 'COLLECTED' else 'CORRECTED' end,
      case new.kind when 'PAYMENT' then new.amount_paise else -new.amount_paise end, new.id, new.recorded_by,
      coalesce(new.counts_at, new.settled_at), new.created_at);
  end if;
  return null;
end $$;
create or replace trigger rider_cash_recorded after insert on ledger_entry
  for each row when (new.provider = 'cash' and new.kind in ('PAYMENT', 'REVERSAL')) execute function record_rider_cash();

create or replace function forbid_rider_cash_change() returns trigger language plpgsql as $$
begin
  raise exception 'The cash book of a rider cannot be changed.' using errcode = 'insufficient_privilege';
end $$;
create or replace trigger rider_cash_changed before update or delete on rider_cash_entry
  for each row execute function forbid_rider_cash_change();
