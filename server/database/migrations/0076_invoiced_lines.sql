-- The lines of invoices and of credit notes, whose amounts are negative, for the reports about a range of time, which would otherwise
-- unpack the JSON of each document. The database writes them itself.
create table invoiced_line (
  document_id text not null references tax_document,
  position integer not null,
  issued_at timestamptz not null,
  is_credit boolean not null,
  product_id text not null,
  -- 0 of a credit note: the pieces do not return to stock.
  quantity integer not null,
  -- Of the goods after all discounts, with tax.
  goods_paise bigint not null,
  -- Without tax, with its share of delivery and fees.
  taxable_paise bigint not null,
  -- Of all pieces; null if it was unknown at the time of the order. Also of a credit note, where it says whether it is known.
  cost_paise bigint,
  primary key (document_id, position),
  check (case when is_credit then quantity = 0 and goods_paise <= 0 and taxable_paise <= 0 and coalesce(cost_paise, 0) = 0
    else goods_paise >= 0 and taxable_paise >= 0 end)
);
create index invoiced_line_by_time on invoiced_line (issued_at)
  include (is_credit, product_id, quantity, goods_paise, taxable_paise, cost_paise);

create function invoiced_lines(document tax_document) returns setof invoiced_line language sql stable as $$
  select document.id, l.position, document.issued_at, document.invoice_id is not null, l.product_id,
    case when document.invoice_id is null then l.quantity else 0 end,
    case when document.invoice_id is null then 1 else -1 end * line."goodsPaise",
    case when document.invoice_id is null then 1 else -1 end * line."taxablePaise",
    case when document.invoice_id is null then l.cost_price_paise::bigint * l.quantity when l.cost_price_paise is not null then 0 end
  from jsonb_to_recordset(document.lines) as line (position integer, "goodsPaise" bigint, "taxablePaise" bigint)
  join order_line l on l.order_id = document.order_id and l.position = line.position
$$;

insert into invoiced_line select line.* from tax_document d cross join lateral invoiced_lines(d) line;

create function record_invoiced_lines() returns trigger language plpgsql as $$
begin
  insert into invoiced_line select * from invoiced_lines(new);
  return null;
end $$;
create trigger invoiced_lines_recorded after insert on tax_document
  for each row execute function record_invoiced_lines();

-- For the report about missing items.
create index order_line_unavailable on order_line (unavailable_at) where unavailable_at is not null;
create index credit_entry_by_time on store_credit_entry (created_at);
