-- What the search looks at: one document a product, kept in step by triggers, and the words that exist, so that
-- a misspelt word can be led to the nearest real one.

create table product_search (
  product_id text primary key references product on delete cascade,
  document tsvector not null
);
create index product_search_document on product_search using gin (document);

create table search_word (word text primary key);
create index search_word_trigram on search_word using gin (word gin_trgm_ops);
create index search_word_prefix on search_word (word text_pattern_ops);

-- Both forms of each word: the stem finds 'eggs' for 'egg', the plain form finds what is still being typed.
create function search_vector(content text) returns tsvector language sql immutable
  return to_tsvector('pg_catalog.english', content) || to_tsvector('pg_catalog.simple', content);

create function refresh_product_search(ids text[]) returns void language sql as $$
  with described as (
    select p.id, p.name, p.description,
      coalesce((select string_agg(s.name, ' ') from product_sub_category ps
        join sub_category s on s.id = ps.sub_category_id where ps.product_id = p.id), '') as sub_categories,
      coalesce((select string_agg(c.name, ' ') from product_category pc
        join category c on c.id = pc.category_id where pc.product_id = p.id), '') as categories
    from product p where p.id = any (ids)
  ), words as (
    insert into search_word (word)
    select distinct lexeme from described,
      unnest(to_tsvector('pg_catalog.simple', name || ' ' || sub_categories || ' ' || categories))
    where length(lexeme) between 3 and 40 and lexeme !~ '[0-9]'
    order by lexeme
    on conflict do nothing
  )
  insert into product_search (product_id, document)
  select id, setweight(search_vector(name), 'A') || setweight(search_vector(sub_categories), 'B')
    || setweight(search_vector(categories), 'C') || setweight(search_vector(description), 'D')
  from described
  on conflict (product_id) do update set document = excluded.document;
$$;

create function product_search_product() returns trigger language plpgsql as $$
begin
  perform refresh_product_search(array(select id from touched));
  return null;
end $$;

create function product_search_product_renamed() returns trigger language plpgsql as $$
begin
  perform refresh_product_search(array(
    select a.id from after_update a join before_update b using (id)
    where (a.name, a.description) is distinct from (b.name, b.description)));
  return null;
end $$;

create function product_search_membership() returns trigger language plpgsql as $$
begin
  perform refresh_product_search(array(select distinct product_id from touched));
  return null;
end $$;

create function product_search_category_renamed() returns trigger language plpgsql as $$
begin
  perform refresh_product_search(array(
    select distinct pc.product_id from product_category pc
    join after_update a on a.id = pc.category_id
    join before_update b on b.id = a.id where a.name <> b.name));
  return null;
end $$;

create function product_search_sub_category_renamed() returns trigger language plpgsql as $$
begin
  perform refresh_product_search(array(
    select distinct ps.product_id from product_sub_category ps
    join after_update a on a.id = ps.sub_category_id
    join before_update b on b.id = a.id where a.name <> b.name));
  return null;
end $$;

create trigger search_product_added after insert on product
  referencing new table as touched for each statement execute function product_search_product();
create trigger search_product_renamed after update on product
  referencing old table as before_update new table as after_update
  for each statement execute function product_search_product_renamed();
create trigger search_category_joined after insert on product_category
  referencing new table as touched for each statement execute function product_search_membership();
create trigger search_category_left after delete on product_category
  referencing old table as touched for each statement execute function product_search_membership();
create trigger search_sub_category_joined after insert on product_sub_category
  referencing new table as touched for each statement execute function product_search_membership();
create trigger search_sub_category_left after delete on product_sub_category
  referencing old table as touched for each statement execute function product_search_membership();
create trigger search_category_renamed after update on category
  referencing old table as before_update new table as after_update
  for each statement execute function product_search_category_renamed();
create trigger search_sub_category_renamed after update on sub_category
  referencing old table as before_update new table as after_update
  for each statement execute function product_search_sub_category_renamed();
