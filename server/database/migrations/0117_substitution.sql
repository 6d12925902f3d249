-- What a shopper wants if a product is missing, remembered for all orders (without a product) and for products.
create table substitution_choice (
  user_id text not null references account on delete cascade,
  product_id text references product on delete cascade,
  choice text not null check (choice in ('SIMILAR', 'ASK', 'REFUND')),
  -- Rather than another one that is similar.
  preferred_id text references product on delete set null,
  check (product_id is not null or preferred_id is null),
  unique nulls not distinct (user_id, product_id)
);
create index substitution_choice_product on substitution_choice (product_id);
create index substitution_choice_preferred on substitution_choice (preferred_id) where preferred_id is not null;

-- As it was when the order was placed. Orders of former versions have none: SIMILAR.
alter table order_line
  add column substitution text,
  add column preferred_id text,
  add constraint order_line_substitution check (substitution in ('SIMILAR', 'ASK', 'REFUND')) not valid;

-- What a picker asks the shopper about missing pieces of a line.
create table substitution_question (
  order_id text not null,
  position integer not null,
  -- Rows of later lines, the best one first.
  proposals jsonb not null check (jsonb_array_length(proposals) between 1 and 3),
  asked_at timestamptz not null,
  -- After it the first proposal counts.
  deadline timestamptz not null,
  answered_at timestamptz,
  -- The chosen product; null for a refund.
  answer_id text,
  primary key (order_id, position),
  foreign key (order_id, position) references order_line on delete cascade,
  check (answer_id is null or answered_at is not null)
);
