-- When the latest order went to an address. Null: none has.
alter table address add column last_used_at timestamptz;
update address a set last_used_at = used.at
from (
  select a.id, max(o.created_at) as at
  from address a join customer_order o on o.user_id = a.user_id
    and o.delivery_address @> jsonb_build_object('address_line', a.address_line, 'city', a.city, 'state', a.state,
      'country', a.country, 'pincode', a.pincode, 'mobile', a.mobile)
  group by a.id
) used
where a.id = used.id;
