-- The texts of the pages that staff write, such as the terms. Each change adds a version; the newest one counts.
create table page_version (
  page text not null check (page in ('terms', 'privacy', 'refunds', 'help', 'about')),
  version integer not null check (version > 0),
  english text not null check (length(english) <= 20000),
  hindi text not null check (length(hindi) <= 20000),
  is_published boolean not null,
  changed_by text not null references account,
  changed_at timestamptz not null,
  primary key (page, version)
);
