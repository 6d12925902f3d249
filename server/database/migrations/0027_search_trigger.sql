-- With a list of columns PostgreSQL knows without evaluating the condition that an order changes nothing that is searched.
drop trigger search_product_changed on product;
create trigger search_product_changed after update of name, unit, description, more_details on product for each row
  when ((old.name, old.unit, old.description, old.more_details::text)
    is distinct from (new.name, new.unit, new.description, new.more_details::text)
    and not is_bulk_import())
  execute function search_product_changed();
