-- Changes of the catalogue are announced as tags of what they affect, so that caches drop nothing else:
--   product:<id>                   a field of the product, its categories, or whether it is sold out
--   stock:<id>                     only its number in stock or the time of its last change
--   category:<id>                  the products of a category or their order
--   sub-category:<id>              the products of a sub-category or their order
--   search                         the results of searches or their order
--   search-later-pages             a product moved from before or on a page of search results to after it
--   sub-category-later-pages:<id>  the same of the products of a sub-category
--   search-facets                  lists of search results that are sorted or filtered
--   sub-category-facets:<id>       the same of the products of a sub-category
--   home                           what staff put on the home page
--   store                          the settings of the store and the texts of its pages
-- All processes receive them as a notification of the channel 'catalogue': a JSON array, or 'all'. The connection
-- that makes the change receives the same text before its statement ends, as the detail of an INFO message, which no
-- setting suppresses. Numbers in stock that a placed order changes are announced to the other processes later, with the
-- order (order_notifications.sql).

-- Null announces everything. So does a list that exceeds the size of a notification, which is 8,000 bytes.
create or replace function announce_catalogue_change(tags text[]) returns void language plpgsql as $$
declare
  payload text := coalesce(to_json(tags)::text, 'all');
begin
  if octet_length(payload) > 7900 then
    payload := 'all';
  end if;
  perform pg_notify('catalogue', payload);
  raise info using message = 'announcement', detail = payload;
end $$;

-- Everything, for changes of category, sub_category and sub_category_category.
create or replace function notify_catalogue() returns trigger language plpgsql as $$
begin
  perform announce_catalogue_change(null);
  return null;
end $$;
create or replace trigger category_changed after insert or update or delete on category
  for each statement execute function notify_catalogue();
create or replace trigger product_category_updated after update on product_category
  for each statement execute function notify_catalogue();
create or replace trigger product_sub_category_updated after update on product_sub_category
  for each statement execute function notify_catalogue();
create or replace trigger sub_category_changed after insert or update or delete on sub_category
  for each statement execute function notify_catalogue();
create or replace trigger sub_category_category_changed after insert or update or delete on sub_category_category
  for each statement execute function notify_catalogue();

-- The tags of the categories and sub-categories of these products.
create or replace function category_tags(product_ids text[]) returns setof text language sql stable as $$
  select 'category:' || category_id from product_category where product_id = any (product_ids)
  union all
  select 'sub-category:' || sub_category_id from product_sub_category where product_id = any (product_ids)
$$;

-- A price, discount, brand or mark decides where a product is in sorted and filtered lists.
create or replace function notify_product() returns trigger language plpgsql as $$
declare
  tags text[];
  moved text[];
  sorted text[];
begin
  -- Before the join, whose plan is made for few rows.
  if (select count(*) from after_update) > 100 then
    perform announce_catalogue_change(null);
    return null;
  end if;
  select array_agg(case when is_edited or is_moved then 'product:' else 'stock:' end || id)
        filter (where is_edited or is_moved or is_newer)
      || case when bool_or(is_moved or is_found_differently) then array['search'] end
      || case when bool_or(is_sorted_differently) then array['search-facets'] end,
    array_agg(id) filter (where is_moved),
    array_agg(id) filter (where is_sorted_differently)
  into tags, moved, sorted
  from (
    select id,
      (a.name, a.name_hindi, a.images, a.unit, a.price_paise, a.discount_basis_points, a.sale_price_paise, a.brand, a.veg, a.origin, a.status, a.maximum_per_order,
          a.family, a.description, a.description_hindi,
          a.more_details::text)
        is distinct from (b.name, b.name_hindi, b.images, b.unit, b.price_paise, b.discount_basis_points, b.sale_price_paise, b.brand, b.veg, b.origin, b.status, b.maximum_per_order,
          b.family, b.description, b.description_hindi,
          b.more_details::text) as is_edited,
      -- Lists show active products, those with a picture first, then the newest.
      a.created_at <> b.created_at or (a.status = 'active') <> (b.status = 'active')
        or (a.images = '{}') <> (b.images = '{}') as is_moved,
      a.updated_at <> b.updated_at as is_newer,
      -- The columns that product_search is made from.
      (a.name, a.name_hindi, a.unit, a.brand, a.description, a.description_hindi, a.more_details::text)
        is distinct from
        (b.name, b.name_hindi, b.unit, b.brand, b.description, b.description_hindi, b.more_details::text) as is_found_differently,
      (a.price_paise, a.discount_basis_points, a.sale_price_paise, a.brand, a.veg)
        is distinct from (b.price_paise, b.discount_basis_points, b.sale_price_paise, b.brand, b.veg) as is_sorted_differently
    from before_update b join after_update a using (id)
  ) changed;
  if tags is not null then
    if moved is not null then
      tags := tags || array(select distinct tag from category_tags(moved) as tag);
    end if;
    if sorted is not null then
      tags := tags || array(
        select distinct 'sub-category-facets:' || sub_category_id
        from product_sub_category where product_id = any (sorted));
    end if;
    perform announce_catalogue_change(tags);
  end if;
  return null;
end $$;
create or replace trigger product_changed after update on product
  referencing old table as before_update new table as after_update
  for each statement execute function notify_product();

create or replace function notify_product_existence() returns trigger language plpgsql as $$
declare
  tags text[] := array(select 'product:' || id from touched);
begin
  if cardinality(tags) > 0 then
    perform announce_catalogue_change(case when cardinality(tags) <= 100 then tags || array['search'] end);
  end if;
  return null;
end $$;
create or replace trigger product_deleted after delete on product
  referencing old table as touched for each statement execute function notify_product_existence();
create or replace trigger product_inserted after insert on product
  referencing new table as touched for each statement execute function notify_product_existence();

-- Arguments: the kind of tag and the column with its id. A list of a sub-category shows only products of one
-- category, and the row of a category alternates between its sub-categories, so a change in one concerns both. An
-- import has locked the products that it moves, and no other transaction sees those that it creates, so this function
-- need not lock them again.
create or replace function notify_membership() returns trigger language plpgsql as $$
declare
  ids text[] := array(select distinct product_id from touched);
begin
  if cardinality(ids) = 0 then
    return null;
  end if;
  if not is_bulk_import() then
    -- A concurrent change of a product or its stock waits for these locks and then reads its new categories, or this
    -- waits for it.
    perform lock_products(ids);
  end if;
  perform announce_catalogue_change(case when cardinality(ids) <= 100 then array(
    select 'product:' || id from unnest(ids) as id
    union select tg_argv[0] || ':' || (to_jsonb(touched) ->> tg_argv[1]) from touched
    union select category_tags(ids)
    union select 'search') end);
  return null;
end $$;
create or replace trigger product_category_deleted after delete on product_category
  referencing old table as touched for each statement execute function notify_membership('category', 'category_id');
create or replace trigger product_category_inserted after insert on product_category
  referencing new table as touched for each statement execute function notify_membership('category', 'category_id');
create or replace trigger product_sub_category_deleted after delete on product_sub_category
  referencing old table as touched for each statement
  execute function notify_membership('sub-category', 'sub_category_id');
create or replace trigger product_sub_category_inserted after insert on product_sub_category
  referencing new table as touched for each statement
  execute function notify_membership('sub-category', 'sub_category_id');

-- A product that sells out moves towards the end of its lists, so the first page of a list that did not show it stays
-- the same. Selling out therefore announces, besides product:<id>, only the tags of later pages. When a size sells
-- out, another one represents its family, which can be on any page of a list. Being back in stock announces all lists
-- of the product.
create or replace function notify_stock() returns trigger language plpgsql as $$
declare
  tags text[];
  back text[];
  sold_out text[];
begin
  -- Before the join, whose plan is made for few rows.
  if (select count(*) from after_update) > 100 then
    perform announce_catalogue_change(null);
    return null;
  end if;
  select array_agg(case when 0 in (b.pieces, a.pieces) then 'product:' else 'stock:' end || product_id),
    array_agg(product_id) filter (where b.pieces = 0),
    array_agg(product_id) filter (where a.pieces = 0)
  into tags, back, sold_out
  from before_update b join after_update a using (product_id)
  where a.pieces <> b.pieces;
  if tags is not null then
    if back is not null then
      tags := tags || array['search'] || array(select distinct tag from category_tags(back) as tag);
    end if;
    if sold_out is not null then
      tags := tags || array['search-later-pages'] || array(
        select distinct 'sub-category-later-pages:' || sub_category_id
        from product_sub_category where product_id = any (sold_out));
      perform announce_families((
        select array_agg(distinct family) from product where id = any (sold_out) and family <> ''));
    end if;
    if back is null and sold_out is null and current_setting('tokri.is_announced_later', true) = 'true' then
      raise info using message = 'announcement', detail = to_json(tags)::text;
    else
      perform announce_catalogue_change(tags);
    end if;
  end if;
  return null;
end $$;
create or replace trigger product_stock_changed after update on product_stock
  referencing old table as before_update new table as after_update
  for each statement execute function notify_stock();

-- All sizes of these families, and all lists that show them: another size may represent them, and their number is
-- shown.
create or replace function announce_families(families text[]) returns void language plpgsql as $$
declare
  ids text[];
begin
  if families is null then
    return;
  end if;
  ids := array(select id from product where family = any (families) and family <> '' limit 101);
  if cardinality(ids) > 0 then
    perform announce_catalogue_change(case when cardinality(ids) <= 100 then array(
      select 'product:' || id from unnest(ids) as id
      union select category_tags(ids)
      union select 'search') end);
  end if;
end $$;

create or replace function notify_family() returns trigger language plpgsql as $$
declare
  families text[];
begin
  -- Before the join, whose plan is made for few rows. Everything is announced for that many.
  if (select count(*) from after_update) <= 100 then
    select array_agg(distinct named.family) into families
    from before_update b join after_update a using (id)
    cross join unnest(array[b.family, a.family]) as named (family)
    where named.family <> '' and (a.family, a.status) is distinct from (b.family, b.status);
    perform announce_families(families);
  end if;
  return null;
end $$;
create or replace trigger product_family_changed after update on product
  referencing old table as before_update new table as after_update
  for each statement execute function notify_family();

create or replace function notify_family_existence() returns trigger language plpgsql as $$
begin
  if (select count(*) from touched) <= 100 then
    perform announce_families((select array_agg(distinct family) from touched where family <> ''));
  end if;
  return null;
end $$;
create or replace trigger product_family_deleted after delete on product
  referencing old table as touched for each statement execute function notify_family_existence();
create or replace trigger product_family_inserted after insert on product
  referencing new table as touched for each statement execute function notify_family_existence();

create or replace function notify_home() returns trigger language plpgsql as $$
begin
  perform announce_catalogue_change(array['home']);
  return null;
end $$;
create or replace trigger banner_changed after insert or update or delete on banner
  for each statement execute function notify_home();
create or replace trigger home_layout_changed after insert or update on home_layout
  for each statement execute function notify_home();
create or replace trigger product_collection_changed after insert or update or delete on product_collection
  for each statement execute function notify_home();

-- Name, contact and payment methods of the store are on all pages.
create or replace function notify_store() returns trigger language plpgsql as $$
begin
  perform announce_catalogue_change(array['store']);
  return null;
end $$;
create or replace trigger store_changed after insert on store_settings
  for each statement execute function notify_store();
-- So is the list of published pages.
create or replace trigger page_version_inserted after insert on page_version
  for each statement execute function notify_store();
