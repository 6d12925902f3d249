-- Closed sheets of days: what cash, UPI and card were expected by the ledger of orders, and what the staff counted. A day is one in the
-- time zone of the store.
create table day_closing (
  day date not null,
  version integer not null check (version >= 1),
  expected_cash_paise bigint not null,
  expected_upi_paise bigint not null,
  expected_card_paise bigint not null,
  -- In the drawer, with the change that stays in it (float_paise).
  counted_cash_paise bigint not null check (counted_cash_paise >= 0),
  float_paise bigint not null check (float_paise >= 0),
  -- Null: not compared with the statement.
  counted_upi_paise bigint,
  counted_card_paise bigint,
  -- Pieces of each note and the value of the coins, as contract/payments/day-sheet.ts validates them; null if only the sum was entered.
  cash_count jsonb,
  note text not null check (length(note) <= 500),
  closed_by text not null references account,
  closed_at timestamptz not null,
  primary key (day, version),
  constraint correction_has_note check (version = 1 or note <> ''),
  constraint count_adds_up check ((cash_count is null or counted_cash_paise = 100 * (
    500 * (cash_count ->> 'note500')::bigint + 200 * (cash_count ->> 'note200')::bigint + 100 * (cash_count ->> 'note100')::bigint
    + 50 * (cash_count ->> 'note50')::bigint + 20 * (cash_count ->> 'note20')::bigint + 10 * (cash_count ->> 'note10')::bigint
    + (cash_count ->> 'coinsAmt')::numeric)) is true)
);

create function check_day_closing() returns trigger language plpgsql as $$
begin
  if new.version > 1 and not exists (select from day_closing where day = new.day and version = new.version - 1) then
    raise exception 'The day % has no version % to correct.', new.day, new.version - 1 using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger day_closing_checked before insert on day_closing for each row execute function check_day_closing();

create function forbid_day_closing_change() returns trigger language plpgsql as $$
begin
  raise exception 'A closed sheet cannot be changed.' using errcode = 'insufficient_privilege';
end $$;
create trigger day_closing_changed before update or delete on day_closing
  for each row execute function forbid_day_closing_change();
create trigger day_closing_truncated before truncate on day_closing
  for each statement execute function forbid_day_closing_change();

alter table audit_entry drop constraint audit_entry_kind_check,
  add constraint audit_entry_kind_check
    check (kind in ('product', 'category', 'sub-category', 'account', 'order', 'settings', 'coupon', 'day-sheet'));
