import { useState } from 'react';
import type { SubCategory } from '#contract/category.ts';
import { requiredMessage } from '#contract/rules/required.ts';
import { useAdminForm } from '#web/admin/admin-form.ts';
import { useCategories } from '#web/admin/catalogue-queries.ts';
import { ImageField } from '#web/admin/image-field/image-field.tsx';
import { useSingleImage } from '#web/admin/image-field/use-images.ts';
import { callApi } from '#web/api/client.ts';
import { MultiSelect } from '#web/ui/multi-select.tsx';
import { CategoryFormDialog } from './category-form-dialog.tsx';

interface SubCategoryDialogProps {
  /** Undefined adds a new one. */
  subCategory?: SubCategory | undefined;
  /** Preselected category of a new one. */
  initialCategory?: string | undefined;
  onSaved: (message: string, subCategory: SubCategory) => void;
  onClose: () => void;
}

const fields = ['name', 'image', 'category'] as const;

export function SubCategoryDialog(props: SubCategoryDialogProps) {
  const { subCategory, initialCategory, onSaved, onClose } = props;
  const { data: categories = subCategory?.category ?? [] } = useCategories();
  const opened = toDraft(subCategory);
  const [name, setName] = useState(opened.name);
  const [chosen, setChosen] = useState<string[]>(
    subCategory === undefined && initialCategory !== undefined ? [initialCategory] : opened.category,
  );
  const { images, image, imageError, hasUnsavedImage, showImage } = useSingleImage(opened.image);
  const adminForm = useAdminForm({
    thing: subCategory,
    fields,
    shown: { name, image: [image, imageError], category: chosen },
    draft: { name, image, category: chosen.toSorted() },
    toDraft,
    show: (draft) => {
      setName(draft.name);
      setChosen(draft.category);
      showImage(draft.image);
    },
    send: (draft, version) =>
      version === undefined
        ? callApi('createSubCategory', draft)
        : callApi('updateSubCategory', { ...draft, _id: version._id, updatedAt: version.updatedAt }),
    onSaved,
  });
  const { issues } = adminForm;

  function submit() {
    const isWaiting = hasUnsavedImage && { image: imageError };
    // An update is sent even if incomplete: the server reports what is missing.
    if (!adminForm.refuse(subCategory === undefined ? missing() : { ...isWaiting })) void adminForm.save();
  }

  function missing() {
    return {
      ...(name.trim() === '' && { name: requiredMessage('name') }),
      ...(imageError !== undefined && { image: imageError }),
      ...(chosen.length === 0 && { category: requiredMessage('category') }),
    };
  }

  return (
    <CategoryFormDialog
      title={subCategory === undefined ? 'Add Sub Category' : 'Edit Sub Category'}
      submitLabel="Submit"
      isComplete={Object.keys(missing()).length === 0}
      isUnsaved={adminForm.isChanged || hasUnsavedImage}
      adminForm={adminForm}
      formerName={subCategory?.name ?? ''}
      name={name}
      nameIssue={issues.name}
      namePlaceholder="Bread & Pav"
      onName={setName}
      onSubmit={submit}
      onClose={onClose}
    >
      <ImageField label="Image" name="image" subject={name.trim()} images={images} error={issues.image} />
      <MultiSelect
        label="Category"
        name="category"
        placeholder="Search categories"
        choices={categories.map((category) => ({ id: category._id, name: category.name }))}
        chosen={chosen}
        onChange={setChosen}
        error={issues.category}
      />
    </CategoryFormDialog>
  );
}

// Sorted: the order of categories has no meaning.
function toDraft(subCategory: SubCategory | undefined) {
  const { name = '', image = '', category = [] } = subCategory ?? {};
  return { name, image, category: category.map(({ _id }) => _id).toSorted() };
}
