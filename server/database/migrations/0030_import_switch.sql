-- An import calculates search texts on a connection of its own while it writes, and locks products for orders only at its end.

drop function refresh_product_search;

-- The search texts of products with these fields: [{ id, name, unit, description, more_details }]. A missing field is read
-- from the product. `words` has the words of name and brand for the vocabulary.
create function calculate_search_texts(changes json)
returns table (id text, words text, product_text tsvector, head_noun tsvector) language sql stable as $$
  select id, name || ' ' || brand,
    setweight(search_vector(name), 'A') || setweight(search_vector(brand), 'B')
      || setweight(to_tsvector('pg_catalog.english', search_text(description)), 'D')
      || array_to_tsvector(search_sizes(unit || ' ' || name)),
    search_vector(product_head_noun(name))
  from (
    select n.id, coalesce(n.name, p.name) as name, coalesce(n.unit, p.unit) as unit,
      coalesce(n.description, p.description) as description,
      product_brand(coalesce(n.more_details, p.more_details)) as brand
    from json_to_recordset(changes) as n (id text, name text, unit text, description text, more_details json)
    left join product p on p.id = n.id
    offset 0
  ) as product
$$;

create function calculate_category_texts(ids text[]) returns table (id text, category_text tsvector)
language sql stable as $$
  with named as materialized (
    select wanted.id,
      coalesce((select string_agg(s.name, ' ' order by s.id) from product_sub_category ps
        join sub_category s on s.id = ps.sub_category_id where ps.product_id = wanted.id), '') as sub_categories,
      coalesce((select string_agg(c.name, ' ' order by c.id) from product_category pc
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

-- Stem and sound are calculated for new words only.
create or replace function add_search_words(content text) returns void language sql as $$
  -- In order, so that concurrent transactions wait for each other instead of deadlocking.
  insert into search_word (word, stem, sound)
  select word, coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word), search_sound(word)
  from (select distinct word from search_words_of(content) as word) as used
  where not exists (select from search_word as known where known.word = used.word)
  order by word
  on conflict do nothing
$$;

-- An import has locked the products that it moves, and no other transaction sees those that it creates, so the functions
-- that copy and announce memberships need not lock them again.
create or replace function notify_membership() returns trigger language plpgsql as $$
declare
  ids text[] := array(select distinct product_id from touched);
begin
  if cardinality(ids) = 0 then
    return null;
  end if;
  if not is_bulk_import() then
    -- A concurrent update of a product waits for this lock and then reads its new categories, or this waits for the update.
    perform from product where id = any (ids) order by id for no key update;
  end if;
  perform announce_catalogue_change(case when cardinality(ids) <= 100 then array(
    select 'product:' || id from unnest(ids) as id
    union select tg_argv[0] || ':' || (to_jsonb(touched) ->> tg_argv[1]) from touched
    union select category_tags(ids)
    union select 'search') end);
  return null;
end $$;

create or replace function refresh_product_listing(product_ids text[]) returns void language plpgsql as $$
begin
  if not is_bulk_import() then
    -- Concurrent changes of a product wait, and then see each other.
    perform from product where id = any (product_ids) order by id for no key update;
  end if;
  delete from product_listing l where l.product_id = any (product_ids) and not exists (
    select from product_category pc
    left join product_sub_category ps using (product_id)
    where pc.product_id = l.product_id and pc.category_id = l.category_id
      and coalesce(ps.sub_category_id, '') = l.sub_category_id);
  insert into product_listing (product_id, category_id, sub_category_id, is_sold_out, created_at)
  select p.id, pc.category_id, coalesce(ps.sub_category_id, ''), p.stock = 0, p.created_at
  from product p
  join product_category pc on pc.product_id = p.id
  left join product_sub_category ps on ps.product_id = p.id
  where p.id = any (product_ids)
  on conflict do nothing;
end $$;
