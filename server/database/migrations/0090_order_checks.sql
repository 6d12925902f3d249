-- Without the whole row as JSON, which took longer than reading the account.
create or replace function require_account() returns trigger language plpgsql as $$
declare
  owner_id text;
begin
  if tg_argv[0] = 'user_id' then
    owner_id := new.user_id;
  else
    owner_id := new.account_id;
  end if;
  perform from account where id = owner_id and deleted_at is null for key share;
  if not found then
    raise exception 'The account % is deleted or does not exist.', owner_id using errcode = 'AC401';
  end if;
  return new;
end $$;

-- Both checks of an order read the account once.
create function require_ordering_account() returns trigger language plpgsql as $$
declare
  is_blocked boolean;
begin
  select blocked_at is not null into is_blocked
  from account where id = new.user_id and deleted_at is null for key share;
  if not found then
    raise exception 'The account % is deleted or does not exist.', new.user_id using errcode = 'AC401';
  end if;
  if is_blocked then
    raise exception 'The account % is blocked.', new.user_id using errcode = 'AC403';
  end if;
  return new;
end $$;
drop trigger account_required on customer_order;
drop trigger account_unblocked on customer_order;
drop function require_unblocked_account();
create trigger account_can_order before insert on customer_order
  for each row execute function require_ordering_account();
