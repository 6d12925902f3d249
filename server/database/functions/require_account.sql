-- Rejects a row of a deleted account with AC401. A foreign key cannot, because the row of the account remains. The
-- lock makes an insert wait for a deletion that is under way, and a deletion for inserts, which it then sees. It does
-- not read the whole row as JSON, which took longer than reading the account. Argument: the column with the id of the
-- account.
create or replace function require_account() returns trigger language plpgsql as $$
declare
  owner_id text;
begin
  if tg_argv[0] = 'user_id' then
    owner_id := new.user_id;
  else
    owner_id := new.account_id;
  end if;
  perform from account where id = owner_id and deleted_at is null for key share;
  if not found then
    raise exception 'The account % is deleted or does not exist.', owner_id using errcode = 'AC401';
  end if;
  return new;
end $$;
create or replace trigger account_required before insert on address for each row execute function require_account('user_id');
create or replace trigger account_required before insert on authentication_challenge
  for each row execute function require_account('account_id');
create or replace trigger account_required before insert on cart_line for each row execute function require_account('user_id');
create or replace trigger account_required before insert on cart_merge for each row execute function require_account('user_id');
create or replace trigger account_required before insert on customer_note
  for each row execute function require_account('account_id');
create or replace trigger account_required before insert on email_verification for each row execute function require_account('user_id');
create or replace trigger account_required before insert on known_device
  for each row execute function require_account('account_id');
create or replace trigger account_required before insert on passkey for each row execute function require_account('account_id');
create or replace trigger account_required before insert or update of account_id on push_subscription
  for each row execute function require_account('account_id');
create or replace trigger account_required before insert on recovery_code for each row execute function require_account('account_id');
create or replace trigger account_required before insert on session for each row execute function require_account('user_id');
create or replace trigger account_required before insert on shopping_list for each row execute function require_account('user_id');
create or replace trigger account_required before insert on store_credit_entry
  for each row execute function require_account('account_id');
create or replace trigger account_required before insert on totp for each row execute function require_account('account_id');
create or replace trigger account_required before insert on wishlist_item for each row execute function require_account('user_id');

-- Rejects an order of a deleted account (AC401) and of a blocked one (AC403). Both checks read the account once.
create or replace function require_ordering_account() returns trigger language plpgsql as $$
declare
  is_blocked boolean;
begin
  select blocked_at is not null into is_blocked
  from account where id = new.user_id and deleted_at is null for key share;
  if not found then
    raise exception 'The account % is deleted or does not exist.', new.user_id using errcode = 'AC401';
  end if;
  if is_blocked then
    raise exception 'The account % is blocked.', new.user_id using errcode = 'AC403';
  end if;
  return new;
end $$;
create or replace trigger account_can_order before insert on customer_order
  for each row execute function require_ordering_account();
