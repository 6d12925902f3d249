-- A suspended account has no session, however it was suspended.
create or replace function end_sessions_of_suspended() returns trigger language plpgsql as $$
begin
  update session set revoked_at = now() where user_id = new.id and revoked_at is null;
  return null;
end $$;
create or replace trigger account_suspended after update of status on account
  for each row when (new.status = 'Suspended' and old.status <> 'Suspended')
  execute function end_sessions_of_suspended();

-- Announces the end of a session on the channel session: `<id>`, or `<id> suspended`. Access tokens are checked
-- without the database, so every process has to know which sessions ended before their tokens expire.
create or replace function notify_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('session', new.id ||
    case when (select status from account where id = new.user_id) = 'Suspended' then ' suspended' else '' end);
  return null;
end $$;
create or replace trigger session_ended after update of revoked_at on session
  -- One that was not used for longer than an access token lives, and clocks may differ, has none that is valid.
  for each row when (old.revoked_at is null and new.revoked_at is not null
    and new.last_used_at > now() - interval '20 minutes')
  execute function notify_session_end();
