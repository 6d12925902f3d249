-- Invoices, bills of supply and credit notes.

-- The credit notes of an invoice do not exceed it, and are of the same kind of series. Callers hold the lock of the
-- order.
create or replace function check_credit_note() returns trigger language plpgsql as $$
begin
  if not exists (select from tax_document i where i.id = new.invoice_id and i.order_id = new.order_id and i.invoice_id is null
    and i.is_test = new.is_test
    and i.total_paise >= (select sum(n.total_paise) from tax_document n where n.invoice_id = i.id)) then
    raise exception 'Credit notes exceed their invoice.' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create or replace trigger credit_note_within_invoice after insert on tax_document
  for each row when (new.invoice_id is not null) execute function check_credit_note();

-- Only the recipient of a document can be removed. A trigger before an update does not see generated columns, which
-- no statement can change.
create or replace function forbid_tax_document_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - '{recipient,series}'::text[] = to_jsonb(old) - '{recipient,series}'::text[] then
    return new;
  end if;
  raise exception 'Invoices and credit notes are never changed.' using errcode = 'integrity_constraint_violation';
end $$;
create or replace trigger tax_document_is_kept before update or delete on tax_document
  for each row execute function forbid_tax_document_change();

-- The lines of a document as rows of invoiced_line. A credit note of a cancelled order is of one that came back to the
-- store: nothing of it is sold. Others are of refunds, whose pieces stay with the shopper.
create or replace function invoiced_lines(document tax_document) returns setof invoiced_line language sql stable as $$
  select document.id, l.position, document.issued_at, document.invoice_id is not null, l.product_id,
    sold.factor * l.quantity,
    case when document.invoice_id is null then 1 else -1 end * line."goodsPaise",
    case when document.invoice_id is null then 1 else -1 end * line."taxablePaise",
    sold.factor * l.cost_price_paise::bigint * l.quantity
  from jsonb_to_recordset(document.lines) as line (position integer, "goodsPaise" bigint, "taxablePaise" bigint)
  join order_line l on l.order_id = document.order_id and l.position = line.position
  join customer_order o on o.id = l.order_id
  cross join lateral (select case when document.invoice_id is null then 1 when o.status = 'CANCELLED' then -1 else 0 end
    as factor) sold
$$;

-- The reports about invoices leave out those of test payments.
create or replace function record_invoiced_lines() returns trigger language plpgsql as $$
begin
  if not new.is_test then
    insert into invoiced_line select * from invoiced_lines(new);
  end if;
  return null;
end $$;
create or replace trigger invoiced_lines_recorded after insert on tax_document
  for each row execute function record_invoiced_lines();
