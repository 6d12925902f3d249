import type { UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { type CategoryKind, useCatalogueInvalidation } from '#web/admin/catalogue-queries.ts';
import { DeleteDialog, useFocusAfterDeletion } from '#web/admin/delete-dialog.tsx';
import { Loaded } from '#web/admin/page-parts.tsx';
import { Button } from '#web/ui/button.tsx';
import { SuccessDialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Lightbox } from '#web/ui/lightbox.tsx';
import { CategoryDialog } from './category-dialog.tsx';
import { type CategoryItem, categoryKinds } from './category-kinds.ts';

export type CategoryAction = 'edit' | 'delete' | 'enlarge';

type OpenDialog =
  | { type: 'add' }
  | { type: CategoryAction; item: CategoryItem }
  | { type: 'saved'; message: string; item: CategoryItem; isNew: boolean };

/** Path of the sub-category page, filtered by a category. */
export function subCategoriesPath(categoryId: string): string {
  return `/dashboard/subcategory?category=${categoryId}`;
}

/** State of the dialogs of a list of categories or sub-categories. */
export function useCategoryDialogs() {
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const { region, afterDeletion } = useFocusAfterDeletion();
  return {
    ...{ open, setOpen, region, afterDeletion },
    act: (type: CategoryAction, item: CategoryItem) => setOpen({ type, item }),
  };
}
type CategoryDialogsState = ReturnType<typeof useCategoryDialogs>;

export function AddButton({ kind, dialogs }: { kind: CategoryKind; dialogs: CategoryDialogsState }) {
  return (
    <Button onClick={() => dialogs.setOpen({ type: 'add' })} className="flex-none">
      <Plus aria-hidden="true" className="size-5" />
      {categoryKinds[kind].addTitle}
    </Button>
  );
}

interface CategoryListProps {
  kind: CategoryKind;
  dialogs: CategoryDialogsState;
  query: UseQueryResult<readonly unknown[]>;
  skeleton: ReactNode;
  /** Shown if nothing matches the filters; null if something does. */
  noMatch: string | null;
  onShowAll: () => void;
  initialCategory?: string | undefined;
  /** The matching items. */
  children: ReactNode;
}

/** Categories or sub-categories with loading, error and empty states, and their dialogs. */
export function CategoryList(props: CategoryListProps) {
  const { kind, dialogs, query, skeleton, noMatch, onShowAll, initialCategory, children } = props;
  const plural = kind === 'category' ? 'categories' : 'sub-categories';
  return (
    <>
      <section
        ref={dialogs.region}
        tabIndex={-1}
        aria-label={kind === 'category' ? 'Categories' : 'Sub-categories'}
        className="rounded-lg outline-offset-4"
      >
        <Loaded query={query} subject={`the ${plural}`} skeleton={skeleton}>
          {({ length }) =>
            length === 0 ? (
              <EmptyState title="No Data" action={<AddButton kind={kind} dialogs={dialogs} />}>
                No {plural} yet.
              </EmptyState>
            ) : noMatch !== null ? (
              <EmptyState title="No Data" action={<Button onClick={onShowAll}>Show all {plural}</Button>}>
                {noMatch}
              </EmptyState>
            ) : (
              children
            )
          }
        </Loaded>
      </section>
      <CategoryDialogs kind={kind} dialogs={dialogs} initialCategory={initialCategory} />
    </>
  );
}

function CategoryDialogs({
  kind,
  dialogs: { open, setOpen, afterDeletion },
  initialCategory,
}: Pick<CategoryListProps, 'kind' | 'dialogs' | 'initialCategory'>) {
  const { removed } = useCatalogueInvalidation();
  const close = () => setOpen(null);
  if (open === null) return null;
  if (open.type === 'add' || open.type === 'edit') {
    const isNew = open.type === 'add';
    return (
      <CategoryDialog
        kind={kind}
        item={open.type === 'edit' ? open.item : undefined}
        initialCategory={initialCategory}
        onSaved={(message, item) => setOpen({ type: 'saved', message, item, isNew })}
        onClose={close}
      />
    );
  }
  const { _id, name, image, hue, category } = open.item;
  if (open.type === 'enlarge') return <Lightbox urls={[image]} name={name} onClose={close} />;
  if (open.type === 'saved') {
    return (
      <SuccessDialog title={open.message} onClose={close}>
        <strong>{name}</strong>{' '}
        {kind === 'subCategory'
          ? `is in ${category?.map((parent) => parent.name).join(', ')}.`
          : `was ${open.isNew ? 'created' : 'updated'}.`}
        {kind === 'category' && open.isNew && (
          <Link
            to={subCategoriesPath(_id)}
            className="mt-1 flex min-h-11 items-center justify-center font-semibold text-leaf underline underline-offset-4"
          >
            Add sub-categories
          </Link>
        )}
      </SuccessDialog>
    );
  }
  return (
    <DeleteDialog
      name={name}
      image={image}
      hue={hue}
      question="Are you sure permanent delete ?"
      confirmLabel="Confirm"
      send={() => categoryKinds[kind].remove(_id)}
      onGone={() => removed(kind, _id)}
      onDeleted={() => {
        close();
        afterDeletion();
      }}
      onClose={close}
      errorAction={({ code, details }) =>
        kind === 'category' &&
        code === 'IN_USE' &&
        details.subCategories !== 0 && (
          <Link
            to={subCategoriesPath(_id)}
            className="flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            View sub-categories
          </Link>
        )
      }
    />
  );
}
