-- Words of names and parts of email addresses, found by their beginning.
create or replace function customer_words(name text, email text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', translate(name || ' ' || email, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)))
$$;
