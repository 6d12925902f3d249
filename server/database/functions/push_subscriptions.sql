-- A session that has ended receives no notifications.
create or replace function delete_session_push() returns trigger language plpgsql as $$
begin
  delete from push_subscription where session_id = new.id;
  return null;
end $$;
create or replace trigger session_push_ended after update of revoked_at on session
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function delete_session_push();

-- Subscriptions belong to the key pair that they were made with.
create or replace function delete_push_subscriptions() returns trigger language plpgsql as $$
begin
  delete from push_subscription;
  return null;
end $$;
create or replace trigger push_key_deleted after delete on push_key
  for each statement execute function delete_push_subscriptions();
