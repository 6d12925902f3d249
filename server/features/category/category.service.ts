import type { Category } from '#contract/category.ts';
import type { Context } from '../../context.ts';
import { selectCategories } from './category.queries.ts';

/** All categories, sorted by name (specification section 4). */
export async function listCategories(context: Context): Promise<Category[]> {
  const rows = await selectCategories(context.sql);
  return rows.map(({ id, name, image, hue, updated_at }) => ({
    _id: id,
    name,
    image,
    hue,
    updatedAt: updated_at.toISOString(),
  }));
}
