import { useEffect, useId } from 'react';
import { type CategoryKind, useCategories } from '#web/admin/catalogue-queries.ts';
import { ConflictDialog } from '#web/admin/conflict-dialog.tsx';
import { FormAlert } from '#web/admin/form-parts.tsx';
import { ImageField } from '#web/admin/images/image-field.tsx';
import { useImages } from '#web/admin/images/use-images.ts';
import { useUnsavedChanges } from '#web/admin/unsaved-changes.tsx';
import { FormControl, useAdminForm } from '#web/admin/use-admin-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { MultiSelect } from '#web/ui/multi-select.tsx';
import { type CategoryItem, type CategoryValues, categoryKinds } from './category-kinds.ts';

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
export function CategoryDialog({ kind, item, initialCategory, onSaved, onClose }: CategoryDialogProps) {
  const id = useId();
  const options = categoryKinds[kind];
  const title = item === undefined ? options.addTitle : options.editTitle;
  const { data: categories = item?.category ?? [] } = useCategories();
  const images = useImages({ initial: item?.image ? [item.image] : [], maximum: 1 });
  const form = useAdminForm<CategoryItem, CategoryValues>({
    item,
    toValues: (from) => ({
      name: from?.name ?? '',
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
          <FormAlert text={form.error} />
          <Field
            label="Name"
            required
            autoComplete="off"
            placeholder={options.namePlaceholder}
            {...form.fieldProps('name')}
          />
          <FormControl form={form} name="image">
            <ImageField
              label="Image"
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
