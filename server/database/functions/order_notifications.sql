-- Placing an order only records that its shopper is to be emailed and notified: add_job() took a third of the time of
-- an order. Processes queue the jobs of committed changes, many in one statement, when they receive the notification
-- `order`.

-- Announces a change of an order on the channel order: its id. Commits with a notification wait for each other until
-- the log is on disk, and each of them wakes all listening connections. Placing an order therefore only records what is
-- to be announced, and a process announces the placed orders of a tenth of a second together.
create or replace function notify_order() returns trigger language plpgsql as $$
begin
  if current_setting('tokri.is_announced_later', true) = 'true' then
    insert into unannounced_order values (new.order_id);
  else
    perform pg_notify('order', new.order_id);
  end if;
  return null;
end $$;
create or replace trigger order_changed after insert on order_history for each row execute function notify_order();

create or replace function record_order_email() returns trigger language plpgsql as $$
begin
  insert into unqueued_order_email values (new.id);
  return null;
end $$;
create or replace trigger order_email_due after insert on order_history
  for each row when (new.status not in ('PENDING_PAYMENT', 'PACKING') or new.payment_status = 'REFUNDED')
  execute function record_order_email();

create or replace function record_order_push() returns trigger language plpgsql as $$
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
  if new.undelivered is not null or new.status is distinct from before.status
    or new.payment_status = 'REFUNDED' and before.payment_status is distinct from 'REFUNDED' then
    insert into unqueued_order_push values (new.id);
  end if;
  return null;
end $$;
create or replace trigger order_push_due after insert on order_history
  for each row when (new.status <> 'PENDING_PAYMENT') execute function record_order_push();

-- Queues the expiry of an unpaid order in the transaction that writes it, so that the job exists whatever happens to
-- the process.
create or replace function queue_order_expiry() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('expire-order', json_build_object('orderId', new.id), run_at := new.expires_at,
    job_key := 'expire-order-' || new.id, max_attempts := 5000);
  return null;
end $$;
create or replace trigger unpaid_order_inserted after insert on customer_order
  for each row when (new.status = 'PENDING_PAYMENT') execute function queue_order_expiry();
