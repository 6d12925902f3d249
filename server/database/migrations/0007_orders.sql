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
