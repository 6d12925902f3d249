-- Lists are read from the search index of each process. Processes of the former version no longer read the table.
drop function if exists list_membership(), list_updated_membership(), list_product(), list_stock(), list_family() cascade;
drop function if exists refresh_product_listing(text[]);
drop table product_listing;
