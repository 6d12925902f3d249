-- A cart that a shopper has saved under a name.
create table shopping_list (
  id text primary key,
  user_id text not null references account on delete cascade,
  name text not null check (length(name) between 1 and 60 and name = trim(name)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index shopping_list_by_name on shopping_list (user_id, lower(name));

create table shopping_list_line (
  id text primary key,
  list_id text not null references shopping_list on delete cascade,
  -- As many lines as a cart.
  position integer not null check (position between 0 and 199),
  -- Null when the product was deleted: name and unit still say what the shopper saved.
  product_id text references product on delete set null,
  name text not null,
  unit text not null,
  quantity integer not null check (quantity between 1 and 50),
  unique (list_id, position),
  unique (list_id, product_id)
);
create index shopping_list_line_by_product on shopping_list_line (product_id) where product_id is not null;

-- Products that a shopper has marked with the heart.
create table wishlist_item (
  user_id text not null references account on delete cascade,
  product_id text not null references product on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, product_id)
);
create index wishlist_item_by_product on wishlist_item (product_id);

create trigger account_required before insert on shopping_list for each row execute function require_account('user_id');
create trigger account_required before insert on wishlist_item for each row execute function require_account('user_id');
