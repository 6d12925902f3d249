-- Logins, refusals and other events that matter for security. Rows cannot be changed, and are deleted after 180 days only.
create table security_event (
  id text primary key,
  at timestamptz not null,
  kind text not null,
  -- No reference: the events of a deleted account stay, and a deletion does not fail the insertion of a batch.
  account_id text,
  -- Who acted, if it was not the account.
  actor text check (actor in ('command-line')),
  -- A keyed digest of the client's network; null without a client.
  network text,
  request_id text,
  -- How many events this row stands for: beyond a limit events are counted, not stored one by one.
  count integer not null default 1 check (count > 0),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object')
);
create index security_event_by_time on security_event (at desc, id desc);
create index security_event_of_kind on security_event (kind, at desc, id desc);
create index security_event_of_account on security_event (account_id, at desc, id desc) where account_id is not null;

create function forbid_security_event_change() returns trigger language plpgsql as $$
begin
  -- `securityEventDays` in contract/rules/lifetimes.ts.
  if tg_op = 'DELETE' and old.at <= now() - interval '180 days' then return old; end if;
  raise exception 'The security log can only be appended to.' using errcode = 'insufficient_privilege';
end $$;
create trigger security_event_changed before update or delete on security_event
  for each row execute function forbid_security_event_change();
create trigger security_event_truncated before truncate on security_event
  for each statement execute function forbid_security_event_change();
