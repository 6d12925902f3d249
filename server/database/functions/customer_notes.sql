-- Notes of staff about customers.

create or replace function forbid_note_change() returns trigger language plpgsql as $$
begin
  -- They go with the account that they are about.
  if tg_op = 'DELETE' and exists (select from account where id = old.account_id and deleted_at is not null) then
    return old;
  end if;
  raise exception 'Notes about customers can only be appended to.' using errcode = 'insufficient_privilege';
end $$;
create or replace trigger customer_note_changed before update or delete on customer_note
  for each row execute function forbid_note_change();
