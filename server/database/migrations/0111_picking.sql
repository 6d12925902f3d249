-- Who picks an order, and what is found of its lines. A process of the former version picks orders that nobody has
-- taken; it does not see that one is taken.
create table order_picking (
  order_id text primary key references customer_order on delete cascade,
  -- Null after the order was given back.
  picker_id text references account on delete set null,
  -- Counts how often the order was taken: what a phone sends of an earlier time is refused.
  version integer not null default 1 check (version > 0),
  tote text check (tote in ('A', 'B', 'C', 'D')),
  taken_at timestamptz not null,
  packed_at timestamptz,
  bags integer check (bags between 0 and 100),
  check ((picker_id is null or tote is not null) and (bags is null) = (packed_at is null))
);
create unique index order_picking_tote on order_picking (picker_id, tote) where packed_at is null;
-- For the report about missing pieces.
create index order_picking_packed on order_picking (packed_at) where packed_at is not null;

-- The last state of a line. Until the order is packed nothing else has it.
create table picked_line (
  order_id text not null,
  position integer not null,
  -- Pieces.
  found integer not null check (found >= 0),
  picked_by text references account on delete set null,
  -- By the clock of the phone, which may have been without a connection.
  picked_at timestamptz not null,
  received_at timestamptz not null,
  primary key (order_id, position),
  foreign key (order_id, position) references order_line on delete cascade
);

-- Of a line of which pieces were missing when the order was packed; `quantity` is what was found.
alter table order_line
  add column ordered_quantity integer,
  add constraint order_line_ordered check (ordered_quantity between quantity and 50) not valid;

alter table stock_change drop constraint stock_change_cause_check, add constraint stock_change_cause_check
  check (cause in ('START', 'CREATED', 'ORDER', 'LATE_PAYMENT', 'CANCELLATION', 'UNDELIVERED', 'EDIT', 'IMPORT', 'COUNT',
    'WASTE', 'RECEIPT', 'PICKING', 'DELETED', 'OTHER')) not valid;
alter table stock_change drop constraint stock_change_check, add constraint stock_change_check
  check (difference <> 0 or cause in ('COUNT', 'PICKING')) not valid;
