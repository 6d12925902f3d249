import { type FormEvent, useId, useState } from 'react';
import type { Category } from '#contract/category.ts';
import { callApi } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { ChangedMeanwhileDialog } from '../changed-meanwhile-dialog.tsx';
import { FormProblem } from '../form-problem.tsx';
import { PictureField } from '../picture-field/picture-field.tsx';
import { usePictures } from '../picture-field/use-pictures.ts';
import { pictureIssue } from '../picture-issue.ts';
import { useUnsavedChanges } from '../unsaved-changes.tsx';
import { useFocusOnOpening } from '../use-focus-on-opening.ts';
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
  const id = useId();
  const firstField = useFocusOnOpening();
  const [name, setName] = useState(category?.name ?? '');
  const pictures = usePictures({ initial: picturesOf(category), maximum: 1 });
  const imageIssue = pictureIssue(pictures);
  const image = pictures.urls[0] ?? '';
  const upkeep = useUpkeepForm({
    thing: category,
    fields,
    shown: { name, image: [image, imageIssue] },
    draft: { name, image },
    draftOf: (thing: Category | undefined) => ({ name: thing?.name ?? '', image: thing?.image ?? '' }),
    show: (draft) => {
      setName(draft.name);
      pictures.reset(draft.image === '' ? [] : [draft.image]);
    },
    send: (draft, version) =>
      version === undefined
        ? callApi('addCategory', draft)
        : callApi('updateCategory', { ...draft, _id: version._id, updatedAt: version.updatedAt }),
    onSaved,
  });
  const { form, isBusy, issues, problem, conflict, save, refuse } = upkeep;
  const { leave, question } = useUnsavedChanges(
    upkeep.isChanged || pictures.slots.length > pictures.urls.length,
  );
  const hasName = name.trim() !== '';

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A form in a dialog lies in the tree of the page; no form around it must be sent with it.
    event.stopPropagation();
    const found = {
      ...(!hasName && { name: 'Please fill this in.' }),
      ...(imageIssue !== undefined && { image: imageIssue }),
    };
    if (!refuse(found)) void save();
  }

  return (
    <>
      <Dialog
        title={category === undefined ? 'Add Category' : 'Update Category'}
        onClose={() => leave(onClose)}
        footer={
          <Button
            type="submit"
            form={id}
            isWide
            isBusy={isBusy}
            variant={hasName && imageIssue === undefined ? 'primary' : 'secondary'}
          >
            {category === undefined ? 'Add Category' : 'Update Category'}
          </Button>
        }
      >
        <form ref={form} id={id} method="post" noValidate className="grid gap-4" onSubmit={submit}>
          <FormProblem text={problem} />
          <Field
            ref={firstField}
            label="Name"
            name="name"
            required
            maxLength={100}
            autoComplete="off"
            placeholder="Dairy, Bread & Eggs"
            value={name}
            error={issues.name}
            onChange={(event) => setName(event.target.value)}
          />
          <PictureField
            label="Image"
            name="image"
            subject={name.trim()}
            pictures={pictures}
            isDisabled={!hasName}
            hint={hasName ? undefined : 'Please enter the name first.'}
            error={issues.image}
          />
        </form>
      </Dialog>
      {conflict !== null && (
        <ChangedMeanwhileDialog
          name={category?.name ?? ''}
          conflict={conflict}
          onTakeTheirs={upkeep.takeTheirs}
          onKeepMine={upkeep.keepMine}
          onClose={upkeep.decideLater}
        />
      )}
      {question}
    </>
  );
}

function picturesOf(category: Category | undefined): string[] {
  return category === undefined || category.image === '' ? [] : [category.image];
}
