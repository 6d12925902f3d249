-- Open invitations to the staff. A row is deleted when its link is used or revoked.
create table staff_invitation (
  id text primary key,
  code_hash bytea not null unique,
  store_id text not null references store,
  -- For the list of the owners, until the person gives a name.
  name text not null check (length(name) between 1 and 100),
  -- To which the link was sent; null for a link that an owner hands over.
  email text check (length(email) <= 254),
  roles text[] not null check (cardinality(roles) > 0),
  invited_by text not null references account on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index staff_invitation_by_account on staff_invitation (invited_by);

-- Devices on which pickers and riders log in by PIN. A row starts with a code, which the device exchanges for a token.
create table staff_device (
  id text primary key,
  store_id text not null references store,
  name text not null check (length(name) between 1 and 60),
  code_hash bytea unique,
  code_expires_at timestamptz,
  token_hash bytea unique,
  approved_by text not null references account,
  approved_at timestamptz not null,
  last_login_at timestamptz,
  withdrawn_at timestamptz,
  check ((code_hash is null) = (code_expires_at is null)),
  check ((code_hash is null) = (token_hash is not null))
);
create index staff_device_by_account on staff_device (approved_by);

create table staff_pin (
  account_id text not null references account on delete cascade,
  store_id text not null references store,
  employee_code text not null check (employee_code ~ '^[0-9]{2,6}$'),
  pin_hash text not null,
  changed_at timestamptz not null,
  primary key (account_id, store_id),
  constraint employee_code_of_store unique (store_id, employee_code)
);
