import type { Sql } from '../../database/connect.ts';

export interface SubCategoryRow {
  id: string;
  name: string;
  image: string;
  updated_at: Date;
  categories: { _id: string; name: string }[];
}

export function selectSubCategories(sql: Sql): Promise<SubCategoryRow[]> {
  return sql<SubCategoryRow[]>`
    select s.id, s.name, s.image, s.updated_at,
      coalesce(
        json_agg(json_build_object('_id', c.id, 'name', c.name) order by lower(c.name), c.id) filter (where c.id is not null),
        '[]'
      ) as categories
    from sub_category s
    left join sub_category_category sc on sc.sub_category_id = s.id
    left join category c on c.id = sc.category_id
    group by s.id
    order by lower(s.name), s.id`;
}
