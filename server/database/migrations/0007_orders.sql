-- The life of an order: paid online, held meanwhile, picked, delivered, cancelled, refunded.

alter table customer_order
  add column payment_method text not null default 'CASH' check (payment_method in ('CASH', 'CARD')),
  -- When it should be at the door; set when it is placed.
  add column promised_at timestamptz,
  add column delivered_at timestamptz,
  -- Until when an unpaid order holds its stock.
  add column expires_at timestamptz,
  add column paid_paise bigint not null default 0 check (paid_paise >= 0),
  -- What has gone back, or is on its way back (see refund).
  add column refunded_paise bigint not null default 0,
  add constraint refunds_what_was_paid check (refunded_paise between 0 and paid_paise),
  add constraint unpaid_order_expires check (status <> 'PENDING_PAYMENT' or expires_at is not null),
  add constraint delivered_has_moment check (status <> 'DELIVERED' or delivered_at is not null);
create index order_by_status on customer_order (status, created_at desc, id desc);
create index unpaid_order_by_expiry on customer_order (expires_at) where status = 'PENDING_PAYMENT';
create index order_by_delivery on customer_order (delivered_at) where delivered_at is not null;

-- Orders of before were promised like those of today.
update customer_order set promised_at = created_at + interval '10 minutes' where status <> 'PENDING_PAYMENT';

alter table order_line
  -- It could not be picked: neither delivered nor charged, and its pieces are not on the shelf either.
  add column taken_off_at timestamptz,
  add column picked_at timestamptz;

alter table order_history
  add column reason text check (length(reason) between 1 and 200),
  add column changed_as text not null default 'shop' check (changed_as in ('shopper', 'staff', 'shop'));
update order_history set changed_as = 'shopper' where changed_by is not null;

-- The graph of decisions section 5: no way of changing an order leads past it.
create function check_order_change() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    ('PENDING_PAYMENT', 'PLACED'), ('PENDING_PAYMENT', 'CANCELLED'),
    ('PLACED', 'PACKING'), ('PLACED', 'CANCELLED'),
    ('PACKING', 'OUT_FOR_DELIVERY'), ('PACKING', 'CANCELLED'),
    ('OUT_FOR_DELIVERY', 'DELIVERED')
  ) then
    raise exception 'An order cannot go from % to %.', old.status, new.status using errcode = 'check_violation';
  end if;
  if new.payment_status <> old.payment_status and (old.payment_status, new.payment_status) not in (
    ('PENDING', 'PAID'), ('PENDING', 'FAILED'), ('FAILED', 'PAID'), ('FAILED', 'REFUNDED'), ('PAID', 'REFUNDED')
  ) then
    raise exception 'A payment cannot go from % to %.', old.payment_status, new.payment_status
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger order_change_checked before update of status, payment_status on customer_order
  for each row execute function check_order_change();

-- As in migration 0004, which says how it locks; now also with how an order is paid, until when it waits for that,
-- and when it is promised.
create or replace function write_order(new_order jsonb, new_lines jsonb)
returns table (product_id text, stock integer) language plpgsql as $$
#variable_conflict use_column
declare
  expected integer := jsonb_array_length(new_lines);
  found_rows integer;
begin
  perform from jsonb_to_recordset(new_lines)
      as wanted (product_id text, price_paise integer, discount_basis_points integer, quantity integer)
    join product p on p.id = wanted.product_id
    where p.stock >= wanted.quantity
      and p.price_paise = wanted.price_paise and p.discount_basis_points = wanted.discount_basis_points
    order by p.id
    for no key update of p;
  get diagnostics found_rows = row_count;
  if found_rows <> expected then
    return;
  end if;

  perform from jsonb_to_recordset(new_lines) as wanted (line_id text, product_id text, quantity integer)
    join cart_line c on c.product_id = wanted.product_id and c.id = wanted.line_id and c.quantity = wanted.quantity
    where c.user_id = new_order ->> 'user_id'
    order by c.product_id
    for update of c;
  get diagnostics found_rows = row_count;
  if found_rows <> expected then
    return;
  end if;

  insert into customer_order (id, order_number, user_id, status, payment_status, payment_method, sub_total_paise,
    total_paise, delivery_address, idempotency_key, request_hash, created_at, updated_at, promised_at, expires_at)
  select id, order_number, user_id, status, payment_status, payment_method, sub_total_paise, total_paise,
    delivery_address, idempotency_key, request_hash, created_at, created_at, promised_at, expires_at
  from jsonb_populate_record(null::customer_order, new_order)
  on conflict do nothing;
  if not found then
    return;
  end if;

  insert into order_line (order_id, position, product_id, name, unit, image, price_paise, discount_basis_points, quantity)
  select new_order ->> 'id', position, product_id, name, unit, image, price_paise, discount_basis_points, quantity
  from jsonb_populate_recordset(null::order_line, new_lines);

  insert into order_history (order_id, status, payment_status, changed_by, changed_as, changed_at)
  select id, status, payment_status, user_id, 'shopper', created_at
  from jsonb_populate_record(null::customer_order, new_order);

  delete from cart_line c using jsonb_to_recordset(new_lines) as wanted (line_id text) where c.id = wanted.line_id;

  return query
    update product p set stock = p.stock - wanted.quantity
    from jsonb_to_recordset(new_lines) as wanted (product_id text, quantity integer)
    where p.id = wanted.product_id
    returning p.id, p.stock;
end $$;

-- Payments -----------------------------------------------------------------------------------------------------

-- A page of the payment provider on which one order can be paid.
create table payment_session (
  -- As the provider calls it.
  id text primary key check (length(id) between 1 and 255),
  provider text not null check (provider in ('stripe', 'sandbox')),
  order_id text not null references customer_order on delete restrict,
  amount_paise bigint not null check (amount_paise > 0),
  url text not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'PAID', 'EXPIRED')),
  -- What a refund names; known when it is paid.
  payment_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index payment_session_of_order on payment_session (order_id);

-- Every event of a provider once, whatever came of it: a second delivery finds its row.
create table payment_event (
  provider text not null,
  id text not null check (length(id) between 1 and 255),
  kind text not null,
  session_id text,
  -- What was done about it, in a word: paid, honoured late, refunded, ignored, wrong amount, …
  outcome text not null,
  received_at timestamptz not null,
  primary key (provider, id)
);

-- Money on its way back. The job of its row tells the provider, with the id as the key that makes repeats harmless.
create table refund (
  id text primary key,
  order_id text not null references customer_order on delete restrict,
  amount_paise bigint not null check (amount_paise > 0),
  reason text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'DONE', 'FAILED')),
  provider_refund_id text,
  created_at timestamptz not null,
  done_at timestamptz
);
create index refund_of_order on refund (order_id);

-- Expiry -------------------------------------------------------------------------------------------------------

-- An order that waits for its payment leaves a job for the moment at which it has waited long enough, whoever
-- writes it, and whatever becomes of the process that did.
create function queue_order_expiry() returns trigger language plpgsql as $$
begin
  insert into job_queue.job (name, data, start_after, created_on, keep_until, retry_limit, retry_delay, retry_backoff,
    retry_delay_max, expire_seconds, heartbeat_seconds, deletion_seconds, policy)
  select name, jsonb_build_object('orderId', new.id), new.expires_at, clock_timestamp(),
    new.expires_at + interval '7 days', retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
    heartbeat_seconds, deletion_seconds, policy
  from job_queue.queue where name = 'order-expiry';
  return null;
end $$;
create trigger unpaid_order_written after insert on customer_order
  for each row when (new.status = 'PENDING_PAYMENT') execute function queue_order_expiry();
create index refund_under_way on refund (created_at) where status = 'PENDING';
create index open_payment_session on payment_session (created_at) where status = 'OPEN';
