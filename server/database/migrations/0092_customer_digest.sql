-- Which accounts belong to one customer, also after their deletion: a keyed digest of each email address that an
-- account has verified. Limits of coupons and blocks hold for all accounts with one address.
create table customer_digest (
  -- HMAC-SHA-256 of the normalised address. Nothing here is readable without the secret of the shop.
  digest bytea not null,
  account_id text not null references account,
  -- The account was blocked when it was deleted.
  blocked_at timestamptz,
  -- When a daily job deletes the row; null while the account exists.
  expires_at timestamptz,
  primary key (digest, account_id)
);
create index customer_digest_of_account on customer_digest (account_id);
create index customer_digest_expiry on customer_digest (expires_at) where expires_at is not null;
