-- Problems of delivered orders.

create or replace function check_problem_report() returns trigger language plpgsql as $$
begin
  if not exists (select from customer_order where id = new.order_id and status = 'DELIVERED') then
    raise exception 'The order % is not delivered.', new.order_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger problem_report_checked before insert on problem_report
  for each row execute function check_problem_report();

create or replace function forbid_decision_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.order_id, new.reported_at) is distinct from (old.order_id, old.reported_at)
    or old.decided_at is not null and (new.decided_at, new.decided_by, new.message, new.refunded_paise, new.refunded_to)
      is distinct from (old.decided_at, old.decided_by, old.message, old.refunded_paise, old.refunded_to) then
    raise exception 'The decision about a problem cannot be changed.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create or replace trigger problem_report_changed before update or delete on problem_report
  for each row execute function forbid_decision_change();
