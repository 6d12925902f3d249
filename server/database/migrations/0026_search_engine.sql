-- The search engine outside the server, if the shop uses one.
create table search_engine (
  id boolean primary key default true check (id),
  -- Its address: a new one gets all products.
  name text not null,
  -- It has got all products once.
  is_filled boolean not null default false
);

-- Products that the engine does not have as they are, or that it has although they were deleted.
create table search_engine_change (
  product_id text primary key,
  number bigint not null unique generated always as identity
);

-- A row of product_search changes with each text of its product and with the names of its categories.
create function queue_search_engine_update() returns trigger language plpgsql as $$
begin
  if not exists (select from search_engine) then
    return null;
  end if;
  -- A changed row gets a new number. In order, so that concurrent writers do not deadlock.
  insert into search_engine_change as found (product_id)
  select product_id from touched order by product_id
  on conflict (product_id) do update set number = default;
  -- The job of another transaction may have started before this one commits, so each transaction needs its own.
  perform graphile_worker.add_job('update-search-engine', '{}'::json,
    job_key := 'update-search-engine-' || pg_current_xact_id()::text, queue_name := 'search-engine', max_attempts := 5000);
  return null;
end $$;

create trigger search_engine_insert after insert on product_search
  referencing new table as touched for each statement execute function queue_search_engine_update();
create trigger search_engine_update after update on product_search
  referencing new table as touched for each statement execute function queue_search_engine_update();
create trigger search_engine_delete after delete on product_search
  referencing old table as touched for each statement execute function queue_search_engine_update();
