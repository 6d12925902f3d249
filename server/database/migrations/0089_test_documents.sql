-- Documents of orders that were paid by the sandbox have a series of numbers of their own: no money was paid, so they must take no number of
-- the real series. Those of a former version, also one that still runs, keep the real numbers that they have.
alter table tax_document_series
  drop constraint tax_document_series_kind_check,
  add constraint tax_document_series_kind_check check (kind in ('TAX_INVOICE', 'BILL_OF_SUPPLY', 'CREDIT_NOTE', 'TEST'));

alter table tax_document add column is_test boolean not null default false;
alter table tax_document
  add constraint tax_document_kind_check check (kind in ('TAX_INVOICE', 'BILL_OF_SUPPLY', 'CREDIT_NOTE')),
  add column series text not null generated always as (case when is_test then 'TEST' else kind end) stored,
  drop constraint tax_document_kind_financial_year_fkey,
  drop constraint tax_document_kind_financial_year_count_key;
alter table tax_document
  add constraint tax_document_series_count_key unique (series, financial_year, count),
  add constraint tax_document_series_fkey foreign key (series, financial_year) references tax_document_series (kind, financial_year);

-- As before. A trigger before an update does not see generated columns, which nothing else can change.
create or replace function forbid_tax_document_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - '{recipient,series}'::text[] = to_jsonb(old) - '{recipient,series}'::text[] then
    return new;
  end if;
  raise exception 'Invoices and credit notes are never changed.' using errcode = 'integrity_constraint_violation';
end $$;

-- As before, and a credit note is of the same kind of series as its invoice.
create or replace function check_credit_note() returns trigger language plpgsql as $$
begin
  if not exists (select from tax_document i where i.id = new.invoice_id and i.order_id = new.order_id and i.invoice_id is null
    and i.is_test = new.is_test
    and i.total_paise >= (select sum(n.total_paise) from tax_document n where n.invoice_id = i.id)) then
    raise exception 'Credit notes exceed their invoice.' using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- As before. The reports about invoices leave out those of test payments.
create or replace function record_invoiced_lines() returns trigger language plpgsql as $$
begin
  if not new.is_test then
    insert into invoiced_line select * from invoiced_lines(new);
  end if;
  return null;
end $$;
