-- Orders whose placing and numbers in stock have not been announced to the processes. Unlogged: after a crash or a
-- failover each process listens again and drops what it has cached.
create unlogged table unannounced_order (
  order_id text not null
);
