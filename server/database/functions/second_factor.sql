-- account.has_second_factor says whether the account has an authenticator app or a passkey.
create or replace function update_has_second_factor() returns trigger language plpgsql as $$
declare
  changed text := case when tg_op = 'DELETE' then old.account_id else new.account_id end;
begin
  -- The lock makes concurrent changes wait, so that the last one counts all.
  perform 1 from account where id = changed for no key update;
  update account set has_second_factor =
    exists (select 1 from totp where account_id = changed) or exists (select 1 from passkey where account_id = changed)
  where id = changed;
  return null;
end $$;
create or replace trigger passkey_changed after insert or delete on passkey
  for each row execute function update_has_second_factor();
create or replace trigger totp_changed after insert or delete on totp
  for each row execute function update_has_second_factor();
