-- The change in the drawer in the morning: what is counted less it is the cash of the day. It was taken to be what stays in the drawer
-- in the evening, as it was for the sheets that are closed.
alter table day_closing add column opening_paise bigint;
alter table day_closing disable trigger day_closing_changed;
update day_closing set opening_paise = float_paise;
alter table day_closing enable trigger day_closing_changed;

-- As before, and a closing by a process of the former version, which runs while a restart replaces one after the other, has what it meant.
create or replace function check_day_closing() returns trigger language plpgsql as $$
begin
  if new.version > 1 and not exists (select from day_closing where day = new.day and version = new.version - 1) then
    raise exception 'The day % has no version % to correct.', new.day, new.version - 1 using errcode = 'check_violation';
  end if;
  new.opening_paise := coalesce(new.opening_paise, new.float_paise);
  return new;
end $$;

alter table day_closing
  alter column opening_paise set not null,
  add constraint opening_is_an_amount check (opening_paise >= 0);
