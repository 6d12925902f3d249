-- The audit log can only be appended to, also by the owner of the table. `DELETE` of an account sets `account_id` to null by
-- the foreign key, whose trigger is the outer one; `account_name` stays.
create function forbid_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and pg_trigger_depth() > 1 then
    if new.account_id is null and to_jsonb(new) - 'account_id' = to_jsonb(old) - 'account_id' then
      return new;
    end if;
  end if;
  raise exception 'The audit log can only be appended to.' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_entry_changed before update or delete on audit_entry
  for each row execute function forbid_audit_change();
create trigger audit_entry_truncated before truncate on audit_entry
  for each statement execute function forbid_audit_change();
