-- Whether the lines of an order's bill add up to its total: items, unavailable items, charges, discounts, refunds
-- after the delivery, rounding. An offer, a coupon, a discount of the delivery and a refund have a name. Lines are only
-- appended, so one may take back what another has: each charge is not negative together, discounts of the goods and of
-- the delivery are not positive, and the rounding is at most half a rupee. A loop over the lines, because a query with
-- aggregates took 50 µs of each order.
create or replace function is_bill(bill jsonb, total_paise bigint) returns boolean language plpgsql immutable as $$
declare
  line jsonb;
  kind text;
  amount bigint;
  -- Null without an amount.
  sum_paise numeric;
  offers_paise numeric := 0;
  rounding_paise numeric := 0;
  delivery_paise numeric := 0;
  small_order_paise numeric := 0;
  handling_paise numeric := 0;
  delivery_discount_paise numeric := 0;
  items integer := 0;
begin
  if bill is null or jsonb_typeof(bill) <> 'array' then
    return false;
  end if;
  for index in 0 .. jsonb_array_length(bill) - 1 loop
    line := bill -> index;
    if jsonb_typeof(line) <> 'object' then
      return false;
    end if;
    kind := line ->> 'kind';
    amount := (line ->> 'amount_paise')::bigint;
    if amount is not null then
      sum_paise := coalesce(sum_paise, 0) + amount;
    end if;
    if kind in ('OFFER', 'COUPON') then
      if coalesce(line ->> 'name', '') = '' then
        return false;
      end if;
      offers_paise := offers_paise + coalesce(amount, 0);
    elsif kind = 'DELIVERY_DISCOUNT' then
      if coalesce(line ->> 'name', '') = '' then
        return false;
      end if;
      delivery_discount_paise := delivery_discount_paise + coalesce(amount, 0);
    elsif kind = 'REFUND' then
      if coalesce(line ->> 'name', '') = '' or amount > 0 then
        return false;
      end if;
    elsif kind = 'UNAVAILABLE' then
      if amount > 0 then
        return false;
      end if;
    elsif kind = 'ROUNDING' then
      rounding_paise := rounding_paise + coalesce(amount, 0);
    elsif kind = 'DELIVERY' then
      delivery_paise := delivery_paise + coalesce(amount, 0);
    elsif kind = 'SMALL_ORDER' then
      small_order_paise := small_order_paise + coalesce(amount, 0);
    elsif kind = 'HANDLING' then
      handling_paise := handling_paise + coalesce(amount, 0);
    elsif kind is null or kind = 'ITEMS' then
      if amount < 0 then
        return false;
      end if;
      if kind = 'ITEMS' then
        items := items + 1;
      end if;
    else
      return false;
    end if;
  end loop;
  return coalesce(sum_paise = total_paise, false) and items > 0 and offers_paise <= 0 and delivery_discount_paise <= 0
    and least(delivery_paise, small_order_paise, handling_paise) >= 0 and rounding_paise between -50 and 50;
end $$;
