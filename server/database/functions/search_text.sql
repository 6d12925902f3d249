-- The text that is searched and the vocabulary.

-- Text without accents, capitals, apostrophes and punctuation, which the parser would read as paths, hosts or
-- numbers. server/search/words/search-query.ts does the same to what a shopper types.
create or replace function search_text(content text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(
    regexp_replace(lower(normalize(content, NFKD)), '[\u0300-\u036f\ufe00-\ufe0f''\u2019]', '', 'g'),
    -- Punctuation and signs of ASCII, of Latin, of typography, of East Asia; emoji.
    '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\xbf\xd7\xf7\u2000-\u2bff\u3000-\u303f\U0001f000-\U0001faff]+', ' ', 'g')
$$;

-- Both forms of each word: the stem finds 'eggs' for 'egg', the plain form finds a word that is still being typed.
create or replace function search_vector(content text) returns tsvector language sql immutable strict parallel safe as $$
  select to_tsvector('pg_catalog.english', t) || to_tsvector('pg_catalog.simple', t) from search_text(content) as t
$$;

-- '2 x 1.5 L' gives {1500ml}. contract/products/pack-sizes.ts reads what a shopper types in the same way.
create or replace function search_sizes(content text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct
    trim_scale(amount * case when unit in ('k', 'l') then 1000 else 1 end)::text
      || case unit when 'k' then 'g' when 'l' then 'ml' when 'm' then 'ml' when 'p' then 'pc' else unit end), '{}')
  from regexp_matches(lower(content),
      '(\d{1,6}(?:\.\d{1,3})?)\s*(kg|kilo|g|gm|gram|l|ltr|litre|liter|ml|pc|piece)s?(?![a-z0-9])', 'g') as found (parts),
    lateral (select parts[1]::numeric, left(parts[2], 1)) as size (amount, unit)
$$;

-- A word as it sounds, so that different spellings of a Hindi word match: panir, panner and paneer are all pnr.
create or replace function search_sound(word text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(
    -- A vowel counts only where it begins the word, and every vowel as the same.
    regexp_replace(regexp_replace(spelt, '^[aeiouy]+', 'A'), '[aeiouyh]+', '', 'g'),
    '(.)\1+', '\1', 'g')
  from (select translate(replace(replace(replace(word, 'ch', 'C'), 'ph', 'f'), 'x', 'ks'), 'czwq', 'kjvk') as spelt) s
$$;

-- The words of a text that are added to the vocabulary.
create or replace function search_words_of(content text) returns setof text language sql immutable strict parallel safe as $$
  select word from unnest(to_tsvector('pg_catalog.simple', search_text(content))) as lexeme (word)
  where length(word) between 3 and 40 and word !~ '[0-9]'
$$;

-- Adds words to the vocabulary. Stem and sound are calculated for new words only.
create or replace function add_search_words(content text) returns void language sql as $$
  -- In order, so that concurrent transactions wait for each other instead of deadlocking.
  insert into search_word (word, stem, sound)
  select word, coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word), search_sound(word)
  from (select distinct word from search_words_of(content) as word) as used
  where not exists (select from search_word as known where known.word = used.word)
  order by word
  on conflict do nothing
$$;

-- The brand among the details of a product.
create or replace function product_brand(more_details json) returns text language sql immutable as $$
  select coalesce(string_agg(value, ' '), '') from json_each_text(more_details) where lower(key) = 'brand'
$$;

-- The brand of a product, and what a shop wrote into the details with that label.
create or replace function searched_brand(brand text, more_details json) returns text language sql immutable as $$
  select trim(coalesce(brand, '') || ' ' || product_brand(more_details))
$$;
