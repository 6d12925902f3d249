-- When people of the staff work, as they say on their phones.
create table shift (
  -- Chosen by the phone, so that a repeated request begins no second shift.
  id text primary key,
  account_id text not null references account on delete cascade,
  role text not null check (role in ('picker', 'rider')),
  started_at timestamptz not null,
  ended_at timestamptz,
  check (ended_at >= started_at)
);
create unique index open_shift_of_account on shift (account_id) where ended_at is null;
create index shift_by_account on shift (account_id, started_at);

-- Riders who consent that shoppers see how far away they are, with the last position of those who are on their way.
create table rider_position (
  rider_id text primary key references account on delete cascade,
  consented_at timestamptz not null,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  measured_at timestamptz,
  check (num_nulls(latitude, longitude, measured_at) in (0, 3))
);
