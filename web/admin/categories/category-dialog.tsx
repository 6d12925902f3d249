import { useState } from 'react';
import type { Category } from '#contract/category.ts';
import { requiredMessage } from '#contract/rules/required.ts';
import { useAdminForm } from '#web/admin/admin-form.ts';
import { ImageField } from '#web/admin/image-field/image-field.tsx';
import { useSingleImage } from '#web/admin/image-field/use-images.ts';
import { callApi } from '#web/api/client.ts';
import { CategoryFormDialog } from './category-form-dialog.tsx';

interface CategoryDialogProps {
  /** Undefined adds a new one. */
  category?: Category | undefined;
  onSaved: (message: string, category: Category) => void;
  onClose: () => void;
}

const fields = ['name', 'image'] as const;

export function CategoryDialog({ category, onSaved, onClose }: CategoryDialogProps) {
  const [name, setName] = useState(category?.name ?? '');
  const { images, image, imageError, hasUnsavedImage, showImage } = useSingleImage(category?.image ?? '');
  const adminForm = useAdminForm({
    thing: category,
    fields,
    shown: { name, image: [image, imageError] },
    draft: { name, image },
    toDraft: (thing: Category | undefined) => ({ name: thing?.name ?? '', image: thing?.image ?? '' }),
    show: (draft) => {
      setName(draft.name);
      showImage(draft.image);
    },
    send: (draft, version) =>
      version === undefined
        ? callApi('addCategory', draft)
        : callApi('updateCategory', { ...draft, _id: version._id, updatedAt: version.updatedAt }),
    onSaved,
  });
  const hasName = name.trim() !== '';
  const title = category === undefined ? 'Add Category' : 'Update Category';

  function submit() {
    const found = {
      ...(!hasName && { name: requiredMessage('name') }),
      ...(imageError !== undefined && { image: imageError }),
    };
    if (!adminForm.refuse(found)) void adminForm.save();
  }

  return (
    <CategoryFormDialog
      title={title}
      submitLabel={title}
      isComplete={hasName && imageError === undefined}
      isUnsaved={adminForm.isChanged || hasUnsavedImage}
      adminForm={adminForm}
      formerName={category?.name ?? ''}
      name={name}
      nameIssue={adminForm.issues.name}
      namePlaceholder="Dairy, Bread & Eggs"
      onName={setName}
      onSubmit={submit}
      onClose={onClose}
    >
      <ImageField
        label="Image"
        name="image"
        subject={name.trim()}
        images={images}
        isDisabled={!hasName}
        hint={hasName ? undefined : 'Enter the name first.'}
        error={adminForm.issues.image}
      />
    </CategoryFormDialog>
  );
}
