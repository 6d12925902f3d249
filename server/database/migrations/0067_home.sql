-- What staff put on the home page beside its categories. Each has a schedule: shown from starts_at until just before ends_at.
create table banner (
  id text primary key,
  -- What the image says; title_hindi is empty for none.
  title text not null check (length(title) between 1 and 120),
  title_hindi text not null check (length(title_hindi) <= 120),
  image text not null check (image like '/images/%'),
  -- For narrow screens; empty for the same image.
  phone_image text not null check (phone_image = '' or phone_image like '/images/%'),
  -- A path of the shop, not another host.
  link text not null check (link ~ '^/[^/\\]' and length(link) <= 300),
  starts_at timestamptz,
  ends_at timestamptz,
  is_active boolean not null,
  -- Counts changes.
  version integer not null default 1,
  created_at timestamptz not null,
  check (ends_at > starts_at)
);

create table product_collection (
  id text primary key,
  title text not null check (length(title) between 1 and 60),
  title_hindi text not null check (length(title_hindi) <= 60),
  -- Chosen products or a rule, as contract/home/home.ts validates them.
  source jsonb not null check (jsonb_typeof(source) = 'object'),
  product_count integer not null check (product_count between 1 and 100),
  starts_at timestamptz,
  ends_at timestamptz,
  is_active boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  check (ends_at > starts_at)
);
create unique index product_collection_title on product_collection (lower(title));

-- The order of the home page, in one row from the first change on. What it does not name follows by a rule. Its lock lets writers
-- wait for each other.
create table home_layout (
  is_only boolean primary key default true check (is_only),
  -- Counts changes of the order and of what is in it.
  version integer not null default 0,
  banner_ids text[] not null default '{}',
  -- 'COLLECTION:<id>' and 'CATEGORY:<id>'.
  row_keys text[] not null default '{}'
);

-- Announced as the tag 'home'.
create function notify_home() returns trigger language plpgsql as $$
begin
  perform announce_catalogue_change(array['home']);
  return null;
end $$;
create trigger banner_changed after insert or update or delete on banner
  for each statement execute function notify_home();
create trigger product_collection_changed after insert or update or delete on product_collection
  for each statement execute function notify_home();
create trigger home_layout_changed after insert or update on home_layout
  for each statement execute function notify_home();

create or replace view referenced_image as
select split_part(url, '/', 3) as hash
from (
  select avatar from account
  union all select image from category
  union all select image from sub_category
  union all select image from order_line
  union all select unnest(images) from product
  union all select unnest(array[image, phone_image]) from banner) as reference (url)
where url like '/images/%';

alter table audit_entry drop constraint audit_entry_kind_check,
  add constraint audit_entry_kind_check check (kind in ('product', 'category', 'sub-category', 'account', 'order', 'settings',
    'coupon', 'day-sheet', 'banner', 'collection', 'home'));
