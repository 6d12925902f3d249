import type { SubCategory } from '#contract/sub-category.ts';
import type { Context } from '../../context.ts';
import { selectSubCategories } from './sub-category.queries.ts';

/** All sub-categories with their categories, sorted by name (specification section 4). */
export async function listSubCategories(context: Context): Promise<SubCategory[]> {
  const rows = await selectSubCategories(context.sql);
  return rows.map(({ id, name, image, categories, updated_at }) => ({
    _id: id,
    name,
    image,
    category: categories,
    updatedAt: updated_at.toISOString(),
  }));
}
