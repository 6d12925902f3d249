-- The search index of each process reads the main words from names itself.
drop function if exists calculate_search_texts(json);
drop function if exists product_head_noun(text);
alter table product_search drop column head_noun;
