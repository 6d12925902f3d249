-- The sitemap and the search index read the memberships of products themselves.
drop function if exists list_membership() cascade;
drop function if exists list_updated_membership() cascade;
drop function if exists list_product() cascade;
drop function if exists list_stock() cascade;
drop function if exists list_family() cascade;
drop function if exists refresh_product_listing(text[]);
drop table product_listing;
