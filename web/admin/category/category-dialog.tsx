import { useState } from 'react';
import type { Category } from '#contract/category.ts';
import { callApi } from '#web/api.ts';
import { PictureField } from '../picture-field/picture-field.tsx';
import { useOnePicture } from '../picture-field/use-one-picture.ts';
import { ShelfDialog } from '../shelf-dialog.tsx';
import { useUpkeepForm } from '../use-upkeep-form.ts';

interface CategoryDialogProps {
  /** The category to change; without it a new one is added. */
  category?: Category | undefined;
  onSaved: (message: string, category: Category) => void;
  onClose: () => void;
}

const fields = ['name', 'image'] as const;

/** Adds or changes a category (specification section 5: a name, then a picture). */
export function CategoryDialog({ category, onSaved, onClose }: CategoryDialogProps) {
  const [name, setName] = useState(category?.name ?? '');
  const { pictures, image, imageIssue, isAwaited, showImage } = useOnePicture(category?.image ?? '');
  const upkeep = useUpkeepForm({
    thing: category,
    fields,
    shown: { name, image: [image, imageIssue] },
    draft: { name, image },
    draftOf: (thing: Category | undefined) => ({ name: thing?.name ?? '', image: thing?.image ?? '' }),
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
      ...(!hasName && { name: 'Please fill this in.' }),
      ...(imageIssue !== undefined && { image: imageIssue }),
    };
    if (!upkeep.refuse(found)) void upkeep.save();
  }

  return (
    <ShelfDialog
      title={title}
      submitLabel={title}
      isComplete={hasName && imageIssue === undefined}
      isUnsaved={upkeep.isChanged || isAwaited}
      upkeep={upkeep}
      formerName={category?.name ?? ''}
      name={name}
      nameIssue={upkeep.issues.name}
      namePlaceholder="Dairy, Bread & Eggs"
      onName={setName}
      onSubmit={submit}
      onClose={onClose}
    >
      <PictureField
        label="Image"
        name="image"
        subject={name.trim()}
        pictures={pictures}
        isDisabled={!hasName}
        hint={hasName ? undefined : 'Please enter the name first.'}
        error={upkeep.issues.image}
      />
    </ShelfDialog>
  );
}
