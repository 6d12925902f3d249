import type { Category } from '#contract/category.ts';

interface CategoryFilterProps {
  categories: readonly Category[];
  /** The id of the category that is shown; empty for all. */
  chosen: string;
  onChoose: (id: string) => void;
}

/** Leaves the sub-categories of one category. */
export function CategoryFilter({ categories, chosen, onChoose }: CategoryFilterProps) {
  return (
    <select
      aria-label="Filter by category"
      value={chosen}
      onChange={(event) => onChoose(event.target.value)}
      className="h-11 min-w-0 flex-1 rounded-md border border-line bg-surface px-3 text-base text-ink sm:w-48 sm:flex-none"
    >
      <option value="">All categories</option>
      {categories.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </select>
  );
}
