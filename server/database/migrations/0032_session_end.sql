-- A refresh extends a session, but never beyond 90 days after the login.
alter table session add column ends_at timestamptz not null
  generated always as ((created_at at time zone 'UTC' + interval '90 days') at time zone 'UTC') stored;
update session set expires_at = ends_at where expires_at > ends_at;
alter table session add constraint session_expires_before_its_end check (expires_at <= ends_at);
