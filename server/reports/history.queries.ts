import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';

/**
 * The present names of products, categories, sub-categories and collections, or of a deleted record the last one that
 * a change names.
 */
export function selectNames(db: Queryable, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return db.query<{ id: string; name: string }>(sql`
    select distinct on (id) id, name from (
      select id, name, 0 as age from product where id = any(${ids}::text[])
      union all select id, name, 0 from category where id = any(${ids}::text[])
      union all select id, name, 0 from sub_category where id = any(${ids}::text[])
      union all select id, title, 0 from product_collection where id = any(${ids}::text[])
      union all
      select wanted.id, last.entity_name, 1
      from unnest(${ids}::text[]) as wanted (id)
      cross join unnest(array['product', 'category', 'sub-category', 'collection']) as kind (kind)
      cross join lateral (
        select e.entity_name from audit_entry e
        where e.kind = kind.kind and e.entity_id = wanted.id
        order by e.at desc, e.id desc limit 1
      ) as last
    ) as named
    order by id, age`);
}
