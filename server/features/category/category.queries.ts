import type { Sql } from '../../database/connect.ts';

export interface CategoryRow {
  id: string;
  name: string;
  image: string;
  hue: number;
  updated_at: Date;
}

export function selectCategories(sql: Sql): Promise<CategoryRow[]> {
  return sql<CategoryRow[]>`
    select id, name, image, hue, updated_at from category order by lower(name), id`;
}
