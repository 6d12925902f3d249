-- What makes an account trustworthy: proofs of addresses, codes for a forgotten password, sessions that end
-- everywhere at once, shared limits, mails that are owed.

-- E-mail addresses ---------------------------------------------------------------------------------------------

-- The address that an account moves to as soon as its owner has opened the link that was sent there.
alter table account add column pending_email text
  check (pending_email = lower(pending_email) and length(pending_email) <= 254);

create table email_verification (
  -- Hashed, for whoever reads this table must not be able to open the link.
  code_hash bytea primary key,
  user_id text not null references account on delete cascade,
  email text not null check (email = lower(email) and length(email) <= 254),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_verification_of_user on email_verification (user_id);
create index email_verification_expiry on email_verification (expires_at);

-- Forgotten passwords ------------------------------------------------------------------------------------------

-- By address, not by account: an address that nobody has gets its row, too, so that asking takes the same time.
create table password_reset (
  email text primary key check (email = lower(email) and length(email) <= 254),
  -- Null once the code was used.
  otp_hash bytea,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0 check (tries between 0 and 5),
  -- When the right code was given; allows one reset for a while.
  verified_at timestamptz,
  -- Hashed: the network that gave it, for nobody elsewhere may use up what it allows.
  verified_from bytea,
  check ((verified_at is null) = (verified_from is null))
);
create index password_reset_expiry on password_reset (expires_at);

-- Sessions -----------------------------------------------------------------------------------------------------

-- Access tokens are checked without the database, so every process has to hear which sessions ended before their
-- tokens did (channel 'session'): `<id>`, or `<id> suspended`.
create function notify_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('session', new.id ||
    case when (select status from account where id = new.user_id) = 'Suspended' then ' suspended' else '' end);
  return null;
end $$;
create trigger session_ended after update of revoked_at on session
  -- One that was not used for longer than an access token lives, and clocks may differ, has none that is valid.
  for each row when (old.revoked_at is null and new.revoked_at is not null
    and new.last_used_at > now() - interval '20 minutes')
  execute function notify_session_end();
-- For a process that has missed announcements, and asks which sessions ended lately.
create index session_revoked on session (revoked_at) where revoked_at is not null;

-- Whoever suspends an account, by whatever way: it has no living session afterwards.
create function end_sessions_of_suspended() returns trigger language plpgsql as $$
begin
  update session set revoked_at = now() where user_id = new.id and revoked_at is null;
  return null;
end $$;
create trigger account_suspended after update of status on account
  for each row when (new.status = 'Suspended' and old.status <> 'Suspended')
  execute function end_sessions_of_suspended();

-- Limits -------------------------------------------------------------------------------------------------------

-- Counts of attempts, shared by all processes. Unlogged: after a crash everybody may try anew.
create unlogged table attempt (
  key text primary key,
  points integer not null default 0,
  -- Milliseconds since 1970.
  expire bigint
);
create index attempt_expire on attempt (expire);

-- Addresses ----------------------------------------------------------------------------------------------------

alter table address add column is_default boolean not null default false,
  add constraint removed_address_is_no_default check (status or not is_default);
create unique index default_address_of_user on address (user_id) where is_default;

-- Jobs ---------------------------------------------------------------------------------------------------------

-- Queues a job in the transaction of the caller, so that there is a job exactly when there is a reason for it, and
-- tells every process (channel 'job': its name). The queue's own settings say how it is retried; its tables are
-- pg-boss's, and server/jobs/job-queue.ts makes them.
create function queue_job(job_name text, job_data jsonb, keep_for interval, job_priority integer)
returns void language plpgsql as $$
begin
  insert into job_queue.job (name, data, priority, created_on, keep_until, retry_limit, retry_delay, retry_backoff,
    retry_delay_max, expire_seconds, heartbeat_seconds, deletion_seconds, policy)
  -- Not the moment of the transaction, so that jobs of one transaction keep their order.
  select name, job_data, job_priority, clock_timestamp(), now() + keep_for, retry_limit, retry_delay, retry_backoff,
    retry_delay_max, expire_seconds, heartbeat_seconds, deletion_seconds, policy
  from job_queue.queue where name = job_name;
  if not found then
    raise exception 'There is no queue %.', job_name;
  end if;
  perform pg_notify('job', job_name);
end $$;

-- Letters about orders -----------------------------------------------------------------------------------------

-- Every change of an order is a reason to write to its shopper. The letters are queued later and many at a time
-- (server/features/order/order-letters.service.ts), so that placing an order costs no more; old orders owe none.
alter table order_history add column mail_queued boolean not null default true;
alter table order_history alter column mail_queued set default false;
create index order_history_without_mail on order_history (id) where not mail_queued;

-- Whoever changes an order, every process hears of it (channel 'order'): its id.
create function notify_order() returns trigger language plpgsql as $$
begin
  perform pg_notify('order', new.order_id);
  return null;
end $$;
create trigger order_changed after insert on order_history for each row execute function notify_order();
