-- The change in the drawer in the morning: what is counted less it is the cash of the day. It was taken to be what stays in the drawer
-- in the evening, as it was for the sheets that are closed.
alter table day_closing add column opening_paise bigint;
alter table day_closing disable trigger day_closing_changed;
update day_closing set opening_paise = float_paise;
alter table day_closing enable trigger day_closing_changed;
alter table day_closing
  alter column opening_paise set not null,
  add constraint opening_is_an_amount check (opening_paise >= 0);
