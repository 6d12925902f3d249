-- What the dashboard needs: who changed what, files of products on their way in, searches that found nothing.

-- Every write of an admin, in the transaction of the write: there is no change without its entry.
create table audit_entry (
  id text primary key,
  at timestamptz not null,
  -- The account may go; who it was stays.
  account_id text references account on delete set null,
  account_name text not null,
  kind text not null check (kind in ('product', 'category', 'sub-category', 'account', 'order')),
  thing_id text not null,
  thing_name text not null,
  action text not null check (length(action) between 1 and 40),
  -- [{ field, before, after }]
  changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array')
);
create index audit_entry_of_thing on audit_entry (kind, thing_id, at desc, id desc);
create index audit_entry_by_time on audit_entry (at desc, id desc);

-- A file of products that was checked. `plan` is what applying it will do; it goes when that is done.
create table product_import (
  id text primary key,
  file_name text not null check (length(file_name) <= 200),
  account_id text references account on delete set null,
  status text not null check (status in ('CHECKED', 'APPLYING', 'APPLIED', 'FAILED')),
  report jsonb not null,
  plan jsonb,
  done integer not null default 0 check (done >= 0),
  failure text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- How often a search found nothing, by day.
create table search_miss (
  day date not null,
  words text not null check (length(words) between 1 and 200),
  count integer not null default 1 check (count > 0),
  primary key (day, words)
);
