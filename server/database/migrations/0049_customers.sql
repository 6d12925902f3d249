-- Customers as the staff sees them: notes, blocking and store credit.

-- A blocked account can log in and browse, and places no order.
alter table account
  add column blocked_at timestamptz,
  -- For the staff only.
  add column blocked_reason text check (length(blocked_reason) between 1 and 200),
  add constraint blocked_account_has_reason check ((blocked_at is null) = (blocked_reason is null));

create function require_unblocked_account() returns trigger language plpgsql as $$
begin
  if exists (select from account where id = new.user_id and blocked_at is not null) then
    raise exception 'The account % is blocked.', new.user_id using errcode = 'AC403';
  end if;
  return new;
end $$;
-- After account_required, which waits for changes of the account that are under way.
create trigger account_unblocked before insert on customer_order
  for each row execute function require_unblocked_account();

-- Search ---------------------------------------------------------------------------------------------------------

-- Words of names and parts of email addresses, found by their beginning.
create function customer_words(name text, email text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', translate(name || ' ' || email, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)))
$$;
create index account_by_word on account using gin (customer_words(name, email)) where deleted_at is null;

-- The last ten digits, without the code of the country.
create function phone_digits(phone text) returns text language sql immutable parallel safe as $$
  select right(regexp_replace(phone, '\D', '', 'g'), 10)
$$;
create index account_by_phone on account (phone_digits(mobile) text_pattern_ops) where mobile <> '';
create index address_by_phone on address (phone_digits(mobile) text_pattern_ops);
create index order_by_number on customer_order (order_number text_pattern_ops);
create index account_by_creation on account (created_at desc, id desc) where deleted_at is null;
create index blocked_account on account (blocked_at desc, id desc) where blocked_at is not null;

-- Notes ----------------------------------------------------------------------------------------------------------

create table customer_note (
  id text primary key,
  account_id text not null references account,
  text text not null check (length(text) between 1 and 1000),
  written_by text not null references account,
  written_at timestamptz not null
);
create index note_of_customer on customer_note (account_id, written_at desc, id desc);
create trigger account_required before insert on customer_note
  for each row execute function require_account('account_id');

create function forbid_note_change() returns trigger language plpgsql as $$
begin
  -- They go with the account that they are about.
  if tg_op = 'DELETE' and exists (select from account where id = old.account_id and deleted_at is not null) then
    return old;
  end if;
  raise exception 'Notes about customers can only be appended to.' using errcode = 'insufficient_privilege';
end $$;
create trigger customer_note_changed before update or delete on customer_note
  for each row execute function forbid_note_change();

-- Store credit ---------------------------------------------------------------------------------------------------

-- The balance of an account: the sum of its entries, which only their trigger writes. Its check keeps the sum from falling below
-- zero, and its row lock lets entries of one account wait for each other.
create table store_credit (
  account_id text primary key references account,
  balance_paise bigint not null check (balance_paise between 0 and 1000000000)
);

-- What an order was paid with, and what of it was returned; totals of the entries, which only their trigger writes.
alter table customer_order
  add column credit_paise bigint not null default 0 check (credit_paise >= 0),
  add column credit_returned_paise bigint not null default 0,
  add constraint credit_returned_within_credit check (credit_returned_paise between 0 and credit_paise);

create table store_credit_entry (
  id text primary key,
  account_id text not null references account,
  -- GRANT: by staff, negative when they take it back. ORDER: an order was paid. RETURN: of that, after a cancellation or a missing
  -- line. CLOSE: the rest of a deleted account.
  kind text not null check (kind in ('GRANT', 'ORDER', 'RETURN', 'CLOSE')),
  amount_paise bigint not null check (amount_paise <> 0),
  order_id text references customer_order,
  reason text check (length(reason) between 1 and 200),
  -- The administrator; null for an order.
  created_by text references account,
  created_at timestamptz not null,
  -- The Idempotency-Key of a grant: a repeated request adds nothing.
  request_key text check (length(request_key) between 1 and 100),
  unique (account_id, request_key),
  constraint credit_of_order check ((kind in ('ORDER', 'RETURN')) = (order_id is not null)),
  constraint credit_sign check (case kind when 'ORDER' then amount_paise < 0 when 'CLOSE' then amount_paise < 0
    when 'RETURN' then amount_paise > 0 else true end),
  constraint grant_has_reason check (kind <> 'GRANT' or reason is not null and created_by is not null)
);
create index credit_entry_of_account on store_credit_entry (account_id, created_at desc, id desc);
create unique index credit_payment_of_order on store_credit_entry (order_id) where kind = 'ORDER';
create index credit_entry_of_order on store_credit_entry (order_id) where order_id is not null;
create trigger account_required before insert on store_credit_entry
  for each row execute function require_account('account_id');

create function apply_store_credit() returns trigger language plpgsql as $$
begin
  if new.order_id is not null then
    -- The constraint credit_returned_within_credit rejects more than one return.
    update customer_order set
      credit_paise = credit_paise + case when new.kind = 'ORDER' then -new.amount_paise else 0 end,
      credit_returned_paise = credit_returned_paise + case when new.kind = 'RETURN' then new.amount_paise else 0 end
    where id = new.order_id and user_id = new.account_id;
    if not found then
      raise exception 'The order % is not of the account %.', new.order_id, new.account_id using errcode = 'check_violation';
    end if;
  end if;
  -- Orders are locked before store credit.
  insert into store_credit (account_id, balance_paise) values (new.account_id, 0) on conflict do nothing;
  update store_credit set balance_paise = balance_paise + new.amount_paise where account_id = new.account_id;
  return null;
end $$;
create trigger store_credit_applied after insert on store_credit_entry
  for each row execute function apply_store_credit();

create function forbid_credit_change() returns trigger language plpgsql as $$
begin
  raise exception 'Store credit changes by new entries only.' using errcode = 'insufficient_privilege';
end $$;
create trigger store_credit_entry_changed before update or delete on store_credit_entry
  for each row execute function forbid_credit_change();
create trigger store_credit_written before insert or update or delete on store_credit
  for each row when (pg_trigger_depth() = 0) execute function forbid_credit_change();
create trigger order_credit_written before update of credit_paise, credit_returned_paise on customer_order
  for each row when (pg_trigger_depth() = 0) execute function forbid_credit_change();

-- As before, and what is paid with store credit is not due.
drop index order_with_refund_due;
create index order_with_refund_due on customer_order (created_at)
  where paid_paise - refunded_paise
    - case when status = 'CANCELLED' then 0 else total_paise - (credit_paise - credit_returned_paise) end > 0;


-- As before, and neither blocked.
alter table account drop constraint deleted_account_is_anonymous,
  add constraint deleted_account_is_anonymous check (deleted_at is null or (
    name = 'Deleted account' and email = 'deleted-' || md5(id) and password_hash = '' and mobile = '' and avatar = ''
    and pending_email is null and not verify_email and last_login_date is null and role = 'USER' and status = 'Inactive'
    and not must_change_password and not has_second_factor and blocked_at is null));
