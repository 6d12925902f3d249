-- A change of the settings is a new version, so that each order can tell the settings that it was checked against.
create or replace function refuse_settings_change() returns trigger language plpgsql as $$
begin
  raise exception 'Settings can only be appended.' using errcode = 'insufficient_privilege';
end $$;
create or replace trigger settings_append_only before update or delete on store_settings
  for each statement execute function refuse_settings_change();
