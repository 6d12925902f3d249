-- The last number of each series. Its row is locked until the document with the next number is committed, so that no number is
-- missing or given twice.
create table tax_document_series (
  kind text not null check (kind in ('TAX_INVOICE', 'BILL_OF_SUPPLY', 'CREDIT_NOTE')),
  -- The year in which it begins.
  financial_year integer not null,
  last_count integer not null check (last_count > 0),
  primary key (kind, financial_year)
);

-- Whether the lines of a document add up: the parts of each to its total, the totals to that of the document.
create function is_tax_document(lines jsonb, total_paise bigint, tax_paise bigint) returns boolean language plpgsql immutable as $$
begin
  return coalesce((
    select sum("totalPaise") = total_paise and sum("cgstPaise" + "sgstPaise" + "igstPaise" + "cessPaise") = tax_paise
      and bool_and("totalPaise" = "goodsPaise" + "chargesPaise")
      and bool_and("totalPaise" = "taxablePaise" + "cgstPaise" + "sgstPaise" + "igstPaise" + "cessPaise")
      and bool_and(least("goodsPaise", "chargesPaise", "taxablePaise", "cgstPaise", "sgstPaise", "igstPaise", "cessPaise") >= 0)
      and bool_and("igstPaise" = 0 or "cgstPaise" + "sgstPaise" = 0)
    from jsonb_to_recordset(lines) as line ("goodsPaise" bigint, "chargesPaise" bigint, "totalPaise" bigint, "taxablePaise" bigint,
      "cgstPaise" bigint, "sgstPaise" bigint, "igstPaise" bigint, "cessPaise" bigint)), false);
end $$;

-- An invoice or bill of supply of an order that was handed over, or a credit note of a refund after that. Everything that is printed is
-- stored as it was then.
create table tax_document (
  id text primary key,
  kind text not null,
  financial_year integer not null,
  count integer not null,
  number text not null unique check (number ~ '^[A-Z0-9-]{1,16}$'),
  order_id text not null references customer_order,
  -- Of a credit note.
  invoice_id text references tax_document,
  issued_at timestamptz not null,
  -- The code of the state that the goods were delivered to; empty if neither it nor that of the store was known.
  supply_state_code text not null check (supply_state_code ~ '^([0-9]{2})?$'),
  is_inter_state boolean not null,
  total_paise bigint not null,
  tax_paise bigint not null,
  lines jsonb not null,
  -- The supplier, the order, and what else is printed.
  content jsonb not null,
  -- Name and address: removed with the account where the law does not ask for them.
  recipient jsonb not null,
  unique (kind, financial_year, count),
  foreign key (kind, financial_year) references tax_document_series,
  constraint credit_note_of_invoice check ((kind = 'CREDIT_NOTE') = (invoice_id is not null)),
  constraint tax_document_adds_up check (is_tax_document(lines, total_paise, tax_paise))
);
create unique index invoice_of_order on tax_document (order_id) where invoice_id is null;
create index tax_document_by_order on tax_document (order_id);
create index tax_document_by_time on tax_document (issued_at, id);

create function forbid_tax_document_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'recipient' = to_jsonb(old) - 'recipient' then
    return new;
  end if;
  raise exception 'Invoices and credit notes are never changed.' using errcode = 'integrity_constraint_violation';
end $$;
create trigger tax_document_is_kept before update or delete on tax_document
  for each row execute function forbid_tax_document_change();

-- Its callers hold the lock of the order.
create function check_credit_note() returns trigger language plpgsql as $$
begin
  if not exists (select from tax_document i where i.id = new.invoice_id and i.order_id = new.order_id and i.invoice_id is null
    and i.total_paise >= (select sum(n.total_paise) from tax_document n where n.invoice_id = i.id)) then
    raise exception 'Credit notes exceed their invoice.' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger credit_note_within_invoice after insert on tax_document
  for each row when (new.invoice_id is not null) execute function check_credit_note();
