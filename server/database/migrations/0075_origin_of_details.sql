-- The country of origin was a detail. The text that is searched stays the same until the product is changed. A form that was opened before
-- has to be opened again, because it would write the detail again. A detail that is no origin of one line stays, and so does that of a
-- product that has an origin.
select set_config('tokri.bulk', 'on', true);
update product p set origin = named.value, updated_at = greatest(now(), p.updated_at + interval '1 millisecond'),
  more_details = (
    select coalesce(json_object_agg(detail.key, detail.value order by detail.position), '{}')
    from json_each_text(p.more_details) with ordinality as detail (key, value, position)
    where detail.key <> 'Country of origin')
from (
  select id, min(trim(value)) as value
  from product, json_each_text(more_details)
  where key = 'Country of origin' and origin = ''
  group by id having count(*) = 1
) as named
where named.id = p.id and length(named.value) between 1 and 60 and named.value !~ '[[:cntrl:]]';
select set_config('tokri.bulk', 'off', true);
