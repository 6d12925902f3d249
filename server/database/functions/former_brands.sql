-- Notes the next brand of a brand that its last product leaves.
create or replace function note_former_brand() returns trigger language plpgsql as $$
begin
  if not exists (select from product where lower(brand) = lower(old.brand) and brand <> '') then
    insert into former_brand (key, brand, next_brand) values (lower(old.brand), old.brand, new.brand)
    on conflict (key) do update set next_brand = excluded.next_brand, renamed_at = excluded.renamed_at;
  end if;
  return null;
end $$;
-- For each row: the plan for a statement with thousands of rows is made for few.
create or replace trigger product_brand_changed after update of brand on product for each row
  when (old.brand <> '' and new.brand <> '' and lower(old.brand) <> lower(new.brand))
  execute function note_former_brand();
