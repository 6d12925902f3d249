import { ChevronDown } from 'lucide-react';
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
    <span className="relative min-w-0 flex-1 sm:w-56 sm:flex-none">
      <select
        aria-label="Filter by category"
        value={chosen}
        onChange={(event) => onChoose(event.target.value)}
        className="h-11 w-full appearance-none truncate rounded-md border border-line bg-surface pr-10 pl-3 text-base text-ink"
      >
        <option value="">All categories</option>
        {categories.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-3 right-3 size-5 text-ink-soft"
      />
    </span>
  );
}
