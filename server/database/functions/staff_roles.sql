-- account.role is ADMIN for those who may edit the catalogue. The version before roles reads and writes that column
-- alone, so it follows the roles, and they follow it.
create or replace function update_account_role() returns trigger language plpgsql as $$
declare
  changed text := case when tg_op = 'DELETE' then old.account_id else new.account_id end;
begin
  -- The lock makes concurrent changes wait, so that the last one counts all.
  perform from account where id = changed for no key update;
  update account set role = case when exists (
      select from staff_role where account_id = changed and role in ('owner', 'manager'))
    then 'ADMIN' else 'USER' end
  where id = changed and (role = 'ADMIN') <> exists (
    select from staff_role where account_id = changed and role in ('owner', 'manager'));
  return null;
end $$;
create or replace trigger staff_role_changed after insert or delete on staff_role
  for each row execute function update_account_role();

create or replace function follow_account_role() returns trigger language plpgsql as $$
begin
  if new.role = 'USER' then
    delete from staff_role where account_id = new.id and role in ('owner', 'manager');
  elsif not exists (select from staff_role where account_id = new.id and role in ('owner', 'manager')) then
    insert into staff_role (account_id, store_id, role) select new.id, id, 'owner' from store;
  end if;
  return null;
end $$;
create or replace trigger account_role_added after insert on account
  for each row when (new.role = 'ADMIN') execute function follow_account_role();
create or replace trigger account_role_changed after update of role on account
  for each row when (new.role <> old.role) execute function follow_account_role();

-- A store that has an owner who can log in always has one. The lock of the store makes concurrent changes wait, so
-- that the last one sees all.
create or replace function require_owner(of_store text) returns void language plpgsql as $$
begin
  perform from store where id = of_store for no key update;
  if not exists (
    select from staff_role r join account a on a.id = r.account_id
    where r.store_id = of_store and r.role = 'owner' and a.status <> 'Suspended' and a.deleted_at is null)
  then
    raise exception 'The store % has no other owner.', of_store
      using errcode = 'check_violation', constraint = 'store_has_owner', table = 'staff_role';
  end if;
end $$;

create or replace function require_owner_after_removal() returns trigger language plpgsql as $$
begin
  perform require_owner(old.store_id);
  return null;
end $$;
create or replace trigger owner_removed after delete or update on staff_role
  for each row when (old.role = 'owner') execute function require_owner_after_removal();

create or replace function require_owner_after_suspension() returns trigger language plpgsql as $$
begin
  perform require_owner(store_id) from staff_role where account_id = new.id and role = 'owner' order by store_id;
  return null;
end $$;
create or replace trigger owner_suspended after update of status on account
  for each row when (new.status = 'Suspended' and old.status <> 'Suspended')
  execute function require_owner_after_suspension();

-- A deleted account has no role.
create or replace function remove_roles_of_deleted() returns trigger language plpgsql as $$
begin
  delete from staff_role where account_id = new.id;
  return null;
end $$;
create or replace trigger account_with_roles_deleted after update of deleted_at on account
  for each row when (new.deleted_at is not null and old.deleted_at is null)
  execute function remove_roles_of_deleted();
