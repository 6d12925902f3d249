-- Closed sheets of days.

-- A correction follows the version that it corrects. A process of a version without opening_paise, which runs while a
-- restart replaces one process after the other, means float_paise.
create or replace function check_day_closing() returns trigger language plpgsql as $$
begin
  if new.version > 1 and not exists (select from day_closing where day = new.day and version = new.version - 1) then
    raise exception 'The day % has no version % to correct.', new.day, new.version - 1 using errcode = 'check_violation';
  end if;
  new.opening_paise := coalesce(new.opening_paise, new.float_paise);
  return new;
end $$;
create or replace trigger day_closing_checked before insert on day_closing for each row execute function check_day_closing();

create or replace function forbid_day_closing_change() returns trigger language plpgsql as $$
begin
  raise exception 'A closed sheet cannot be changed.' using errcode = 'insufficient_privilege';
end $$;
create or replace trigger day_closing_changed before update or delete on day_closing
  for each row execute function forbid_day_closing_change();
create or replace trigger day_closing_truncated before truncate on day_closing
  for each statement execute function forbid_day_closing_change();

create or replace trigger day_reopening_changed before update or delete on day_reopening
  for each row execute function forbid_day_closing_change();
create or replace trigger day_reopening_truncated before truncate on day_reopening
  for each statement execute function forbid_day_closing_change();
