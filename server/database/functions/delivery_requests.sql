-- Drops requests beyond 20 of an email address silently: the sender learns nothing about requests of others. The lock
-- makes concurrent requests of one address wait for each other.
create or replace function limit_delivery_requests() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('delivery_request ' || new.email, 0));
  if (select count(*) from delivery_request where email = new.email) >= 20 then
    return null;
  end if;
  return new;
end $$;
create or replace trigger delivery_requests_limited before insert on delivery_request
  for each row execute function limit_delivery_requests();
