-- Jobs move from tables of pg-boss to Graphile Worker, whose schema exists before this migration runs
-- (server/database/migrate.ts), and are queued through its public function add_job.

-- Emails about orders ------------------------------------------------------------------------------------------

-- Each change of an order that its shopper may be emailed about queues one job in the same transaction.
create function queue_order_email() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('send-order-email', json_build_object('changeId', new.id),
    job_key := 'order-email-' || new.id, priority := 10, max_attempts := 5000);
  return null;
end $$;
create trigger order_email_due after insert on order_history
  for each row when (new.status not in ('PENDING_PAYMENT', 'PACKING') or new.payment_status = 'REFUNDED')
  execute function queue_order_email();

do $$
begin
  perform graphile_worker.add_job('send-order-email', json_build_object('changeId', id),
    job_key := 'order-email-' || id, priority := 10, max_attempts := 5000)
  from order_history where not mail_queued order by id;
end $$;
drop index order_history_without_mail;
alter table order_history drop column mail_queued;

-- Expiry of unpaid orders --------------------------------------------------------------------------------------

create or replace function queue_order_expiry() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('expire-order', json_build_object('orderId', new.id), run_at := new.expires_at,
    job_key := 'expire-order-' || new.id, max_attempts := 5000);
  return null;
end $$;

-- Pending jobs of pg-boss --------------------------------------------------------------------------------------

drop function queue_job;
do $$
begin
  -- A new database has none.
  if to_regclass('job_queue.job') is null then
    return;
  end if;
  -- The id of an email becomes its key, because the Message-ID is made of it.
  perform graphile_worker.add_job('send-email',
    json_build_object('encrypted', data ->> 'sealed', 'until', data ->> 'until'), run_at := start_after,
    job_key := id::text, priority := case when priority > 0 then 0 else 10 end, max_attempts := 5000)
  from job_queue.job where name = 'letter' and state < 'completed' order by created_on;

  perform graphile_worker.add_job('import-products', data::json, run_at := start_after,
    queue_name := 'imports', job_key := 'import-products-' || (data ->> 'importId'), max_attempts := 5000)
  from job_queue.job where name = 'product-import' and state < 'completed' order by created_on;

  perform graphile_worker.add_job('expire-order', data::json, run_at := start_after,
    job_key := 'expire-order-' || (data ->> 'orderId'), max_attempts := 5000)
  from job_queue.job where name = 'order-expiry' and state < 'completed' order by created_on;

  perform graphile_worker.add_job('send-refund', data::json, run_at := start_after,
    job_key := 'send-refund-' || (data ->> 'refundId'), max_attempts := 5000)
  from job_queue.job where name = 'refund' and state < 'completed' order by created_on;

  drop schema job_queue cascade;
end $$;
