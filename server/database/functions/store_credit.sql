-- The balance of an account and the totals of an order are written by the entries of store credit only.

create or replace function apply_store_credit() returns trigger language plpgsql as $$
begin
  if new.order_id is not null then
    -- The constraint credit_returned_within_credit rejects more than one return.
    update customer_order set
      credit_paise = credit_paise + case when new.kind = 'ORDER' then -new.amount_paise else 0 end,
      credit_returned_paise = credit_returned_paise + case when new.kind = 'RETURN' then new.amount_paise else 0 end
    where id = new.order_id and user_id = new.account_id;
    if not found then
      raise exception 'The order % is not of the account %.', new.order_id, new.account_id using errcode = 'check_violation';
    end if;
  end if;
  -- Orders are locked before store credit.
  insert into store_credit (account_id, balance_paise) values (new.account_id, 0) on conflict do nothing;
  update store_credit set balance_paise = balance_paise + new.amount_paise where account_id = new.account_id;
  return null;
end $$;
create or replace trigger store_credit_applied after insert on store_credit_entry
  for each row execute function apply_store_credit();

create or replace function forbid_credit_change() returns trigger language plpgsql as $$
begin
  raise exception 'Store credit changes by new entries only.' using errcode = 'insufficient_privilege';
end $$;
create or replace trigger order_credit_written before update of credit_paise, credit_returned_paise on customer_order
  for each row when (pg_trigger_depth() = 0) execute function forbid_credit_change();
create or replace trigger store_credit_written before insert or update or delete on store_credit
  for each row when (pg_trigger_depth() = 0) execute function forbid_credit_change();
create or replace trigger store_credit_entry_changed before update or delete on store_credit_entry
  for each row execute function forbid_credit_change();
