-- What the search looks at, kept in step by triggers. A product's own text and the names of the shelves it
-- stands on are apart, so that each is rebuilt only when it changes. Stock is in neither: an order costs nothing here.

create extension if not exists fuzzystrmatch;

create table product_search (
  product_id text primary key references product on delete cascade,
  -- The name weighs A, the brand B, the description D; amounts are in base units, such as 1000ml.
  own tsvector not null default '',
  -- Sub-categories weigh B, categories C.
  shelves tsvector not null default '',
  -- What the product is: the last word of its name, as in 'coconut milk'; in 'milk biscuits' it is not milk.
  essence tsvector not null default ''
);
-- What is not sorted into the index yet, every search wades through: 256 kB instead of 4 MB at most.
create index product_search_text on product_search using gin ((own || shelves))
  with (gin_pending_list_limit = 256);

-- A search for nothing shows everything, the newest first.
create index product_newest on product (created_at desc, id desc);

-- Words of names, to lead a misspelt word to the nearest real one. One that no product has any longer does no
-- harm, because a correction must find something.
create table search_word (
  word text collate "C" primary key,
  stem text collate "C" not null,
  sound text collate "C" not null
);
create index search_word_stem on search_word (stem);
create index search_word_sound on search_word (sound);
create index search_word_letters on search_word using gin (word gin_trgm_ops);

-- Text as both sides of a search see it: without accents, capitals, apostrophes and punctuation, which the parser
-- would read as paths, hosts or numbers. search-words.ts does the same to what a shopper types.
create function search_text(content text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(
    regexp_replace(lower(normalize(content, NFKD)), '[\u0300-\u036f\ufe00-\ufe0f''\u2019]', '', 'g'),
    -- Punctuation and signs of ASCII, of Latin, of typography, of East Asia; emoji.
    '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\xbf\xd7\xf7\u2000-\u2bff\u3000-\u303f\U0001f000-\U0001faff]+', ' ', 'g')
$$;

-- Both forms of each word: the stem finds 'eggs' for 'egg', the plain form finds what is still being typed.
create function search_vector(content text) returns tsvector language sql immutable strict parallel safe as $$
  select to_tsvector('pg_catalog.english', t) || to_tsvector('pg_catalog.simple', t) from search_text(content) as t
$$;

-- '2 x 1.5 L' gives {1500ml}; search-sizes.ts reads what a shopper types in the same way.
create function search_sizes(content text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct
    trim_scale(amount * case when unit in ('k', 'l') then 1000 else 1 end)::text
      || case unit when 'k' then 'g' when 'l' then 'ml' when 'm' then 'ml' when 'p' then 'pc' else unit end), '{}')
  from regexp_matches(lower(content),
      '(\d{1,6}(?:\.\d{1,3})?)\s*(kg|kilo|g|gm|gram|l|ltr|litre|liter|ml|pc|piece)s?(?![a-z0-9])', 'g') as found (parts),
    lateral (select parts[1]::numeric, left(parts[2], 1)) as size (amount, unit)
$$;

-- A word as it sounds, so that Hindi words meet however they are spelt: panir, panner and paneer are all pnr.
create function search_sound(word text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(
    -- A vowel counts only where it begins the word, and every vowel as the same.
    regexp_replace(regexp_replace(spelt, '^[aeiouy]+', 'A'), '[aeiouyh]+', '', 'g'),
    '(.)\1+', '\1', 'g')
  from (select translate(replace(replace(replace(word, 'ch', 'C'), 'ph', 'f'), 'x', 'ks'), 'czwq', 'kjvk') as spelt) s
$$;

create function search_words_of(content text) returns setof text language sql immutable strict parallel safe as $$
  select word from unnest(to_tsvector('pg_catalog.simple', search_text(content))) as lexeme (word)
  where length(word) between 3 and 40 and word !~ '[0-9]'
$$;

create function learn_search_words(content text) returns void language sql as $$
  -- In order, so that two who learn at once wait for each other instead of locking up.
  insert into search_word (word, stem, sound)
  select distinct word, coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word), search_sound(word)
  from search_words_of(content) as word order by word
  on conflict do nothing
$$;

create function product_brand(more_details json) returns text language sql immutable as $$
  select coalesce(string_agg(value, ' '), '') from json_each_text(more_details) where lower(key) = 'brand'
$$;

-- The last word of a name, but for an amount or a bracket that ends it.
create function product_essence(name text) returns text language sql immutable strict parallel safe as $$
  select coalesce(substring(
    regexp_replace(search_text(regexp_replace(name, '\s*\([^()]*\)\s*$', '')), '(\s+(x|of|pack|kg|g|l|ml|pc|pcs|\S*\d\S*))+\s*$', '') from '(\S+)\s*$'), '')
$$;

create function refresh_own_search(ids text[]) returns void language plpgsql as $$
begin
  perform learn_search_words((select string_agg(name || ' ' || product_brand(more_details), ' ')
    from product where id = any (ids)));
  insert into product_search (product_id, own, essence)
  select id,
    setweight(search_vector(name), 'A') || setweight(search_vector(product_brand(more_details)), 'B')
      || setweight(to_tsvector('pg_catalog.english', search_text(description)), 'D')
      || array_to_tsvector(search_sizes(unit || ' ' || name)),
    search_vector(product_essence(name))
  from product where id = any (ids)
  on conflict (product_id) do update
    set own = excluded.own, essence = excluded.essence;
end $$;

create function refresh_shelves_search(ids text[]) returns void language plpgsql as $$
begin
  -- Whoever renames one of these waits, or we wait and then see the new name: neither misses the other.
  perform from category where id in (select category_id from product_category where product_id = any (ids))
    order by id for share;
  perform from sub_category where id in (select sub_category_id from product_sub_category where product_id = any (ids))
    order by id for share;
  update product_search kept set shelves =
    setweight(search_vector(coalesce((
      select string_agg(s.name, ' ' order by s.id) from product_sub_category ps
      join sub_category s on s.id = ps.sub_category_id where ps.product_id = kept.product_id), '')), 'B')
    || setweight(search_vector(coalesce((
      select string_agg(c.name, ' ' order by c.id) from product_category pc
      join category c on c.id = pc.category_id where pc.product_id = kept.product_id), '')), 'C')
  where kept.product_id = any (ids);
end $$;

create function search_product_added() returns trigger language plpgsql as $$
begin
  perform refresh_own_search(array(select id from touched));
  return null;
end $$;
create trigger search_product_added after insert on product
  referencing new table as touched for each statement execute function search_product_added();

create function search_product_changed() returns trigger language plpgsql as $$
begin
  perform refresh_own_search(array[new.id]);
  return null;
end $$;
-- For each row, because only then can a change of stock pass by without calling anything.
create trigger search_product_changed after update on product for each row
  when ((old.name, old.unit, old.description, old.more_details::text)
    is distinct from (new.name, new.unit, new.description, new.more_details::text))
  execute function search_product_changed();

create function search_membership_changed() returns trigger language plpgsql as $$
begin
  perform refresh_shelves_search(array(select distinct product_id from touched));
  return null;
end $$;
create trigger search_category_joined after insert on product_category
  referencing new table as touched for each statement execute function search_membership_changed();
create trigger search_category_left after delete on product_category
  referencing old table as touched for each statement execute function search_membership_changed();
create trigger search_sub_category_joined after insert on product_sub_category
  referencing new table as touched for each statement execute function search_membership_changed();
create trigger search_sub_category_left after delete on product_sub_category
  referencing old table as touched for each statement execute function search_membership_changed();

create function search_category_renamed() returns trigger language plpgsql as $$
begin
  perform learn_search_words(new.name);
  perform refresh_shelves_search(array(select product_id from product_category where category_id = new.id));
  return null;
end $$;
create trigger search_category_added after insert on category for each row
  execute function search_category_renamed();
create trigger search_category_renamed after update on category for each row
  when (old.name <> new.name) execute function search_category_renamed();

create function search_sub_category_renamed() returns trigger language plpgsql as $$
begin
  perform learn_search_words(new.name);
  perform refresh_shelves_search(array(select product_id from product_sub_category where sub_category_id = new.id));
  return null;
end $$;
create trigger search_sub_category_added after insert on sub_category for each row
  execute function search_sub_category_renamed();
create trigger search_sub_category_renamed after update on sub_category for each row
  when (old.name <> new.name) execute function search_sub_category_renamed();

-- Products that a shop had before it learned to search.
select learn_search_words(string_agg(name, ' ')) from (select name from category union all select name from sub_category) n;
select refresh_own_search(array(select id from product));
select refresh_shelves_search(array(select id from product));
