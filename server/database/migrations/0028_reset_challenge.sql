-- The permission to reset a password belongs to the browser that verified the code: it holds the value whose SHA-256 is here.
alter table password_reset drop column verified_from;
update password_reset set verified_at = null;
alter table password_reset
  add column challenge bytea,
  add check ((verified_at is null) = (challenge is null));
