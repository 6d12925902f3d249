-- A product or category of the demo catalogue that is given another name, picture or code, or that an import changes,
-- belongs to the owner: it stays when the demo catalogue is removed.
create or replace function claim_demo_row() returns trigger language plpgsql as $$
begin
  new.is_demo := false;
  return new;
end $$;
create or replace trigger demo_product_claimed before update on product for each row
  when (old.is_demo and ((old.name, old.brand, old.unit, old.sku, old.barcode, old.images, old.description)
    is distinct from (new.name, new.brand, new.unit, new.sku, new.barcode, new.images, new.description)
    or is_bulk_import()))
  execute function claim_demo_row();
create or replace trigger demo_category_claimed before update on category for each row
  when (old.is_demo and (old.name, old.image) is distinct from (new.name, new.image))
  execute function claim_demo_row();
create or replace trigger demo_sub_category_claimed before update on sub_category for each row
  when (old.is_demo and (old.name, old.image) is distinct from (new.name, new.image))
  execute function claim_demo_row();
