import { LayoutGrid, Rows3, SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { productFields } from '#contract/products/product-fields.ts';
import { useBrands, useCategories, useTaxRates } from '#web/admin/catalogue-queries.ts';
import { useSearchText } from '#web/admin/search-box.tsx';
import { Button } from '#web/ui/button.tsx';
import type { FilterName, ListParameters, View } from './product-queries.ts';

interface ProductFiltersProps {
  parameters: ListParameters;
  onFilter: (changes: Partial<Record<FilterName, string>>, options?: { replace: boolean }) => void;
  view: View;
  onView: (view: View) => void;
}

const control =
  'h-11 min-w-0 flex-1 basis-32 rounded-md border border-line bg-surface px-3 text-base text-ink sm:max-w-52';

export function ProductFilters({ parameters, onFilter, view, onView }: ProductFiltersProps) {
  const id = useId();
  const { data: categories = [] } = useCategories();
  const { level, status, category, gst, isHsnMissing, brand, family, location } = parameters;
  const [isOpen, setIsOpen] = useState(false);
  // Also after a link to such a list.
  const hasMore = isOpen || isHsnMissing || brand + family + location !== '';
  const isKnown = category === null || categories.some(({ _id }) => _id === category);
  return (
    <div className="mb-4 grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <FilterSelect
          label="Filter by stock"
          value={level}
          choices={[
            ['any', 'Any stock'],
            ['low', 'Low stock'],
            ['out', 'Out of stock'],
          ]}
          onChoose={(value) => onFilter({ stock: value === 'any' ? '' : value })}
        />
        <FilterSelect
          label="Filter by status"
          value={status ?? ''}
          choices={[
            ['', 'Any status'],
            ['active', 'Active'],
            ['draft', 'Drafts'],
            ['archived', 'Archived'],
          ]}
          onChoose={(value) => onFilter({ status: value })}
        />
        <FilterSelect
          label="Filter by category"
          value={category ?? ''}
          choices={[
            ['', 'All categories'],
            ...(isKnown ? [] : [[category, '…'] as const]),
            ...categories.map(({ _id, name }) => [_id, name] as const),
          ]}
          onChoose={(value) => onFilter({ category: value })}
        />
        <FilterSelect
          label="Filter by GST rate"
          value={String(gst ?? '')}
          choices={useGstChoices(gst)}
          onChoose={(value) => onFilter({ gst: value })}
        />
        <div className="ml-auto flex items-center gap-3">
          <Button
            variant="secondary"
            aria-expanded={hasMore}
            aria-controls={id}
            onClick={() => {
              // Fields that are not shown do not filter.
              if (hasMore) onFilter({ hsn: '', brand: '', family: '', location: '' });
              setIsOpen(!hasMore);
            }}
          >
            <SlidersHorizontal aria-hidden="true" className="size-5" />
            {hasMore ? 'Fewer filters' : 'More filters'}
          </Button>
          <fieldset className="flex rounded-md border border-line bg-sunken p-0.5">
            <legend className="sr-only">View</legend>
            <ViewButton label="Grid" isChosen={view === 'grid'} onChoose={() => onView('grid')}>
              <LayoutGrid aria-hidden="true" className="size-5" />
            </ViewButton>
            <ViewButton label="Table" isChosen={view === 'table'} onChoose={() => onView('table')}>
              <Rows3 aria-hidden="true" className="size-5" />
            </ViewButton>
          </fieldset>
        </div>
      </div>
      {hasMore && <MoreFilters id={id} parameters={parameters} onFilter={onFilter} />}
    </div>
  );
}

/** Rates of the settings and the chosen one. */
function useGstChoices(gst: ListParameters['gst']): (readonly [string, string])[] {
  const rates = new Set([...(useTaxRates()?.gstRates ?? []), ...(typeof gst === 'number' ? [gst] : [])]);
  return [
    ['', 'Any GST rate'],
    ['unknown', 'No GST rate'],
    ...[...rates]
      .sort((one, other) => one - other)
      .map((rate): [string, string] => [String(rate), `${rate} % GST`]),
  ];
}

interface FilterSelectProps {
  label: string;
  value: string;
  choices: readonly (readonly [value: string, text: string])[];
  onChoose: (value: string) => void;
}

function FilterSelect({ label, value, choices, onChoose }: FilterSelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChoose(target.value)}
      className={control}
    >
      {choices.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}

type MoreFiltersProps = Pick<ProductFiltersProps, 'parameters' | 'onFilter'> & { id: string };

function MoreFilters({ id, parameters, onFilter }: MoreFiltersProps) {
  const { isHsnMissing, brand, family, location } = parameters;
  const { data: brands = [] } = useBrands(brand);
  return (
    <div id={id} className="flex flex-wrap items-center gap-3">
      <FilterSelect
        label="Filter by HSN code"
        value={isHsnMissing ? 'missing' : ''}
        choices={[
          ['', 'Any HSN code'],
          ['missing', 'No HSN code'],
        ]}
        onChoose={(value) => onFilter({ hsn: value })}
      />
      <FilterText
        label="Brand"
        text={brand}
        limit={productFields.brand.maximum}
        list={`${id}-brands`}
        onFilter={(text) => onFilter({ brand: text }, { replace: true })}
      />
      <FilterText
        label="Family"
        text={family}
        limit={productFields.family.maximum}
        onFilter={(text) => onFilter({ family: text }, { replace: true })}
      />
      <FilterText
        label="Location"
        text={location}
        limit={productFields.location.maximum}
        onFilter={(text) => onFilter({ location: text }, { replace: true })}
      />
      <datalist id={`${id}-brands`}>
        {brands.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}

interface FilterTextProps {
  label: string;
  text: string;
  limit: number;
  list?: string;
  /** Called after a pause in typing. */
  onFilter: (text: string) => void;
}

function FilterText({ label, text, limit, list, onFilter }: FilterTextProps) {
  const [typed, type] = useSearchText(text, onFilter);
  return (
    <input
      type="search"
      aria-label={`${label} begins with`}
      placeholder={label}
      value={typed}
      maxLength={limit}
      list={list}
      autoComplete="off"
      onChange={(event) => type(event.target.value)}
      className={`${control} placeholder:text-ink-soft`}
    />
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
