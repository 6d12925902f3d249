-- The first values of the settings come from the configuration, so nobody has changed them.
alter table store_settings alter column changed_by drop not null;

-- Name, contact and payment methods of the store are on all pages.
create function notify_store() returns trigger language plpgsql as $$
begin
  perform announce_catalogue_change(array['store']);
  return null;
end $$;
create trigger store_changed after insert on store_settings
  for each statement execute function notify_store();
