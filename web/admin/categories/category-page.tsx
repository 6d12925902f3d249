import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Category } from '#contract/category.ts';
import { useCategories, useSubCategories } from '#web/admin/catalogue-queries.ts';
import { useFocusAfterDeletion } from '#web/admin/focus.ts';
import { LoadError } from '#web/admin/load-error.tsx';
import { PageHeading } from '#web/admin/page-heading.tsx';
import { matchesWords, SearchBox, useSearchText } from '#web/admin/search-box.tsx';
import { Thumbnail } from '#web/admin/thumbnail.tsx';
import { Button } from '#web/ui/button.tsx';
import { SuccessDialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { CategoryDialog } from './category-dialog.tsx';
import { DeleteCategoryDialog } from './delete-category-dialog.tsx';

const tileWidths = '(min-width: 1280px) 11rem, (min-width: 768px) 13rem, 44vw';

interface CategoryCardProps {
  category: Category;
  /** Undefined until loaded. */
  subCategoryCount: number | undefined;
  onEdit: () => void;
  onDelete: () => void;
}

function CategoryCard({ category, subCategoryCount, onEdit, onDelete }: CategoryCardProps) {
  const { _id, name, image, hue } = category;
  const action =
    'flex min-h-11 flex-1 items-center justify-center gap-2 text-sm font-semibold transition-colors duration-(--brief) focus-visible:-outline-offset-2';
  return (
    <li className="flex flex-col overflow-hidden rounded-lg border border-line bg-surface">
      <Thumbnail src={image} hue={hue} sizes={tileWidths} />
      <div className="flex flex-1 flex-col items-center px-2 pt-3 text-center">
        <h2 className="font-sans text-base font-semibold tracking-normal wrap-anywhere">{name}</h2>
        <p className="mt-auto flex min-h-11 items-center text-sm text-ink-soft">
          {subCategoryCount !== undefined && (
            <Link
              to={`/dashboard/subcategory?category=${_id}`}
              className="flex min-h-11 items-center px-2 underline-offset-4 hover:text-leaf hover:underline"
            >
              {countText(subCategoryCount)}
              <span className="sr-only"> of {name}</span>
            </Link>
          )}
        </p>
      </div>
      <div className="flex divide-x divide-line border-t border-line">
        <button
          type="button"
          aria-label={`Edit ${name}`}
          onClick={onEdit}
          className={`${action} rounded-bl-lg text-leaf hover:bg-leaf-soft`}
        >
          <Pencil aria-hidden="true" className="size-4" />
          Edit
        </button>
        <button
          type="button"
          aria-label={`Delete ${name}`}
          onClick={onDelete}
          className={`${action} rounded-br-lg text-danger hover:bg-danger-soft`}
        >
          <Trash2 aria-hidden="true" className="size-4" />
          Delete
        </button>
      </div>
    </li>
  );
}

function countText(count: number): string {
  if (count === 0) return 'No sub-categories';
  return count === 1 ? '1 sub-category' : `${count} sub-categories`;
}

const skeletonCount = 12;

/** The open dialog. */
type Open =
  | { what: 'add' }
  | { what: 'edit' | 'delete'; category: Category }
  | { what: 'saved'; message: string; category: Category; isNew: boolean };

export function meta() {
  return [{ title: 'Category' }, { name: 'robots', content: 'noindex' }];
}

/** `/dashboard/category` */
export default function CategoryPage() {
  const { data: categories, isPending, isFetching, refetch } = useCategories();
  const [parameters, setParameters] = useSearchParams();
  const [open, setOpen] = useState<Open | null>(null);
  const { region, afterDeletion } = useFocusAfterDeletion();
  const [typed, search] = useSearchText(parameters.get('q') ?? '', (text) =>
    setParameters(text === '' ? {} : { q: text }, { replace: true, preventScrollReset: true }),
  );
  const add = <AddButton onClick={() => setOpen({ what: 'add' })} />;
  return (
    <>
      <PageHeading title="Category" count={categories?.length}>
        <div className="flex min-w-0 flex-1 basis-80 justify-end gap-3">
          <SearchBox label="Search categories" placeholder="Search" text={typed} onType={search} />
          {add}
        </div>
      </PageHeading>
      <section ref={region} tabIndex={-1} aria-label="Categories" className="rounded-lg outline-offset-4">
        {isPending ? (
          <SkeletonGrid />
        ) : categories === undefined ? (
          <LoadError subject="the categories" isRetrying={isFetching} onRetry={() => void refetch()} />
        ) : categories.length === 0 ? (
          <EmptyState title="No Data" action={add}>
            No categories yet.
          </EmptyState>
        ) : (
          <Found
            categories={categories.filter(({ name }) => matchesWords(name, typed))}
            typed={typed}
            onShowAll={() => search('')}
            onOpen={setOpen}
          />
        )}
      </section>
      <OpenDialog open={open} onOpen={setOpen} onDeleted={afterDeletion} />
    </>
  );
}

interface FoundProps {
  categories: readonly Category[];
  typed: string;
  onShowAll: () => void;
  onOpen: (open: Open) => void;
}

function Found({ categories, typed, onShowAll, onOpen }: FoundProps) {
  const { data: subCategories } = useSubCategories();
  if (categories.length === 0) {
    return (
      <EmptyState title="No Data" action={<Button onClick={onShowAll}>Show all categories</Button>}>
        No categories match “{typed}”.
      </EmptyState>
    );
  }
  return (
    <>
      <p role="status" className="sr-only">
        {typed !== '' && `${categories.length} found`}
      </p>
      <Grid>
        {categories.map((category) => (
          <CategoryCard
            key={category._id}
            category={category}
            subCategoryCount={
              subCategories?.filter((one) => one.category.some(({ _id }) => _id === category._id)).length
            }
            onEdit={() => onOpen({ what: 'edit', category })}
            onDelete={() => onOpen({ what: 'delete', category })}
          />
        ))}
      </Grid>
    </>
  );
}

interface OpenDialogProps {
  open: Open | null;
  onOpen: (open: Open | null) => void;
  onDeleted: () => void;
}

function OpenDialog({ open, onOpen, onDeleted }: OpenDialogProps) {
  const close = () => onOpen(null);
  if (open === null) return null;
  if (open.what === 'delete') {
    return (
      <DeleteCategoryDialog
        category={open.category}
        onClose={close}
        onDeleted={() => {
          close();
          onDeleted();
        }}
      />
    );
  }
  if (open.what === 'saved') {
    const { message, category, isNew } = open;
    return (
      <SuccessDialog title={message} onClose={close}>
        <strong>{category.name}</strong> was {isNew ? 'created' : 'updated'}.
        {isNew && (
          <Link
            to={`/dashboard/subcategory?category=${category._id}`}
            className="mt-1 flex min-h-11 items-center justify-center font-semibold text-leaf underline underline-offset-4"
          >
            Add sub-categories
          </Link>
        )}
      </SuccessDialog>
    );
  }
  const isNew = open.what === 'add';
  return (
    <CategoryDialog
      category={isNew ? undefined : open.category}
      onSaved={(message, category) => onOpen({ what: 'saved', message, category, isNew })}
      onClose={close}
    />
  );
}

function AddButton({ onClick }: { onClick: () => void }) {
  return (
    <Button onClick={onClick} className="flex-none">
      <Plus aria-hidden="true" className="size-5" />
      Add Category
    </Button>
  );
}

function Grid({ children, isBusy = false }: { children: ReactNode; isBusy?: boolean }) {
  return (
    <ul
      aria-busy={isBusy}
      className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 md:grid-cols-2 lg:grid-cols-4 xl:grid-cols-5"
    >
      {children}
    </ul>
  );
}

function SkeletonGrid() {
  return (
    <Grid isBusy>
      {Array.from({ length: skeletonCount }, (_, index) => `slot ${index}`).map((key) => (
        <li key={key} className="overflow-hidden rounded-lg border border-line bg-surface">
          <Skeleton className="aspect-square w-full rounded-none" />
          <div className="flex h-20 flex-col items-center justify-around p-2">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-3 w-1/2" />
          </div>
          <div className="h-11 border-t border-line" />
        </li>
      ))}
    </Grid>
  );
}
