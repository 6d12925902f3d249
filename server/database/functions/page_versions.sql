-- A former version can be shown and restored as long as no version changes.
create or replace function refuse_page_change() returns trigger language plpgsql as $$
begin
  raise exception 'Versions of pages can only be appended.' using errcode = 'insufficient_privilege';
end $$;
create or replace trigger page_version_append_only before update or delete on page_version
  for each statement execute function refuse_page_change();
