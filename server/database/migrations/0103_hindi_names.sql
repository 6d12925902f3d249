-- Categories and products have a name in Hindi, products a description too; an empty text is none. Orders and
-- shopping lists copy the name, as they copy the English one. The columns are added without a rewrite of the tables.
alter table category
  add column name_hindi text not null default '',
  add constraint category_name_hindi check (name_hindi = btrim(name_hindi) and length(name_hindi) <= 100) not valid;
alter table sub_category
  add column name_hindi text not null default '',
  add constraint sub_category_name_hindi check (name_hindi = btrim(name_hindi) and length(name_hindi) <= 100) not valid;
alter table product
  add column name_hindi text not null default '',
  add column description_hindi text not null default '',
  add constraint product_name_hindi check (name_hindi = btrim(name_hindi) and length(name_hindi) <= 150) not valid,
  add constraint product_description_hindi check (length(description_hindi) <= 5000) not valid;
alter table order_line
  add column name_hindi text not null default '';
alter table shopping_list_line
  add column name_hindi text not null default '';
alter table category validate constraint category_name_hindi;
alter table sub_category validate constraint sub_category_name_hindi;
alter table product validate constraint product_name_hindi, validate constraint product_description_hindi;
