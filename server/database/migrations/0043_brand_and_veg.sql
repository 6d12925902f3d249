-- Brand, and the mark that food carries: true for vegetarian, false for non-vegetarian, null for none.
alter table product
  add column brand text not null default '' check (length(brand) <= 100),
  add column veg boolean;

create or replace view product_with_categories as
select p.id, p.name, p.images, p.unit, stocked.stock, p.price_paise, p.discount_basis_points, p.description,
  p.more_details, p.created_at, p.updated_at,
  (select coalesce(json_agg(json_build_object('_id', c.id, 'name', c.name, 'hue', c.hue) order by lower(c.name), c.id), '[]')
    from product_category pc join category c on c.id = pc.category_id where pc.product_id = p.id) as categories,
  (select coalesce(json_agg(json_build_object('_id', s.id, 'name', s.name) order by lower(s.name), s.id), '[]')
    from product_sub_category ps join sub_category s on s.id = ps.sub_category_id
    where ps.product_id = p.id) as sub_categories,
  p.brand, p.veg
from product p join product_stock stocked on stocked.product_id = p.id;

-- Search -------------------------------------------------------------------------------------------------------------

-- The brand of a product, and what a shop wrote into details with that label.
create function searched_brand(brand text, more_details json) returns text language sql immutable as $$
  select trim(coalesce(brand, '') || ' ' || product_brand(more_details))
$$;

create or replace function refresh_product_text(ids text[]) returns void language plpgsql as $$
begin
  perform add_search_words((select string_agg(name || ' ' || searched_brand(brand, more_details), ' ')
    from product where id = any (ids)));
  insert into product_search (product_id, product_text, head_noun)
  select id,
    setweight(search_vector(name), 'A') || setweight(search_vector(searched_brand(brand, more_details)), 'B')
      || setweight(to_tsvector('pg_catalog.english', search_text(description)), 'D')
      || array_to_tsvector(search_sizes(unit || ' ' || name)),
    search_vector(product_head_noun(name))
  from product where id = any (ids)
  on conflict (product_id) do update
    set product_text = excluded.product_text, head_noun = excluded.head_noun;
end $$;

-- The search texts of products with these fields: [{ id, name, unit, brand, description, more_details }]. A missing field is
-- read from the product. `words` has the words of name and brand for the vocabulary.
create or replace function calculate_search_texts(changes json)
returns table (id text, words text, product_text tsvector, head_noun tsvector) language sql stable as $$
  select id, name || ' ' || brand,
    setweight(search_vector(name), 'A') || setweight(search_vector(brand), 'B')
      || setweight(to_tsvector('pg_catalog.english', search_text(description)), 'D')
      || array_to_tsvector(search_sizes(unit || ' ' || name)),
    search_vector(product_head_noun(name))
  from (
    select n.id, coalesce(n.name, p.name) as name, coalesce(n.unit, p.unit) as unit,
      coalesce(n.description, p.description) as description,
      searched_brand(coalesce(n.brand, p.brand), coalesce(n.more_details, p.more_details)) as brand
    from json_to_recordset(changes)
      as n (id text, name text, unit text, brand text, description text, more_details json)
    left join product p on p.id = n.id
    offset 0
  ) as product
$$;

drop trigger search_product_changed on product;
create trigger search_product_changed after update of name, unit, brand, description, more_details on product for each row
  when ((old.name, old.unit, old.brand, old.description, old.more_details::text)
    is distinct from (new.name, new.unit, new.brand, new.description, new.more_details::text)
    and not is_bulk_import())
  execute function search_product_changed();

-- Announcements ------------------------------------------------------------------------------------------------------

-- A price, discount, brand or mark decides where a product is in sorted and filtered lists, which have besides their other tags:
--   search-facets             lists of search results
--   sub-category-facets:<id>  lists of the products of a sub-category
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
      (a.name, a.images, a.unit, a.price_paise, a.discount_basis_points, a.brand, a.veg, a.description, a.more_details::text)
        is distinct from (b.name, b.images, b.unit, b.price_paise, b.discount_basis_points, b.brand, b.veg, b.description,
          b.more_details::text) as is_edited,
      -- Lists show the newest products first.
      a.created_at <> b.created_at as is_moved,
      a.updated_at <> b.updated_at as is_newer,
      -- The columns that product_search is made from.
      (a.name, a.unit, a.brand, a.description, a.more_details::text)
        is distinct from (b.name, b.unit, b.brand, b.description, b.more_details::text) as is_found_differently,
      (a.price_paise, a.discount_basis_points, a.brand, a.veg)
        is distinct from (b.price_paise, b.discount_basis_points, b.brand, b.veg) as is_sorted_differently
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

-- Brands of earlier versions -----------------------------------------------------------------------------------------

-- They were details. The text that is searched stays the same. A form that was opened before has to be opened again, because
-- it would write the detail again. A detail that is no brand of one line stays.
select set_config('tokri.bulk', 'on', true);
update product p set brand = named.value, updated_at = greatest(now(), p.updated_at + interval '1 millisecond'),
  more_details = (
    select coalesce(json_object_agg(detail.key, detail.value order by detail.position), '{}')
    from json_each_text(p.more_details) with ordinality as detail (key, value, position)
    where lower(detail.key) <> 'brand')
from (
  select id, min(trim(value)) as value
  from product, json_each_text(more_details)
  where lower(key) = 'brand'
  group by id having count(*) = 1
) as named
where named.id = p.id and length(named.value) between 1 and 100 and named.value !~ '[[:cntrl:]]'
  -- The demo catalogue's.
  and named.value <> 'Loose, without a brand';
select set_config('tokri.bulk', 'off', true);
