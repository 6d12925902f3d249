-- A session by PIN ends 12 hours after the login and an hour after its last use, whatever else extends it.
create or replace function limit_pin_session() returns trigger language plpgsql as $$
begin
  new.expires_at := least(
    new.expires_at, new.created_at + interval '12 hours', new.last_used_at + interval '1 hour');
  return new;
end $$;
create or replace trigger pin_session_limited before insert or update of expires_at on session
  for each row when (new.pin_device_id is not null) execute function limit_pin_session();

-- Invitations and codes for devices end with the role of the owner who made them, and when that owner is suspended.
create or replace function end_invitations(of_account text) returns void language sql as $$
  delete from staff_invitation where invited_by = of_account;
  delete from staff_device where approved_by = of_account and code_hash is not null;
$$;
create or replace function end_invitations_of_former_owner() returns trigger language plpgsql as $$
begin
  perform end_invitations(old.account_id);
  return null;
end $$;
create or replace trigger invitations_ended after delete or update of role on staff_role
  for each row when (old.role = 'owner') execute function end_invitations_of_former_owner();
create or replace function end_invitations_of_suspended() returns trigger language plpgsql as $$
begin
  perform end_invitations(new.id);
  return null;
end $$;
create or replace trigger inviter_suspended after update of status on account
  for each row when (new.status = 'Suspended' and old.status <> 'Suspended')
  execute function end_invitations_of_suspended();

-- A PIN is for pickers and riders without another role, however they got it.
create or replace function remove_pin_of_privileged() returns trigger language plpgsql as $$
begin
  delete from staff_pin where account_id = new.account_id;
  return null;
end $$;
create or replace trigger pin_removed after insert or update of role on staff_role
  for each row when (new.role not in ('picker', 'rider')) execute function remove_pin_of_privileged();
-- Nor for an account without a role.
create or replace function remove_pin_without_role() returns trigger language plpgsql as $$
begin
  delete from staff_pin where account_id = old.account_id
    and not exists (select from staff_role where account_id = old.account_id);
  return null;
end $$;
create or replace trigger pin_without_role_removed after delete on staff_role
  for each row execute function remove_pin_without_role();

create or replace trigger account_required before insert on staff_pin for each row execute function require_account('account_id');

-- A shift ends with the suspension of its person, and with the last role that may do its work.
create or replace function end_shift_of_suspended() returns trigger language plpgsql as $$
begin
  update shift set ended_at = greatest(started_at, now()) where account_id = new.id and ended_at is null;
  return null;
end $$;
create or replace trigger shift_of_suspended_ended after update of status on account
  for each row when (new.status = 'Suspended' and old.status <> 'Suspended')
  execute function end_shift_of_suspended();
create or replace function end_shift_without_role() returns trigger language plpgsql as $$
begin
  update shift s set ended_at = greatest(started_at, now())
  where account_id = old.account_id and ended_at is null and not exists (
    select from staff_role r where r.account_id = old.account_id and r.role in ('owner', 'manager', s.role));
  return null;
end $$;
create or replace trigger shift_without_role_ended after delete or update of role on staff_role
  for each row execute function end_shift_without_role();
