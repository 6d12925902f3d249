-- Browsers from which an account has logged in: a login from another one is announced by email.
create table known_device (
  account_id text not null references account on delete cascade,
  -- SHA-256 of account and random value of the browser: devices of several accounts cannot be matched.
  device_hash bytea not null check (length(device_hash) = 32),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (account_id, device_hash)
);
create trigger account_required before insert on known_device
  for each row execute function require_account('account_id');
