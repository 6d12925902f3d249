-- Searches run in the memory of the server: nothing looks up words in these.
drop index product_search_text;
drop index search_word_stem;
drop index search_word_sound;
