-- The key pair by which push services know the shop (VAPID). Subscriptions of browsers belong to it.
create table push_key (
  only_row boolean primary key default true check (only_row),
  -- base64url
  public_key text not null,
  -- base64url, encrypted.
  private_key text not null,
  created_at timestamptz not null default now()
);

-- Browsers that receive notifications, each for one session.
create table push_subscription (
  id text primary key,
  account_id text not null references account on delete cascade,
  session_id text not null unique references session on delete cascade,
  -- The address at the push service.
  endpoint text not null unique check (length(endpoint) between 10 and 1000),
  -- The address of the shop when the browser subscribed: a copy of the shop elsewhere sends nothing to it.
  origin text not null,
  p256dh text not null,
  auth text not null,
  own_orders boolean not null,
  new_orders boolean not null,
  created_at timestamptz not null,
  check (own_orders or new_orders)
);
create index push_subscription_by_account on push_subscription (account_id);
create index push_subscription_of_staff on push_subscription (id) where new_orders;
create trigger account_required before insert or update of account_id on push_subscription
  for each row execute function require_account('account_id');

create function delete_session_push() returns trigger language plpgsql as $$
begin
  delete from push_subscription where session_id = new.id;
  return null;
end $$;
create trigger session_push_ended after update of revoked_at on session
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function delete_session_push();

create function delete_push_subscriptions() returns trigger language plpgsql as $$
begin
  delete from push_subscription;
  return null;
end $$;
create trigger push_key_deleted after delete on push_key
  for each statement execute function delete_push_subscriptions();

-- Steps of orders that browsers are told of. As `unqueued_order_email`: an order does not wait for its jobs to be queued.
create table unqueued_order_push (
  -- The id of a row of order_history.
  change_id bigint primary key
);

create function record_order_push() returns trigger language plpgsql as $$
declare
  before order_history%rowtype;
begin
  if not exists (select from push_subscription where new_orders and new.status = 'PLACED')
    and not exists (select from push_subscription s join customer_order o on o.user_id = s.account_id
      where o.id = new.order_id and s.own_orders) then
    return null;
  end if;
  select * into before from order_history where order_id = new.order_id and id < new.id order by id desc limit 1;
  -- Other rows of the history are no step.
  if new.status is distinct from before.status
    or new.payment_status = 'REFUNDED' and before.payment_status is distinct from 'REFUNDED' then
    insert into unqueued_order_push values (new.id);
  end if;
  return null;
end $$;
create trigger order_push_due after insert on order_history
  for each row when (new.status <> 'PENDING_PAYMENT') execute function record_order_push();
