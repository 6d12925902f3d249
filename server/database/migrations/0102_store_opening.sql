-- How far a new store is opened, in one row from the first change on.
create table store_opening (
  is_only boolean primary key default true check (is_only),
  -- Null before the owner opens the store.
  went_live_at timestamptz,
  -- Since when an administrator has put the list of the dashboard away.
  list_hidden_at timestamptz,
  -- Steps that an administrator has confirmed although nothing stored shows that they are done.
  confirmed_steps text[] not null default '{}',
  last_backup_at timestamptz,
  -- From then on the demo catalogue is not loaded into an empty store.
  demo_removed_at timestamptz
);
-- A store that has accounts is open.
insert into store_opening (went_live_at, list_hidden_at)
select now(), now() where exists (select from account);

-- Rows of the demo catalogue, until someone changes what they are.
alter table product add column is_demo boolean not null default false;
alter table category add column is_demo boolean not null default false;
alter table sub_category add column is_demo boolean not null default false;
