-- The steps that an order and its payment can take, however they are changed. A refund that did not arrive makes a
-- payment PAID again, an order that was to be paid in cash may be paid by UPI, and correcting a payment that was
-- recorded wrongly takes its status back.
create or replace function check_order_change() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    ('PENDING_PAYMENT', 'PLACED'), ('PENDING_PAYMENT', 'CANCELLED'),
    ('PLACED', 'PACKING'), ('PLACED', 'CANCELLED'),
    ('PACKING', 'OUT_FOR_DELIVERY'), ('PACKING', 'CANCELLED'),
    ('OUT_FOR_DELIVERY', 'DELIVERED'), ('OUT_FOR_DELIVERY', 'CANCELLED')
  ) then
    raise exception 'An order cannot go from % to %.', old.status, new.status using errcode = 'check_violation';
  end if;
  if new.payment_status <> old.payment_status and (old.payment_status, new.payment_status) not in (
    ('PENDING', 'PAID'), ('PENDING', 'FAILED'), ('FAILED', 'PAID'), ('FAILED', 'REFUNDED'), ('PAID', 'REFUNDED'),
    ('REFUNDED', 'PAID'), ('CASH ON DELIVERY', 'PAID')
  ) and (new.payment_method = 'CARD' or (old.payment_status, new.payment_status) not in (
    ('PAID', 'PENDING'), ('PAID', 'FAILED'), ('PAID', 'CASH ON DELIVERY')
  )) then
    raise exception 'A payment cannot go from % to %.', old.payment_status, new.payment_status
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger order_change_checked before update of status, payment_status on customer_order
  for each row execute function check_order_change();

-- What an order has cost can be read from its bill: a correction is another line.
create or replace function refuse_bill_change() returns trigger language plpgsql as $$
begin
  if old.bill <> (select coalesce(jsonb_agg(line order by position), '[]'::jsonb)
      from jsonb_array_elements(new.bill) with ordinality as lines (line, position)
      where position <= jsonb_array_length(old.bill)) then
    raise exception 'Lines can only be appended to a bill.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create or replace trigger bill_append_only before update of bill on customer_order
  for each row execute function refuse_bill_change();
