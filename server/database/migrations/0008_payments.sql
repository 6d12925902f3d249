-- As in migration 0007; now also money that was on its way back and did not arrive: the shop has it again.
create or replace function check_order_change() returns trigger language plpgsql as $$
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
    ('PENDING', 'PAID'), ('PENDING', 'FAILED'), ('FAILED', 'PAID'), ('FAILED', 'REFUNDED'), ('PAID', 'REFUNDED'),
    ('REFUNDED', 'PAID')
  ) then
    raise exception 'A payment cannot go from % to %.', old.payment_status, new.payment_status
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
