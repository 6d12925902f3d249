-- Email addresses that wait for the delivery to a place. A row is deleted in the transaction that queues its email.
create table delivery_request (
  email text not null check (email = lower(email) and length(email) <= 254),
  pincode text not null check (pincode ~ '^[1-9][0-9]{5}$'),
  latitude numeric(7, 5) check (latitude between -90 and 90),
  longitude numeric(8, 5) check (longitude between -180 and 180),
  requested_at timestamptz not null,
  primary key (email, pincode),
  constraint location_is_complete check ((latitude is null) = (longitude is null))
);
create index delivery_request_by_pincode on delivery_request (pincode);
create index delivery_request_by_time on delivery_request (requested_at);

-- Drops requests beyond 20 of an address silently: their sender learns nothing of those of others. The lock keeps concurrent ones within it.
create function limit_delivery_requests() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('delivery_request ' || new.email, 0));
  if (select count(*) from delivery_request where email = new.email) >= 20 then
    return null;
  end if;
  return new;
end $$;
create trigger delivery_requests_limited before insert on delivery_request
  for each row execute function limit_delivery_requests();
