-- The places where people pick. There is one.
create table store (
  id text primary key check (id ~ '^[0-9A-Za-z]{1,32}$')
);
insert into store values ('main');

-- The roles of the staff, each for a store. What a role may do is in contract/base/permissions.ts.
create table staff_role (
  account_id text not null references account on delete cascade,
  store_id text not null references store,
  role text not null check (role in ('owner', 'manager', 'picker', 'rider', 'support', 'accountant')),
  granted_at timestamptz not null default now(),
  primary key (account_id, store_id, role)
);
create index staff_role_of_store on staff_role (store_id, role);

-- An administrator could do everything.
insert into staff_role (account_id, store_id, role) select id, 'main', 'owner' from account where role = 'ADMIN';
