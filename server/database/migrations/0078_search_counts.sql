-- Searches that found products are counted too.
alter table zero_result_search rename to search_count;
alter index search_miss_pkey rename to search_count_pkey;
alter table search_count
  drop constraint search_miss_words_check,
  drop constraint search_miss_count_check,
  add column zero_result_count integer not null default 0,
  -- How many products the text found last; null of the rest and of rows of earlier versions.
  add column product_count integer check (product_count >= 0);
update search_count set zero_result_count = count;
alter table search_count
  -- '' is the rest of a day that has the largest number of different texts.
  add check (length(words) <= 200),
  add check (count > 0 and zero_result_count between 0 and count),
  alter column count drop default,
  alter column zero_result_count drop default;
