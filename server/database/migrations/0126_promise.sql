-- How long the phases of orders took in the last four weeks. A job replaces all rows.
create table promise_statistic (
  phase text not null check (phase in ('PICK', 'WORK', 'WAIT', 'RIDE')),
  -- A size of orders or a PIN code; empty for all orders.
  part text not null,
  -- -1 for all hours.
  hour integer not null check (hour between -1 and 23),
  orders integer not null check (orders > 0),
  median_seconds integer not null,
  p90_seconds integer not null,
  primary key (phase, part, hour)
);

-- Orders whose shopper was told a new time before the promised one. An order has one, so it is told once.
create table promise_revision (
  order_id text primary key references customer_order on delete cascade,
  told_at timestamptz not null,
  revised_by timestamptz not null,
  -- The store credit of which the shopper was told.
  credit_paise integer not null check (credit_paise >= 0),
  cause text not null check (cause in ('QUEUE', 'PICKING', 'MISSING', 'RIDER', 'RIDE', 'ADDRESS'))
);

-- The minutes that the shopper saw before the order; null for a window and for orders of a former version.
alter table customer_order add column shown_minutes integer;

-- Credit for a late order is a grant with an order and without an author.
alter table store_credit_entry drop constraint credit_of_order, add constraint credit_of_order check (
  case when kind in ('ORDER', 'RETURN', 'REFUND') then order_id is not null else order_id is null or kind = 'GRANT' end) not valid;
alter table store_credit_entry drop constraint grant_has_reason, add constraint grant_has_reason check (
  kind <> 'GRANT' or reason is not null and (created_by is not null or order_id is not null)) not valid;
