-- Whether a text is a GTIN-8, -12, -13 or -14: the weighted sum of all digits, padded to 14, is a multiple of 10.
create or replace function is_barcode(code text) returns boolean language sql immutable as $$
  select case when code ~ '^([0-9]{8}|[0-9]{12,14})$' and code ~ '[1-9]' then (
    3 * (substr(lpad(code, 14, '0'), 1, 1)::integer + substr(lpad(code, 14, '0'), 3, 1)::integer
      + substr(lpad(code, 14, '0'), 5, 1)::integer + substr(lpad(code, 14, '0'), 7, 1)::integer
      + substr(lpad(code, 14, '0'), 9, 1)::integer + substr(lpad(code, 14, '0'), 11, 1)::integer
      + substr(lpad(code, 14, '0'), 13, 1)::integer)
    + substr(lpad(code, 14, '0'), 2, 1)::integer + substr(lpad(code, 14, '0'), 4, 1)::integer
    + substr(lpad(code, 14, '0'), 6, 1)::integer + substr(lpad(code, 14, '0'), 8, 1)::integer
    + substr(lpad(code, 14, '0'), 10, 1)::integer + substr(lpad(code, 14, '0'), 12, 1)::integer
    + substr(lpad(code, 14, '0'), 14, 1)::integer) % 10 = 0
  else false end
$$;
