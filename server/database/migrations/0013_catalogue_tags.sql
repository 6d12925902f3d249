-- Changes of the catalogue are announced as tags of what they affect, so that caches drop nothing else:
--   product:<id>       a field of the product, its categories, or whether it is sold out
--   stock:<id>         only its number in stock or the time of its last change
--   category:<id>      the products of a category or their order
--   sub-category:<id>  the products of a sub-category or their order
--   search             the results of searches or their order
-- All processes receive them as a notification of the channel 'catalogue': a JSON array, or 'all'. The connection that
-- makes the change receives the same text before its statement ends, as the detail of an INFO message, which no setting suppresses.

-- Null announces everything. So does a list that exceeds the size of a notification, which is 8,000 bytes.
create function announce_catalogue_change(tags text[]) returns void language plpgsql as $$
declare
  payload text := coalesce(to_json(tags)::text, 'all');
begin
  if octet_length(payload) > 7900 then
    payload := 'all';
  end if;
  perform pg_notify('catalogue', payload);
  raise info using message = 'announcement', detail = payload;
end $$;

create function category_tags(product_ids text[]) returns setof text language sql stable as $$
  select 'category:' || category_id from product_category where product_id = any (product_ids)
  union all
  select 'sub-category:' || sub_category_id from product_sub_category where product_id = any (product_ids)
$$;

-- For category, sub_category and sub_category_category.
create or replace function notify_catalogue() returns trigger language plpgsql as $$
begin
  perform announce_catalogue_change(null);
  return null;
end $$;

create or replace function notify_product() returns trigger language plpgsql as $$
declare
  tags text[];
  moved text[];
begin
  -- Before the join, whose plan is made for few rows.
  if (select count(*) from after_update) > 100 then
    perform announce_catalogue_change(null);
    return null;
  end if;
  select array_agg(case when is_edited or is_moved then 'product:' else 'stock:' end || id)
        filter (where is_edited or is_moved or is_restocked)
      || case when bool_or(is_moved or is_found_differently) then array['search'] end,
    array_agg(id) filter (where is_moved)
  into tags, moved
  from (
    select id,
      (a.name, a.images, a.unit, a.price_paise, a.discount_basis_points, a.description, a.more_details::text)
        is distinct from
        (b.name, b.images, b.unit, b.price_paise, b.discount_basis_points, b.description, b.more_details::text) as is_edited,
      -- Lists show products in stock first, the newest first.
      (a.stock = 0) <> (b.stock = 0) or a.created_at <> b.created_at as is_moved,
      (a.stock, a.updated_at) <> (b.stock, b.updated_at) as is_restocked,
      -- The columns that product_search is made from.
      (a.name, a.unit, a.description, a.more_details::text)
        is distinct from (b.name, b.unit, b.description, b.more_details::text) as is_found_differently
    from before_update b join after_update a using (id)
  ) changed;
  if tags is not null then
    if moved is not null then
      tags := tags || array(select distinct tag from category_tags(moved) as tag);
    end if;
    perform announce_catalogue_change(tags);
  end if;
  return null;
end $$;

create function notify_product_existence() returns trigger language plpgsql as $$
declare
  tags text[] := array(select 'product:' || id from touched);
begin
  if cardinality(tags) > 0 then
    perform announce_catalogue_change(case when cardinality(tags) <= 100 then tags || array['search'] end);
  end if;
  return null;
end $$;

drop trigger product_added on product;
create trigger product_inserted after insert on product
  referencing new table as touched for each statement execute function notify_product_existence();
create trigger product_deleted after delete on product
  referencing old table as touched for each statement execute function notify_product_existence();

-- Arguments: the kind of tag and the column with its id. A list of a sub-category shows only products of one category,
-- and the row of a category alternates between its sub-categories, so a change in one concerns both.
create function notify_membership() returns trigger language plpgsql as $$
declare
  ids text[] := array(select distinct product_id from touched);
begin
  if cardinality(ids) = 0 then
    return null;
  end if;
  -- A concurrent update of a product waits for this lock and then reads its new categories, or this waits for the update.
  perform from product where id = any (ids) order by id for no key update;
  perform announce_catalogue_change(case when cardinality(ids) <= 100 then array(
    select 'product:' || id from unnest(ids) as id
    union select tg_argv[0] || ':' || (to_jsonb(touched) ->> tg_argv[1]) from touched
    union select category_tags(ids)
    union select 'search') end);
  return null;
end $$;

drop trigger product_category_changed on product_category;
drop trigger product_sub_category_changed on product_sub_category;
create trigger product_category_inserted after insert on product_category
  referencing new table as touched for each statement execute function notify_membership('category', 'category_id');
create trigger product_category_deleted after delete on product_category
  referencing old table as touched for each statement execute function notify_membership('category', 'category_id');
create trigger product_category_updated after update on product_category
  for each statement execute function notify_catalogue();
create trigger product_sub_category_inserted after insert on product_sub_category
  referencing new table as touched for each statement
  execute function notify_membership('sub-category', 'sub_category_id');
create trigger product_sub_category_deleted after delete on product_sub_category
  referencing old table as touched for each statement
  execute function notify_membership('sub-category', 'sub_category_id');
create trigger product_sub_category_updated after update on product_sub_category
  for each statement execute function notify_catalogue();
