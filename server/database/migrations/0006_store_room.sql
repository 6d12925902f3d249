-- What the dashboard needs: who changed what, files of products on their way in, searches that found nothing.

-- Every write of an admin, in the transaction of the write: there is no change without its entry.
create table audit_entry (
  id text primary key,
  at timestamptz not null,
  -- The account may go; who it was stays.
  account_id text references account on delete set null,
  account_name text not null,
  kind text not null check (kind in ('product', 'category', 'sub-category', 'account', 'order')),
  thing_id text not null,
  thing_name text not null,
  action text not null check (length(action) between 1 and 40),
  -- [{ field, before, after }]
  changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array')
);
create index audit_entry_of_thing on audit_entry (kind, thing_id, at desc, id desc);
create index audit_entry_by_time on audit_entry (at desc, id desc);

-- A file of products that was checked, with what is wrong in it and what it would change.
create table product_import (
  id text primary key,
  file_name text not null check (length(file_name) between 1 and 200),
  -- Who checked it, and who had it applied.
  account_id text references account on delete set null,
  applied_by text references account on delete set null,
  status text not null check (status in ('CHECKED', 'APPLYING', 'APPLIED', 'FAILED')),
  report jsonb not null,
  skip_bad_rows boolean not null default false,
  -- How often it was begun: a process may die while it is at it.
  attempts integer not null default 0 check (attempts >= 0),
  done integer not null default 0 check (done >= 0),
  failure text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index product_import_of_status on product_import (status, created_at);

-- What applying it will do, some hundred products a part. It goes when that is done.
create table product_import_part (
  import_id text not null references product_import on delete cascade,
  position integer not null check (position >= 0),
  action text not null check (action in ('create', 'update')),
  -- Of the products that are updated, so that they can be locked before anything is written.
  product_ids text[] not null,
  -- json, not jsonb: the order of a product's labels is the manager's.
  rows json not null,
  primary key (import_id, position)
);

-- Whoever changes thousands of products at once says so in its transaction (set_config 'tokri.bulk'). The search
-- then waits until it is told which products to look at anew, and looks at each once, many at a time.
create function is_bulk() returns boolean language sql stable as $$
  select coalesce(current_setting('tokri.bulk', true), '') = 'on'
$$;

create or replace function search_product_added() returns trigger language plpgsql as $$
begin
  if not is_bulk() then
    perform refresh_own_search(array(select id from touched));
  end if;
  return null;
end $$;

drop trigger search_product_changed on product;
create trigger search_product_changed after update on product for each row
  when ((old.name, old.unit, old.description, old.more_details::text)
    is distinct from (new.name, new.unit, new.description, new.more_details::text)
    and not is_bulk())
  execute function search_product_changed();

create or replace function search_membership_changed() returns trigger language plpgsql as $$
begin
  if not is_bulk() then
    perform refresh_shelves_search(array(select distinct product_id from touched));
  end if;
  return null;
end $$;

-- As refresh_own_search and refresh_shelves_search together, but each product is put into the index once, and the
-- names of shelves on which many of them stand are taken apart once. Whoever calls it holds the shelves.
create function refresh_search_in_bulk(ids text[]) returns void language plpgsql as $$
begin
  perform learn_search_words((select string_agg(name || ' ' || product_brand(more_details), ' ')
    from product where id = any (ids)));
  with named as materialized (
    select p.id,
      coalesce((select string_agg(s.name, ' ' order by s.id) from product_sub_category ps
        join sub_category s on s.id = ps.sub_category_id where ps.product_id = p.id), '') as sub_categories,
      coalesce((select string_agg(c.name, ' ' order by c.id) from product_category pc
        join category c on c.id = pc.category_id where pc.product_id = p.id), '') as categories
    from product p where p.id = any (ids)
  ), shelf as materialized (
    select sub_categories, categories,
      setweight(search_vector(sub_categories), 'B') || setweight(search_vector(categories), 'C') as vector
    from named group by sub_categories, categories
  )
  insert into product_search (product_id, own, shelves, essence)
  select p.id,
    setweight(search_vector(p.name), 'A') || setweight(search_vector(product_brand(p.more_details)), 'B')
      || setweight(to_tsvector('pg_catalog.english', search_text(p.description)), 'D')
      || array_to_tsvector(search_sizes(p.unit || ' ' || p.name)),
    shelf.vector, search_vector(product_essence(p.name))
  from product p join named using (id) join shelf using (sub_categories, categories)
  on conflict (product_id) do update
    set own = excluded.own, shelves = excluded.shelves, essence = excluded.essence;
end $$;

-- The orders of the last days, for the figures of the dashboard.
create index order_by_time on customer_order (created_at);

-- How often a search found nothing, by day.
create table search_miss (
  day date not null,
  words text not null check (length(words) between 1 and 200),
  count integer not null default 1 check (count > 0),
  primary key (day, words)
);
