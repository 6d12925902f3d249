-- Pieces of each product in the orders of a period, without unpaid and cancelled orders and unavailable lines.
create or replace function sold_pieces(period_start timestamptz, period_end timestamptz)
returns table (product_id text, pieces bigint) language sql stable as $$
  select l.product_id, sum(l.quantity)
  from customer_order o join order_line l on l.order_id = o.id
  where o.created_at >= period_start and o.created_at < period_end
    and o.status not in ('PENDING_PAYMENT', 'CANCELLED') and l.unavailable_at is null
  group by l.product_id
$$;
