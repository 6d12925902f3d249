-- The last time that the holder of a session entered the password, or used a passkey.
alter table session add column authenticated_at timestamptz;
update session set authenticated_at = created_at;
alter table session alter column authenticated_at set not null, alter column authenticated_at set default now();

-- An authenticator app (RFC 6238).
create table totp (
  account_id text primary key references account on delete cascade,
  -- Encrypted with a key of AUTH_SECRET.
  encrypted_secret text not null,
  -- The time step of the last code that was accepted: codes are single use.
  last_step bigint not null,
  created_at timestamptz not null
);

create table passkey (
  id text primary key,
  account_id text not null references account on delete cascade,
  -- Of WebAuthn, as base64url.
  credential_id text not null unique check (length(credential_id) <= 1400),
  public_key bytea not null,
  -- The signature counter; 0 if the authenticator has none.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (name <> ''),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_of_account on passkey (account_id);

-- Deleted when used. The hashes are keyed.
create table recovery_code (
  account_id text not null references account on delete cascade,
  code_hash bytea not null,
  primary key (account_id, code_hash)
);

-- What a client has to answer within minutes, once: a login that waits for its second factor, or a new factor.
create table authentication_challenge (
  -- The digest of the random value that the client holds.
  id_hash bytea primary key,
  account_id text not null references account on delete cascade,
  purpose text not null check (purpose in ('login', 'totp', 'passkey', 'step-up')),
  -- Encrypted JSON.
  encrypted_data text not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index authentication_challenge_of_account on authentication_challenge (account_id);
create index authentication_challenge_expiry on authentication_challenge (expires_at);

-- Whether a login needs a second factor is read with the account.
alter table account add column has_second_factor boolean not null default false;

create function update_has_second_factor() returns trigger language plpgsql as $$
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
create trigger totp_changed after insert or delete on totp
  for each row execute function update_has_second_factor();
create trigger passkey_changed after insert or delete on passkey
  for each row execute function update_has_second_factor();
