-- used_at: the latest upload or check of an image by its address. unused_since: since when the daily job finds no reference to it.
-- removed_at: from then on the image does not exist for anyone, and the job deletes its files; also set during the first upload.
alter table image
  add column used_at timestamptz not null default now(),
  add column unused_since timestamptz,
  add column removed_at timestamptz;
create index image_unused on image (unused_since) where unused_since is not null;
create index image_removed on image (removed_at) where removed_at is not null;

-- The hash of every image that something shows. Lines of orders show the image that their product had.
create view referenced_image as
select split_part(url, '/', 3) as hash
from (
  select avatar from account
  union all select image from category
  union all select image from sub_category
  union all select image from order_line
  union all select unnest(images) from product) as reference (url)
where url like '/images/%';
