-- Coupons that the store shows to all shoppers; those of before stay unknown to who does not have their code.
alter table coupon add column is_listed boolean not null default false;
alter table coupon alter column is_listed drop default;
create index coupon_listed on coupon (created_at desc, id desc) where is_listed and is_active;
