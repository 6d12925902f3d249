-- A deleted account keeps its row, without anything about the person: its orders refer to it, because invoices have to be kept.
-- Its address is free for a new account. Text without an @ is no address, so that nobody can register it.
alter table account
  add column deleted_at timestamptz,
  add constraint deleted_account_is_anonymous check (deleted_at is null or (
    name = 'Deleted account' and email = 'deleted-' || md5(id) and password_hash = '' and mobile = '' and avatar = ''
    and pending_email is null and not verify_email and last_login_date is null and role = 'USER' and status = 'Inactive'
    and not must_change_password and not has_second_factor));

-- What belongs to a person is not added to a deleted account. A foreign key cannot tell, because the row remains. The lock makes
-- an insert wait for a deletion that is under way, and a deletion for inserts, which it then sees.
create function require_account() returns trigger language plpgsql as $$
declare
  owner_id text := to_jsonb(new) ->> tg_argv[0];
begin
  perform from account where id = owner_id and deleted_at is null for key share;
  if not found then
    raise exception 'The account % is deleted or does not exist.', owner_id using errcode = 'AC401';
  end if;
  return new;
end $$;
create trigger account_required before insert on address for each row execute function require_account('user_id');
create trigger account_required before insert on cart_line for each row execute function require_account('user_id');
create trigger account_required before insert on cart_merge for each row execute function require_account('user_id');
create trigger account_required before insert on customer_order for each row execute function require_account('user_id');
create trigger account_required before insert on email_verification for each row execute function require_account('user_id');
create trigger account_required before insert on session for each row execute function require_account('user_id');
create trigger account_required before insert on totp for each row execute function require_account('account_id');
create trigger account_required before insert on passkey for each row execute function require_account('account_id');
create trigger account_required before insert on recovery_code for each row execute function require_account('account_id');
create trigger account_required before insert on authentication_challenge
  for each row execute function require_account('account_id');

create index audit_entry_by_account on audit_entry (account_id) where account_id is not null;

-- The audit log keeps the id of a deleted account, not its name. Nothing else of an entry can change.
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

-- With the rights of the owner: the role of the app cannot change the audit log.
create function anonymise_audit_entries() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  update audit_entry set account_name = 'Deleted account' where account_id = new.id;
  update audit_entry set entity_name = 'Deleted account' where kind = 'account' and entity_id = new.id;
  return null;
end $$;
create trigger account_deleted after update of deleted_at on account
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function anonymise_audit_entries();
