-- The triggers that calculate product_search. Stock is not in it, so an order does not change it.

-- Calculates the search text of the names and descriptions of these products.
create or replace function refresh_product_text(ids text[]) returns void language plpgsql as $$
begin
  perform add_search_words((select string_agg(concat_ws(' ', name, name_hindi, searched_brand(brand, more_details)), ' ')
    from product where id = any (ids)));
  insert into product_search (product_id, product_text)
  select id,
    setweight(search_vector(name || ' ' || name_hindi), 'A')
      || setweight(search_vector(searched_brand(brand, more_details)), 'B')
      || setweight(to_tsvector('pg_catalog.english', search_text(description || ' ' || description_hindi)), 'D')
      || array_to_tsvector(search_sizes(unit || ' ' || name))
  from product where id = any (ids)
  on conflict (product_id) do update set product_text = excluded.product_text;
end $$;

-- Calculates the search text of the categories of these products.
create or replace function refresh_category_text(ids text[]) returns void language plpgsql as $$
begin
  -- A concurrent rename waits for these locks, or this waits for it and then reads the new name.
  perform from category where id in (select category_id from product_category where product_id = any (ids))
    order by id for share;
  perform from sub_category where id in (select sub_category_id from product_sub_category where product_id = any (ids))
    order by id for share;
  update product_search found set category_text = calculated.category_text
  from calculate_category_texts(ids) as calculated
  where found.product_id = calculated.id;
end $$;

-- The search texts of products with these fields: [{ id, name, name_hindi, unit, brand, description, description_hindi,
-- more_details }]. A missing field is read from the product. `words` has the words of names and brand for the
-- vocabulary.
create or replace function calculate_search_texts(changes json)
returns table (id text, words text, product_text tsvector) language sql stable as $$
  select id, concat_ws(' ', name, name_hindi, brand),
    setweight(search_vector(name || ' ' || name_hindi), 'A') || setweight(search_vector(brand), 'B')
      || setweight(to_tsvector('pg_catalog.english', search_text(description || ' ' || description_hindi)), 'D')
      || array_to_tsvector(search_sizes(unit || ' ' || name))
  from (
    select n.id, coalesce(n.name, p.name) as name, coalesce(n.name_hindi, p.name_hindi, '') as name_hindi,
      coalesce(n.unit, p.unit) as unit, coalesce(n.description, p.description) as description,
      coalesce(n.description_hindi, p.description_hindi, '') as description_hindi,
      searched_brand(coalesce(n.brand, p.brand), coalesce(n.more_details, p.more_details)) as brand
    from json_to_recordset(changes)
      as n (id text, name text, name_hindi text, unit text, brand text, description text, description_hindi text,
        more_details json)
    left join product p on p.id = n.id
    offset 0
  ) as product
$$;

-- The search texts of the categories and sub-categories of these products.
create or replace function calculate_category_texts(ids text[]) returns table (id text, category_text tsvector)
language sql stable as $$
  with named as materialized (
    select wanted.id,
      coalesce((select string_agg(concat_ws(' ', s.name, nullif(s.name_hindi, '')), ' ' order by s.id) from product_sub_category ps
        join sub_category s on s.id = ps.sub_category_id where ps.product_id = wanted.id), '') as sub_categories,
      coalesce((select string_agg(concat_ws(' ', c.name, nullif(c.name_hindi, '')), ' ' order by c.id) from product_category pc
        join category c on c.id = pc.category_id where pc.product_id = wanted.id), '') as categories
    from (select distinct unnest(ids) as id) as wanted
  ), combination as materialized (
    -- Thousands of products have the same categories.
    select sub_categories, categories,
      setweight(search_vector(sub_categories), 'B') || setweight(search_vector(categories), 'C') as vector
    from named group by sub_categories, categories
  )
  select id, vector from named join combination using (sub_categories, categories)
$$;

create or replace function search_product_added() returns trigger language plpgsql as $$
begin
  if not is_bulk_import() then
    perform refresh_product_text(array(select id from touched));
  end if;
  return null;
end $$;
create or replace trigger search_product_added after insert on product
  referencing new table as touched for each statement execute function search_product_added();

-- With a list of columns PostgreSQL knows, without evaluating the condition, that an order changes no text that is
-- searched.
create or replace function search_product_changed() returns trigger language plpgsql as $$
begin
  perform refresh_product_text(array[new.id]);
  return null;
end $$;
create or replace trigger search_product_changed after update of name, name_hindi, unit, brand, description, description_hindi, more_details
  on product for each row
  when ((old.name, old.name_hindi, old.unit, old.brand, old.description, old.description_hindi, old.more_details::text)
    is distinct from
    (new.name, new.name_hindi, new.unit, new.brand, new.description, new.description_hindi, new.more_details::text)
    and not is_bulk_import())
  execute function search_product_changed();

create or replace function search_membership_changed() returns trigger language plpgsql as $$
begin
  if not is_bulk_import() then
    perform refresh_category_text(array(select distinct product_id from touched));
  end if;
  return null;
end $$;
create or replace trigger search_category_joined after insert on product_category
  referencing new table as touched for each statement execute function search_membership_changed();
create or replace trigger search_category_left after delete on product_category
  referencing old table as touched for each statement execute function search_membership_changed();
create or replace trigger search_sub_category_joined after insert on product_sub_category
  referencing new table as touched for each statement execute function search_membership_changed();
create or replace trigger search_sub_category_left after delete on product_sub_category
  referencing old table as touched for each statement execute function search_membership_changed();

create or replace function search_category_renamed() returns trigger language plpgsql as $$
begin
  perform add_search_words(new.name || ' ' || new.name_hindi);
  perform refresh_category_text(array(select product_id from product_category where category_id = new.id));
  return null;
end $$;
create or replace trigger search_category_added after insert on category for each row
  execute function search_category_renamed();
create or replace trigger search_category_renamed after update on category for each row
  when ((old.name, old.name_hindi) <> (new.name, new.name_hindi)) execute function search_category_renamed();

create or replace function search_sub_category_renamed() returns trigger language plpgsql as $$
begin
  perform add_search_words(new.name || ' ' || new.name_hindi);
  perform refresh_category_text(array(select product_id from product_sub_category where sub_category_id = new.id));
  return null;
end $$;
create or replace trigger search_sub_category_added after insert on sub_category for each row
  execute function search_sub_category_renamed();
create or replace trigger search_sub_category_renamed after update on sub_category for each row
  when ((old.name, old.name_hindi) <> (new.name, new.name_hindi)) execute function search_sub_category_renamed();
