-- Whether the transaction changes thousands of products and has said so (set_config 'tokri.bulk'). Triggers then
-- leave the search text alone: the import calculates it once for each product, many at a time.
create or replace function is_bulk_import() returns boolean language sql stable as $$
  select coalesce(current_setting('tokri.bulk', true), '') = 'on'
$$;
