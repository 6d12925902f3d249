-- Queues products for the search engine outside the server, if the shop uses one.

-- A row of product_search changes with each text of its product and with the names of its categories.
create or replace function queue_search_engine_update() returns trigger language plpgsql as $$
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
create or replace trigger search_engine_delete after delete on product_search
  referencing old table as touched for each statement execute function queue_search_engine_update();
create or replace trigger search_engine_insert after insert on product_search
  referencing new table as touched for each statement execute function queue_search_engine_update();
create or replace trigger search_engine_update after update on product_search
  referencing new table as touched for each statement execute function queue_search_engine_update();

-- A search engine has active products only.
create or replace function queue_status_update() returns trigger language plpgsql as $$
begin
  if not exists (select from search_engine) then
    return null;
  end if;
  insert into search_engine_change as found (product_id)
  select id from before_update b join after_update a using (id) where a.status <> b.status order by id
  on conflict (product_id) do update set number = default;
  if found then
    perform graphile_worker.add_job('update-search-engine', '{}'::json,
      job_key := 'update-search-engine-' || pg_current_xact_id()::text, queue_name := 'search-engine', max_attempts := 5000);
  end if;
  return null;
end $$;
create or replace trigger search_engine_status after update on product
  referencing old table as before_update new table as after_update
  for each statement execute function queue_status_update();

-- A search engine shows families.
create or replace function queue_family() returns trigger language plpgsql as $$
begin
  if exists (select from search_engine) then
    insert into search_engine_change as found (product_id) values (new.id)
    on conflict (product_id) do update set number = default;
    perform graphile_worker.add_job('update-search-engine', '{}'::json,
      job_key := 'update-search-engine-' || pg_current_xact_id()::text, queue_name := 'search-engine', max_attempts := 5000);
  end if;
  return null;
end $$;
create or replace trigger product_family_queued after update of family on product for each row
  when (old.family <> new.family) execute function queue_family();
