-- Problems that shoppers report about delivered orders, and what the staff decided.
create table problem_report (
  id text primary key,
  order_id text not null references customer_order,
  -- Empty if the shopper wrote nothing, or the account is deleted.
  note text not null check (length(note) <= 500),
  reported_at timestamptz not null,
  -- Null while nobody has decided.
  decided_at timestamptz,
  decided_by text references account,
  -- What the shopper reads about the decision.
  message text check (length(message) between 1 and 200),
  refunded_paise bigint check (refunded_paise >= 0),
  -- CREDIT: store credit. SOURCE: to the card, or by hand as it was paid.
  refunded_to text check (refunded_to in ('SOURCE', 'CREDIT')),
  constraint decision_is_complete check (num_nulls(decided_at, decided_by, message, refunded_paise) in (0, 4)),
  constraint refund_has_way check ((coalesce(refunded_paise, 0) > 0) = (refunded_to is not null))
);
-- A second tab or tap reports nothing twice.
create unique index open_problem_of_order on problem_report (order_id) where decided_at is null;
create index open_problem on problem_report (reported_at, id) where decided_at is null;
create index problem_by_time on problem_report (reported_at desc, id desc);
create index problem_of_order on problem_report (order_id, reported_at);

create table problem_line (
  report_id text not null references problem_report,
  order_id text not null,
  position integer not null,
  quantity integer not null check (quantity >= 1),
  kind text not null check (kind in ('MISSING', 'DAMAGED', 'WRONG_ITEM', 'BAD_QUALITY')),
  primary key (report_id, position),
  foreign key (order_id, position) references order_line
);

create table problem_photo (
  report_id text primary key references problem_report,
  -- WebP, without the metadata of the upload.
  content bytea not null check (length(content) between 1 and 2000000)
);

create function check_problem_report() returns trigger language plpgsql as $$
begin
  if not exists (select from customer_order where id = new.order_id and status = 'DELIVERED') then
    raise exception 'The order % is not delivered.', new.order_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger problem_report_checked before insert on problem_report
  for each row execute function check_problem_report();

create function forbid_decision_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.order_id, new.reported_at) is distinct from (old.order_id, old.reported_at)
    or old.decided_at is not null and (new.decided_at, new.decided_by, new.message, new.refunded_paise, new.refunded_to)
      is distinct from (old.decided_at, old.decided_by, old.message, old.refunded_paise, old.refunded_to) then
    raise exception 'The decision about a problem cannot be changed.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger problem_report_changed before update or delete on problem_report
  for each row execute function forbid_decision_change();

-- As before, and with what is refunded after the delivery: negative, each with its name.
create or replace function is_bill(bill jsonb, total_paise bigint) returns boolean language plpgsql immutable as $$
begin
  return coalesce((
    select sum(amount_paise) = total_paise and count(*) filter (where kind = 'ITEMS') = 1
      and bool_and(kind in ('ITEMS', 'UNAVAILABLE', 'REFUND', 'OFFER', 'COUPON', 'DELIVERY_DISCOUNT', 'DELIVERY', 'SMALL_ORDER',
        'HANDLING'))
      and bool_and(case when kind in ('OFFER', 'COUPON') then coalesce(name, '') <> ''
        when kind in ('DELIVERY_DISCOUNT', 'REFUND') then coalesce(name, '') <> '' and amount_paise <= 0
        when kind = 'UNAVAILABLE' then amount_paise <= 0 else amount_paise >= 0 end)
      and coalesce(sum(amount_paise) filter (where kind in ('OFFER', 'COUPON')) <= 0, true)
    from jsonb_to_recordset(bill) as line (kind text, amount_paise bigint, name text)), false);
end $$;

-- REFUND: what was paid for an order, given back as store credit.
alter table store_credit_entry
  drop constraint store_credit_entry_kind_check,
  add constraint store_credit_entry_kind_check check (kind in ('GRANT', 'ORDER', 'RETURN', 'CLOSE', 'REFUND')),
  drop constraint credit_of_order,
  add constraint credit_of_order check ((kind in ('ORDER', 'RETURN', 'REFUND')) = (order_id is not null)),
  drop constraint credit_sign,
  add constraint credit_sign check (case kind when 'ORDER' then amount_paise < 0 when 'CLOSE' then amount_paise < 0
    when 'RETURN' then amount_paise > 0 when 'REFUND' then amount_paise > 0 else true end);
