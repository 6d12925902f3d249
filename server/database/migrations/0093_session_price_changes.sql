-- Prices that a session has changed since then without a step-up; after an hour they are counted from the start.
alter table session
  add column prices_changed integer not null default 0,
  add column prices_changed_since timestamptz;
