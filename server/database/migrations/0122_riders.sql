-- Who takes an order to its shopper. A process of the former version delivers orders without looking here.
create table order_delivery (
  order_id text primary key references customer_order on delete cascade,
  -- Null after the order was given back or taken away.
  rider_id text references account on delete set null,
  -- Counts how often the order was taken: what a phone sends of an earlier time is refused.
  version integer not null default 1 check (version > 0),
  taken_at timestamptz not null,
  -- These times are by the clock of the phone, which may have been without a connection.
  left_at timestamptz,
  delivered_at timestamptz,
  -- How it was paid at the door. UPI: so the shopper says; the payment is confirmed later.
  payment text check (payment in ('CASH', 'UPI', 'NONE')),
  -- In cash, of which the rider gave change.
  received_paise bigint check (received_paise > 0),
  -- The rider brings it back to the store, which confirms that.
  return_reason text check (return_reason in ('NOBODY_THERE', 'REFUSED', 'WRONG_ADDRESS', 'DAMAGED')),
  return_note text check (length(return_note) <= 200),
  return_at timestamptz,
  check ((payment is null) = (delivered_at is null)),
  check ((received_paise is not null) = (payment is not distinct from 'CASH')),
  check ((return_reason is null) = (return_at is null))
);
create index order_delivery_by_rider on order_delivery (rider_id, order_id) where rider_id is not null;

-- WebP, as proof of a delivery.
create table delivery_photo (
  order_id text primary key references order_delivery on delete cascade,
  content bytea not null,
  taken_at timestamptz not null
);

-- The cash book of each rider: the sum of the amounts is the cash that the rider has. Rows are never changed.
create table rider_cash_entry (
  id bigint generated always as identity primary key,
  rider_id text not null references account,
  -- COLLECTED and CORRECTED follow the ledger. GIVEN: change for the shift. DIFFERENCE: what was missing when cash was
  -- handed in, or too much.
  kind text not null check (kind in ('COLLECTED', 'CORRECTED', 'GIVEN', 'HANDED_IN', 'DIFFERENCE')),
  amount_paise bigint not null check (amount_paise <> 0),
  -- No payment is in two books, or twice in one.
  ledger_entry_id text unique references ledger_entry,
  -- Of a request by the store: a repeated one adds nothing.
  request_id text,
  note text check (length(note) <= 200),
  recorded_by text references account,
  -- The day on which it counts: of a correction that of the wrong payment.
  counts_at timestamptz not null,
  created_at timestamptz not null,
  unique (request_id, kind),
  check ((kind in ('COLLECTED', 'CORRECTED')) = (ledger_entry_id is not null)),
  check ((ledger_entry_id is null) = (request_id is not null)),
  check (case kind when 'COLLECTED' then amount_paise > 0 when 'GIVEN' then amount_paise > 0
    when 'HANDED_IN' then amount_paise < 0 else true end)
);
create index rider_cash_entry_by_rider on rider_cash_entry (rider_id, counts_at);
create index rider_cash_entry_by_time on rider_cash_entry (counts_at);
create index rider_cash_entry_by_recorder on rider_cash_entry (recorded_by);
