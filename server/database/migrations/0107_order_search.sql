-- What the staff search orders by, so that a search does not read all orders.
create index if not exists address_by_recipient on address using gin (customer_words(recipient_name, ''));
create index if not exists order_by_phone on customer_order (phone_digits(delivery_address ->> 'mobile') text_pattern_ops);
create index if not exists ledger_entry_by_provider_reference on ledger_entry (provider_reference) where provider_reference is not null;
