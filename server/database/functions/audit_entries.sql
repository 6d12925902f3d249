-- The audit log can only be appended to, also by the owner of the table. Deleting the row of an account sets
-- account_id to null by the foreign key, whose trigger is the outer one. The log keeps the id of a deleted account,
-- not its name.
create or replace function forbid_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and pg_trigger_depth() > 1 then
    if new.account_id is null and to_jsonb(new) - 'account_id' = to_jsonb(old) - 'account_id' then
      return new;
    end if;
    if to_jsonb(new) - '{account_name,entity_name}'::text[] = to_jsonb(old) - '{account_name,entity_name}'::text[]
      and (new.account_name = old.account_name or new.account_name = 'Deleted account'
        and exists (select from account where id = old.account_id and deleted_at is not null))
      and (new.entity_name = old.entity_name or new.entity_name = 'Deleted account' and old.kind = 'account'
        and exists (select from account where id = old.entity_id and deleted_at is not null)) then
      return new;
    end if;
  end if;
  raise exception 'The audit log can only be appended to.' using errcode = 'insufficient_privilege';
end $$;
create or replace trigger audit_entry_changed before update or delete on audit_entry
  for each row execute function forbid_audit_change();
create or replace trigger audit_entry_truncated before truncate on audit_entry
  for each statement execute function forbid_audit_change();

-- Removes the name of a deleted account from the audit log, with the rights of the owner: the role of the app cannot
-- change the log.
create or replace function anonymise_audit_entries() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  update audit_entry set account_name = 'Deleted account' where account_id = new.id;
  update audit_entry set entity_name = 'Deleted account' where kind = 'account' and entity_id = new.id;
  return null;
end $$;
create or replace trigger account_deleted after update of deleted_at on account
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function anonymise_audit_entries();
