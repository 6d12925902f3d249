-- Wrong codes are counted by network, so that guesses from elsewhere do not invalidate a code. The keys are digests.
alter table password_reset drop column tries;
alter table password_reset add column tries jsonb not null default '{}' check (jsonb_typeof(tries) = 'object');
