-- The security log can only be appended to. Its rows can be deleted after 180 days.
create or replace function forbid_security_event_change() returns trigger language plpgsql as $$
begin
  -- `securityEventDays` in contract/base/durations.ts.
  if tg_op = 'DELETE' and old.at <= now() - interval '180 days' then return old; end if;
  raise exception 'The security log can only be appended to.' using errcode = 'insufficient_privilege';
end $$;
create or replace trigger security_event_changed before update or delete on security_event
  for each row execute function forbid_security_event_change();
create or replace trigger security_event_truncated before truncate on security_event
  for each statement execute function forbid_security_event_change();
