import type { UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Link } from 'react-router';
import { type CategoryKind, useCatalogueInvalidation, useCategories } from '#web/admin/catalogue-queries.ts';
import { DeleteDialog, useFocusAfterDeletion } from '#web/admin/confirm-call-dialog.tsx';
import { ConflictDialog } from '#web/admin/conflict-dialog.tsx';
import { useUnsavedChanges } from '#web/admin/dialog-form.tsx';
import { ImageField } from '#web/admin/images/image-field.tsx';
import { Lightbox } from '#web/admin/images/lightbox.tsx';
import { useImages } from '#web/admin/images/use-images.ts';
import { MultiSelect } from '#web/admin/multi-select.tsx';
import { Loaded } from '#web/admin/page-parts.tsx';
import { FormControl, useAdminForm } from '#web/admin/use-admin-form.tsx';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, SuccessDialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { type CategoryItem, type CategoryValues, categoryKinds } from './category-kinds.ts';

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
    open,
    setOpen,
    region,
    afterDeletion,
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
        {open.isNew && (
          <Link
            to={kind === 'category' ? subCategoriesPath(_id) : '/dashboard/product-import'}
            className="mt-1 flex min-h-11 items-center justify-center font-semibold text-leaf underline underline-offset-4"
          >
            {kind === 'category' ? 'Add sub-categories' : 'Import products'}
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
      onRemoved={() => removed(kind, _id)}
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

interface CategoryDialogProps {
  kind: CategoryKind;
  /** Undefined adds a new one. */
  item: CategoryItem | undefined;
  /** Preselected category of a new sub-category. */
  initialCategory?: string | undefined;
  onSaved: (message: string, item: CategoryItem) => void;
  onClose: () => void;
}

/** Adds or edits a category or a sub-category. */
function CategoryDialog({ kind, item, initialCategory, onSaved, onClose }: CategoryDialogProps) {
  const id = useId();
  const options = categoryKinds[kind];
  const title = item === undefined ? options.addTitle : options.editTitle;
  const { data: categories = item?.category ?? [] } = useCategories();
  const images = useImages({ initial: item?.image ? [item.image] : [], maximum: 1 });
  const form = useAdminForm<CategoryItem, CategoryValues>({
    item,
    toValues: (from) => ({
      name: from?.name ?? '',
      nameHindi: from?.nameHindi ?? '',
      image: from?.image ?? '',
      category: (
        from?.category?.map(({ _id }) => _id) ?? (initialCategory === undefined ? [] : [initialCategory])
      ).toSorted(),
    }),
    loadSchema: () => options.loadSchema(item === undefined),
    toInput: options.toInput,
    send: options.save,
    onSaved,
    images,
  });
  const { setFocus } = form;
  useEffect(() => setFocus('name'), [setFocus]);
  const { leave, question } = useUnsavedChanges(form.isUnsaved);
  const { name, image, category } = form.watch();
  const hasName = name.trim() !== '';
  const isWithoutName = kind === 'category' && !hasName;
  const isComplete =
    hasName && image !== '' && images.error === undefined && (kind === 'category' || category.length > 0);

  return (
    <>
      <Dialog
        title={title}
        onClose={() => leave(onClose)}
        footer={
          <Button
            type="submit"
            form={id}
            isWide
            isBusy={form.isBusy}
            variant={isComplete ? 'primary' : 'secondary'}
          >
            {options.submitLabel ?? title}
          </Button>
        }
      >
        <form {...form.formProps} id={id} className="grid gap-4">
          <FormAlert>{form.error}</FormAlert>
          <Field
            label="Name"
            required
            autoComplete="off"
            placeholder={options.namePlaceholder}
            {...form.fieldProps('name')}
          />
          <Field
            label="Name in Hindi (optional)"
            autoComplete="off"
            lang="hi"
            maxLength={100}
            {...form.fieldProps('nameHindi')}
          />
          <FormControl form={form} name="image">
            <ImageField
              label="Picture"
              name="image"
              subject={name.trim()}
              images={images}
              isDisabled={isWithoutName}
              hint={isWithoutName ? 'Please enter the name first.' : undefined}
              error={form.errorOf('image')}
            />
          </FormControl>
          {kind === 'subCategory' && (
            <FormControl form={form} name="category">
              <MultiSelect
                label="Category"
                name="category"
                placeholder="Search categories"
                choices={categories.map((one) => ({ id: one._id, name: one.name }))}
                chosen={category}
                onChange={(ids) => form.change('category', ids)}
                error={form.errorOf('category')}
              />
            </FormControl>
          )}
        </form>
      </Dialog>
      {form.conflict !== null && (
        <ConflictDialog
          kind={kind === 'category' ? kind : 'sub-category'}
          name={item?.name ?? ''}
          conflict={form.conflict}
          onTakeTheirs={form.takeTheirs}
          onKeepMine={form.keepMine}
          onClose={form.decideLater}
        />
      )}
      {question}
    </>
  );
}
