import { LayoutGrid, Rows3 } from 'lucide-react';
import { useCategories } from '../catalogue.ts';
import type { ListParameters } from './list-parameters.ts';
import type { View } from './view-choice.ts';

interface ProductFiltersProps {
  parameters: ListParameters;
  onFilter: (changes: { stock?: string; category?: string; sort?: string }) => void;
  view: View;
  onView: (view: View) => void;
}

const select =
  'h-11 min-w-0 flex-1 basis-36 rounded-md border border-line bg-surface px-3 text-base text-ink sm:max-w-52';

/** Which products are shown, and as what. */
export function ProductFilters({ parameters, onFilter, view, onView }: ProductFiltersProps) {
  const { data: categories = [] } = useCategories();
  const { level, category } = parameters;
  const isKnown = category === null || categories.some(({ _id }) => _id === category);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <select
        aria-label="Filter by stock"
        value={level}
        onChange={({ target: { value } }) => onFilter({ stock: value === 'any' ? '' : value })}
        className={select}
      >
        <option value="any">Any stock</option>
        <option value="low">Low stock</option>
        <option value="out">Out of stock</option>
      </select>
      <select
        aria-label="Filter by category"
        value={category ?? ''}
        onChange={({ target: { value } }) => onFilter({ category: value })}
        className={select}
      >
        <option value="">All categories</option>
        {!isKnown && <option value={category}>…</option>}
        {categories.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </select>
      <fieldset className="ml-auto flex rounded-md border border-line bg-sunken p-0.5">
        <legend className="sr-only">View</legend>
        <ViewButton label="Grid" isChosen={view === 'grid'} onChoose={() => onView('grid')}>
          <LayoutGrid aria-hidden="true" className="size-5" />
        </ViewButton>
        <ViewButton label="Table" isChosen={view === 'table'} onChoose={() => onView('table')}>
          <Rows3 aria-hidden="true" className="size-5" />
        </ViewButton>
      </fieldset>
    </div>
  );
}

interface ViewButtonProps {
  label: string;
  isChosen: boolean;
  onChoose: () => void;
  children: React.ReactNode;
}

function ViewButton({ label, isChosen, onChoose, children }: ViewButtonProps) {
  return (
    <label
      title={label}
      className="flex size-10 cursor-pointer items-center justify-center rounded-[0.625rem] text-ink-soft pointer-coarse:size-11 hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-raised has-focus-visible:outline-2 has-focus-visible:outline-leaf"
    >
      <input type="radio" name="view" className="sr-only" checked={isChosen} onChange={onChoose} />
      {children}
      <span className="sr-only">{label}</span>
    </label>
  );
}
