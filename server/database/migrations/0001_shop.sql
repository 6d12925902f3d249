-- The whole shop. Invariants live here: a rule that the code forgets, the schema refuses.
-- Money is integer paise, a discount is integer basis points (hundredths of a percent).

create extension if not exists pg_trgm;

create table account (
  id text primary key check (id ~ '^[0-9A-Za-z]{1,32}$'),
  name text not null check (length(name) between 1 and 100),
  email text not null unique check (email = lower(email) and length(email) <= 254),
  password_hash text not null,
  mobile text not null default '' check (length(mobile) <= 20),
  avatar text not null default '',
  role text not null default 'USER' check (role in ('USER', 'ADMIN')),
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Suspended')),
  verify_email boolean not null default false,
  last_login_date timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table session (
  id text primary key,
  user_id text not null references account on delete cascade,
  user_agent text not null default '' check (length(user_agent) <= 300),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index session_of_user on session (user_id);

-- Every refresh token a session ever had, hashed: a rotated one that comes back betrays a theft.
create table refresh_token (
  token_hash bytea primary key,
  session_id text not null references session on delete cascade,
  created_at timestamptz not null default now(),
  rotated_at timestamptz
);
create index refresh_token_of_session on refresh_token (session_id);

create table image (
  hash text primary key check (hash ~ '^[0-9A-Za-z]{16,64}$'),
  -- What the artist needs to draw a demo picture on first request; null for an uploaded picture.
  drawing jsonb,
  created_at timestamptz not null default now()
);

create table category (
  id text primary key check (id ~ '^[0-9A-Za-z]{1,32}$'),
  name text not null check (name = btrim(name) and length(name) between 1 and 100),
  image text not null default '',
  -- The tint of the tile behind its products' pictures, an oklch hue in degrees.
  hue integer not null default 140 check (hue between 0 and 359),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index category_name on category (lower(name));

create table sub_category (
  id text primary key check (id ~ '^[0-9A-Za-z]{1,32}$'),
  name text not null check (name = btrim(name) and length(name) between 1 and 100),
  image text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index sub_category_name on sub_category (lower(name));

create table sub_category_category (
  sub_category_id text not null references sub_category on delete cascade,
  category_id text not null references category on delete restrict,
  primary key (sub_category_id, category_id)
);
create index sub_category_of_category on sub_category_category (category_id);

create table product (
  id text primary key check (id ~ '^[0-9A-Za-z]{1,32}$'),
  name text not null check (name = btrim(name) and length(name) between 1 and 150),
  images text[] not null default '{}' check (cardinality(images) <= 12),
  unit text not null check (length(unit) between 1 and 50),
  stock integer not null check (stock between 0 and 1000000),
  price_paise integer not null check (price_paise between 1 and 100000000),
  discount_basis_points integer not null default 0 check (discount_basis_points between 0 and 10000),
  description text not null default '' check (length(description) <= 5000),
  -- json, not jsonb: the order of the labels is the manager's.
  more_details json not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index product_name on product (lower(name));

create table product_category (
  product_id text not null references product on delete cascade,
  category_id text not null references category on delete restrict,
  primary key (product_id, category_id)
);
create index product_of_category on product_category (category_id, product_id);

create table product_sub_category (
  product_id text not null references product on delete cascade,
  sub_category_id text not null references sub_category on delete restrict,
  primary key (product_id, sub_category_id)
);
create index product_of_sub_category on product_sub_category (sub_category_id, product_id);

create table cart_line (
  id text primary key,
  user_id text not null references account on delete cascade,
  product_id text not null references product on delete cascade,
  quantity integer not null check (quantity between 1 and 50),
  -- The price and discount that the shopper last saw, so that the cart can say when they changed.
  seen_price_paise integer not null check (seen_price_paise > 0),
  seen_discount_basis_points integer not null check (seen_discount_basis_points between 0 and 10000),
  created_at timestamptz not null default now(),
  unique (user_id, product_id)
);

-- A guest cart that was merged into an account; its primary key makes the merge happen once.
create table cart_merge (
  guest_cart_id text primary key check (guest_cart_id ~ '^[0-9A-Za-z]{16,64}$'),
  user_id text not null references account on delete cascade,
  merged_at timestamptz not null default now()
);

create table address (
  id text primary key,
  user_id text not null references account on delete cascade,
  address_line text not null check (length(address_line) between 1 and 200),
  city text not null check (length(city) between 1 and 100),
  state text not null check (length(state) between 1 and 100),
  country text not null check (length(country) between 1 and 100),
  pincode text not null check (length(pincode) between 1 and 12),
  mobile text not null check (length(mobile) between 1 and 20),
  status boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index address_of_user on address (user_id, created_at desc) where status;

create table customer_order (
  id text primary key,
  order_number text not null unique check (order_number ~ '^ORD-[0-9A-HJKMNP-TV-Z]{8}$'),
  user_id text not null references account on delete restrict,
  status text not null check
    (status in ('PENDING_PAYMENT', 'PLACED', 'PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED', 'CANCELLED')),
  payment_status text not null check
    (payment_status in ('CASH ON DELIVERY', 'PENDING', 'PAID', 'FAILED', 'REFUNDED')),
  sub_total_paise bigint not null check (sub_total_paise >= 0),
  total_paise bigint not null check (total_paise between 0 and sub_total_paise),
  delivery_address jsonb not null,
  -- What the shopper's client sent to make a repeated tap harmless.
  idempotency_key text check (length(idempotency_key) between 1 and 100),
  -- What was asked for under that key, so that the key cannot be used for something else.
  request_hash text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, idempotency_key)
);
create index order_of_user on customer_order (user_id, created_at desc, id desc);

-- A snapshot: it outlives the product and every change of its price.
create table order_line (
  order_id text not null references customer_order on delete cascade,
  position integer not null check (position >= 0),
  product_id text not null,
  name text not null,
  unit text not null,
  image text not null,
  price_paise integer not null check (price_paise > 0),
  discount_basis_points integer not null check (discount_basis_points between 0 and 10000),
  quantity integer not null check (quantity between 1 and 50),
  primary key (order_id, position)
);

create table order_history (
  id bigint generated always as identity primary key,
  order_id text not null references customer_order on delete cascade,
  status text not null,
  payment_status text not null,
  -- The account that made the change; null when the shop itself did.
  changed_by text references account on delete set null,
  changed_at timestamptz not null default now()
);
create index history_of_order on order_history (order_id, id);

-- Whoever changes the catalogue, every process hears of it (channel 'catalogue'): 'all', or
-- 'stock:<product ids>' where nothing but a stock that stays above or at zero moved, because that
-- changes no order and no list, only the pages and answers that show these products.
create function notify_catalogue() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', 'all');
  return null;
end $$;

create function notify_product() returns trigger language plpgsql as $$
declare
  changed text;
begin
  if exists (
    select 1 from before_update b join after_update a using (id)
    where (a.stock = 0) <> (b.stock = 0)
      or (a.name, a.images, a.unit, a.price_paise, a.discount_basis_points, a.description, a.more_details::text)
        is distinct from
         (b.name, b.images, b.unit, b.price_paise, b.discount_basis_points, b.description, b.more_details::text)
  ) or (select count(*) from after_update) > 100 then
    perform pg_notify('catalogue', 'all');
  else
    select string_agg(a.id, ',') into changed
      from before_update b join after_update a using (id) where a.stock <> b.stock;
    if changed is not null then
      perform pg_notify('catalogue', 'stock:' || changed);
    end if;
  end if;
  return null;
end $$;

create trigger product_changed after update on product
  referencing old table as before_update new table as after_update
  for each statement execute function notify_product();
create trigger product_added after insert or delete on product
  for each statement execute function notify_catalogue();
create trigger product_category_changed after insert or update or delete on product_category
  for each statement execute function notify_catalogue();
create trigger product_sub_category_changed after insert or update or delete on product_sub_category
  for each statement execute function notify_catalogue();
create trigger category_changed after insert or update or delete on category
  for each statement execute function notify_catalogue();
create trigger sub_category_changed after insert or update or delete on sub_category
  for each statement execute function notify_catalogue();
create trigger sub_category_category_changed after insert or update or delete on sub_category_category
  for each statement execute function notify_catalogue();
