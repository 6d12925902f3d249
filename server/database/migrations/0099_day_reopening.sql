-- A closed day that was reopened with a reason, after which it is closed again as the next version. A closing has a
-- note where the amounts differ, so that a later version no longer needs one of its own.
create table day_reopening (
  day date not null,
  version integer not null,
  reason text not null check (length(reason) between 1 and 500),
  reopened_by text not null references account,
  reopened_at timestamptz not null,
  primary key (day, version),
  foreign key (day, version) references day_closing
);
alter table day_closing drop constraint correction_has_note;
