import { ChevronDown, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Category, SubCategory } from '#contract/category.ts';
import { useCategories, useSubCategories } from '#web/admin/catalogue-queries.ts';
import { useFocusAfterDeletion } from '#web/admin/focus.ts';
import { LoadError } from '#web/admin/load-error.tsx';
import { PageHeading } from '#web/admin/page-heading.tsx';
import { SearchBox, useSearchText } from '#web/admin/search-box.tsx';
import { Button } from '#web/ui/button.tsx';
import { SuccessDialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Lightbox } from '#web/ui/lightbox.tsx';
import { DeleteSubCategoryDialog } from './delete-category-dialog.tsx';
import { SubCategoryDialog } from './sub-category-dialog.tsx';
import { type RowAction, SkeletonTable, SubCategoryTable } from './sub-category-table.tsx';
import { parametersOf, type TableView, useSubCategoryTable, viewOf } from './sub-category-view.ts';

interface CategoryFilterProps {
  categories: readonly Category[];
  /** Category id; empty for all. */
  chosen: string;
  onChoose: (id: string) => void;
}

function CategoryFilter({ categories, chosen, onChoose }: CategoryFilterProps) {
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

/** The open dialog. */
type Open =
  | { what: 'add' }
  | { what: RowAction; subCategory: SubCategory }
  | { what: 'saved'; message: string; subCategory: SubCategory };

const none: readonly SubCategory[] = [];

export function meta() {
  return [{ title: 'Sub Category' }, { name: 'robots', content: 'noindex' }];
}

/** `/dashboard/subcategory` */
export default function SubCategoryPage() {
  const { data: subCategories, isPending, isFetching, refetch } = useSubCategories();
  const { data: categories } = useCategories();
  const [parameters, setParameters] = useSearchParams();
  const [open, setOpen] = useState<Open | null>(null);
  const { region, afterDeletion } = useFocusAfterDeletion();
  const asked = viewOf(parameters);
  // A deleted category is no filter.
  const isKnown = categories?.some(({ _id }) => _id === asked.category) ?? true;
  const [text, search] = useSearchText(asked.text, (words) => lookFor({ text: words }));
  const view = {
    ...asked,
    text,
    category: isKnown ? asked.category : '',
    // A new search text starts at page 1 even before the URL has changed.
    page: text === asked.text ? asked.page : 1,
  };
  const found = useSubCategoryTable(subCategories ?? none, view);
  const look = (next: TableView) => setParameters(parametersOf(next), { preventScrollReset: true });
  // Typing and filtering replace the history entry.
  function lookFor(next: Partial<TableView>) {
    setParameters(parametersOf({ ...view, ...next, page: 1 }), { replace: true, preventScrollReset: true });
  }
  const isFiltered = view.text !== '' || view.category !== '';
  const add = <AddButton onClick={() => setOpen({ what: 'add' })} />;
  return (
    <>
      <PageHeading title="Sub Category" count={subCategories?.length}>
        {add}
      </PageHeading>
      <div className="mb-4 flex gap-3">
        <SearchBox label="Search sub-categories" placeholder="Search" text={view.text} onType={search} />
        <CategoryFilter
          categories={categories ?? []}
          chosen={view.category}
          onChoose={(category) => lookFor({ category })}
        />
        <p role="status" className="hidden items-center text-ink-soft tabular-nums sm:flex">
          {isFiltered && subCategories !== undefined && `${found.length} found`}
        </p>
      </div>
      <section ref={region} tabIndex={-1} aria-label="Sub-categories" className="rounded-lg outline-offset-4">
        {isPending ? (
          <SkeletonTable sort={view.sort} />
        ) : subCategories === undefined ? (
          <LoadError subject="the sub-categories" isRetrying={isFetching} onRetry={() => void refetch()} />
        ) : subCategories.length === 0 ? (
          <EmptyState title="No Data" action={add}>
            No sub-categories yet.
          </EmptyState>
        ) : found.length === 0 ? (
          <EmptyState
            title="No Data"
            action={
              <Button
                onClick={() => {
                  search('');
                  lookFor({ text: '', category: '' });
                }}
              >
                Show all sub-categories
              </Button>
            }
          >
            No sub-categories match.
          </EmptyState>
        ) : (
          <SubCategoryTable
            subCategories={found}
            view={view}
            onView={look}
            onAction={(what, subCategory) => setOpen({ what, subCategory })}
          />
        )}
      </section>
      <OpenDialog
        open={open}
        initialCategory={view.category === '' ? undefined : view.category}
        onOpen={setOpen}
        onDeleted={afterDeletion}
      />
    </>
  );
}

interface OpenDialogProps {
  open: Open | null;
  initialCategory: string | undefined;
  onOpen: (open: Open | null) => void;
  onDeleted: () => void;
}

function OpenDialog({ open, initialCategory, onOpen, onDeleted }: OpenDialogProps) {
  const close = () => onOpen(null);
  if (open === null) return null;
  switch (open.what) {
    case 'enlarge':
      return <Lightbox urls={[open.subCategory.image]} name={open.subCategory.name} onClose={close} />;
    case 'delete':
      return (
        <DeleteSubCategoryDialog
          subCategory={open.subCategory}
          onClose={close}
          onDeleted={() => {
            close();
            onDeleted();
          }}
        />
      );
    case 'saved':
      return (
        <SuccessDialog title={open.message} onClose={close}>
          <strong>{open.subCategory.name}</strong> is in{' '}
          {open.subCategory.category.map(({ name }) => name).join(', ')}.
        </SuccessDialog>
      );
    default:
      return (
        <SubCategoryDialog
          subCategory={open.what === 'edit' ? open.subCategory : undefined}
          initialCategory={initialCategory}
          onSaved={(message, subCategory) => onOpen({ what: 'saved', message, subCategory })}
          onClose={close}
        />
      );
  }
}

function AddButton({ onClick }: { onClick: () => void }) {
  return (
    <Button onClick={onClick} className="flex-none">
      <Plus aria-hidden="true" className="size-5" />
      Add Sub Category
    </Button>
  );
}
