-- Of a session that was started by PIN.
alter table session add pin_device_id text references staff_device;
create index if not exists session_of_pin_device on session (pin_device_id) where pin_device_id is not null;
