-- Payments at Razorpay.
alter table payment_session drop constraint payment_session_provider_check,
  add constraint payment_session_provider_check check (provider in ('stripe', 'razorpay', 'sandbox'));
alter table ledger_entry drop constraint ledger_entry_provider_check,
  add constraint ledger_entry_provider_check check (provider in ('stripe', 'razorpay', 'sandbox', 'cash', 'upi'));
