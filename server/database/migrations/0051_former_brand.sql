-- A brand without products whose last product got another brand: its page leads to the page of that one.
create table former_brand (
  key text primary key check (key = lower(brand)),
  brand text not null check (brand <> ''),
  next_brand text not null check (next_brand <> '' and lower(next_brand) <> key),
  renamed_at timestamptz not null default now()
);

create index product_brand on product (lower(brand)) where brand <> '';

create function note_former_brand() returns trigger language plpgsql as $$
begin
  if not exists (select from product where lower(brand) = lower(old.brand) and brand <> '') then
    insert into former_brand (key, brand, next_brand) values (lower(old.brand), old.brand, new.brand)
    on conflict (key) do update set next_brand = excluded.next_brand, renamed_at = excluded.renamed_at;
  end if;
  return null;
end $$;

-- For each row: the plan for a statement with thousands of rows is made for few.
create trigger product_brand_changed after update of brand on product for each row
  when (old.brand <> '' and new.brand <> '' and lower(old.brand) <> lower(new.brand))
  execute function note_former_brand();
