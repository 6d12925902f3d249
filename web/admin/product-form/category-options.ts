import type { SubCategory } from '#contract/products/category.ts';
import type { SelectOption } from '#web/admin/multi-select.tsx';

interface Named {
  _id: string;
  name: string;
}

/** Options of all records; until they are loaded, those of the product. */
export function toOptions(all: readonly Named[] | undefined, own: readonly Named[]): SelectOption[] {
  return (all ?? own).map(({ _id, name }) => ({ id: _id, name }));
}

/** Sub-category options, those of the selected categories first, each with its categories as a note. */
export function subCategoryOptions(
  all: readonly SubCategory[] | undefined,
  own: readonly Named[],
  chosenCategories: readonly string[],
): SelectOption[] {
  if (all === undefined) return toOptions(undefined, own);
  const [near, far] = [true, false].map((isNear) =>
    all.filter((subCategory) => isWithin(subCategory, chosenCategories) === isNear),
  );
  return [...(near ?? []), ...(far ?? [])].map(({ _id, name, category }) => ({
    id: _id,
    name,
    note: category.map((one) => one.name).join(', '),
  }));
}

/** Selected sub-categories outside the selected categories: shoppers would not find the product there. */
export function unrelatedNames(
  all: readonly SubCategory[] | undefined,
  chosenSubCategories: readonly string[],
  chosenCategories: readonly string[],
): string[] {
  if (all === undefined || chosenCategories.length === 0) return [];
  return all
    .filter(({ _id }) => chosenSubCategories.includes(_id))
    .filter((subCategory) => !isWithin(subCategory, chosenCategories))
    .map(({ name }) => name);
}

function isWithin({ category }: SubCategory, chosen: readonly string[]): boolean {
  return category.some(({ _id }) => chosen.includes(_id));
}
