import { ChevronDown } from 'lucide-react';
import { useSearchParams } from 'react-router';
import type { Category, SubCategory } from '#contract/products/category.ts';
import { useCategories, useSubCategories } from '#web/admin/catalogue-queries.ts';
import { PageHeading, staffMeta } from '#web/admin/page-parts.tsx';
import { SearchBox, useSearchText } from '#web/admin/search-box.tsx';
import { AddButton, CategoryList, useCategoryDialogs } from './category-list.tsx';
import { SkeletonTable, SubCategoryTable } from './sub-category-table.tsx';
import { parametersOf, type TableView, useSubCategoryTable, viewOf } from './sub-category-view.ts';

interface CategoryFilterProps {
  categories: readonly Category[];
  /** Category id; empty for all. */
  selected: string;
  onSelect: (id: string) => void;
}

function CategoryFilter({ categories, selected, onSelect }: CategoryFilterProps) {
  return (
    <span className="relative min-w-0 flex-1 sm:w-56 sm:flex-none">
      <select
        aria-label="Filter by category"
        value={selected}
        onChange={(event) => onSelect(event.target.value)}
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

const none: readonly SubCategory[] = [];

export const meta = staffMeta('Sub Category');

/** `/dashboard/subcategory` */
export default function SubCategoryPage() {
  const query = useSubCategories();
  const { data: categories } = useCategories();
  const [parameters, setParameters] = useSearchParams();
  const dialogs = useCategoryDialogs();
  const inUrl = viewOf(parameters);
  // A deleted category is no filter.
  const isKnown = categories?.some(({ _id }) => _id === inUrl.category) ?? true;
  const [text, search] = useSearchText(inUrl.text, (typed) => filter({ text: typed }));
  const view = {
    ...inUrl,
    text,
    category: isKnown ? inUrl.category : '',
    // A new search text starts at page 1 even before the URL has changed.
    page: text === inUrl.text ? inUrl.page : 1,
  };
  const found = useSubCategoryTable(query.data ?? none, view);
  // Typing and filtering replace the history entry.
  function filter(next: Partial<TableView>) {
    setParameters(parametersOf({ ...view, ...next, page: 1 }), { replace: true, preventScrollReset: true });
  }
  const isFiltered = view.text !== '' || view.category !== '';
  return (
    <>
      <PageHeading title="Sub Category" count={query.data?.length}>
        <AddButton kind="subCategory" dialogs={dialogs} />
      </PageHeading>
      <div className="mb-4 flex gap-3">
        <SearchBox label="Search sub-categories" placeholder="Search" text={view.text} onType={search} />
        <CategoryFilter
          categories={categories ?? []}
          selected={view.category}
          onSelect={(category) => filter({ category })}
        />
        <p role="status" className="hidden items-center text-ink-soft tabular-nums sm:flex">
          {isFiltered && query.data !== undefined && `${found.length} found`}
        </p>
      </div>
      <CategoryList
        kind="subCategory"
        dialogs={dialogs}
        query={query}
        skeleton={<SkeletonTable sort={view.sort} />}
        noMatch={found.length === 0 ? 'No sub-categories match.' : null}
        onShowAll={() => {
          search('');
          filter({ text: '', category: '' });
        }}
        initialCategory={view.category === '' ? undefined : view.category}
      >
        <SubCategoryTable
          subCategories={found}
          view={view}
          onView={(next) => setParameters(parametersOf(next), { preventScrollReset: true })}
          onAction={dialogs.act}
        />
      </CategoryList>
    </>
  );
}
