-- The last ten digits of a phone number, without the code of the country.
create or replace function phone_digits(phone text) returns text language sql immutable parallel safe as $$
  select right(regexp_replace(phone, '\D', '', 'g'), 10)
$$;
