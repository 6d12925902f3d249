-- A product that sells out moves towards the end of its lists, so the first page of a list that did not show it stays the
-- same. Selling out therefore announces, besides product:<id>, only what later pages of lists have as tags:
--   search-later-pages             a product moved from before or on a page of search results to after it
--   sub-category-later-pages:<id>  the same of the products of a sub-category
-- Being back in stock announces all lists as before.
create or replace function notify_product() returns trigger language plpgsql as $$
declare
  tags text[];
  moved text[];
  sold_out text[];
begin
  -- Before the join, whose plan is made for few rows.
  if (select count(*) from after_update) > 100 then
    perform announce_catalogue_change(null);
    return null;
  end if;
  select array_agg(case when is_edited or is_sold_out or is_moved then 'product:' else 'stock:' end || id)
        filter (where is_edited or is_sold_out or is_moved or is_restocked)
      || case when bool_or(is_moved or is_found_differently) then array['search'] end
      || case when bool_or(is_sold_out) then array['search-later-pages'] end,
    array_agg(id) filter (where is_moved),
    array_agg(id) filter (where is_sold_out)
  into tags, moved, sold_out
  from (
    select id,
      (a.name, a.images, a.unit, a.price_paise, a.discount_basis_points, a.description, a.more_details::text)
        is distinct from
        (b.name, b.images, b.unit, b.price_paise, b.discount_basis_points, b.description, b.more_details::text) as is_edited,
      a.stock = 0 and b.stock <> 0 as is_sold_out,
      -- Lists show products in stock first, the newest first.
      a.stock <> 0 and b.stock = 0 or a.created_at <> b.created_at as is_moved,
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
    if sold_out is not null then
      tags := tags || array(
        select distinct 'sub-category-later-pages:' || sub_category_id
        from product_sub_category where product_id = any (sold_out));
    end if;
    perform announce_catalogue_change(tags);
  end if;
  return null;
end $$;
