-- Products that shoppers have added to an order, by the Idempotency-Key of the request: a repeated one adds nothing.
create table order_addition (
  order_id text not null references customer_order,
  idempotency_key text not null,
  request_hash text not null,
  added_at timestamptz not null,
  primary key (order_id, idempotency_key)
);
