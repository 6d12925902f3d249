-- Products whose recorded changes do not add up to their stock, as the last daily check found them. Without a reference: the product may
-- be deleted.
create table stock_difference (
  product_id text primary key,
  found_at timestamptz not null default now()
);
