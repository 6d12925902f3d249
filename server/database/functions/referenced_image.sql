drop view if exists referenced_image;
-- The hash of every image that something shows. Lines of orders show the image that their product had,
-- and emails the logo that the store had.
create view referenced_image as
select split_part(url, '/', 3) as hash
from (
  select avatar from account
  union all select image from category
  union all select image from sub_category
  union all select image from order_line
  union all select settings #>> '{branding,logo,url}' from store_settings
  union all select unnest(images) from product
  union all select unnest(array[image, phone_image]) from banner) as reference (url)
where url like '/images/%';
