-- A refresh token that a client has exchanged may be sent again until its successor is used, because the answer may
-- have been lost. One that was replaced without having been exchanged may not.
alter table refresh_token add column is_exchanged boolean not null default false;
