import { type FormEvent, useId, useState } from 'react';
import type { SubCategory } from '#contract/sub-category.ts';
import { callApi } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { MultiSelect } from '#web/ui/multi-select.tsx';
import { useCategories } from '../catalogue.ts';
import { ChangedMeanwhileDialog } from '../changed-meanwhile-dialog.tsx';
import { FormProblem } from '../form-problem.tsx';
import { PictureField } from '../picture-field/picture-field.tsx';
import { usePictures } from '../picture-field/use-pictures.ts';
import { pictureIssue } from '../picture-issue.ts';
import { useUnsavedChanges } from '../unsaved-changes.tsx';
import { useFocusOnOpening } from '../use-focus-on-opening.ts';
import { useUpkeepForm } from '../use-upkeep-form.ts';

interface SubCategoryDialogProps {
  /** The sub-category to change; without it a new one is added. */
  subCategory?: SubCategory | undefined;
  /** Where a new one lies unless it is put elsewhere. */
  initialCategory?: string | undefined;
  onSaved: (message: string, subCategory: SubCategory) => void;
  onClose: () => void;
}

const fields = ['name', 'image', 'category'] as const;

/** Adds or changes a sub-category (specification section 5: a name, a picture, at least one category). */
export function SubCategoryDialog(props: SubCategoryDialogProps) {
  const { subCategory, initialCategory, onSaved, onClose } = props;
  const id = useId();
  const firstField = useFocusOnOpening();
  const { data: categories = subCategory?.category ?? [] } = useCategories();
  const opened = draftOf(subCategory);
  const [name, setName] = useState(opened.name);
  const [chosen, setChosen] = useState<string[]>(
    subCategory === undefined && initialCategory !== undefined ? [initialCategory] : opened.category,
  );
  const pictures = usePictures({ initial: opened.image === '' ? [] : [opened.image], maximum: 1 });
  const imageIssue = pictureIssue(pictures);
  const image = pictures.urls[0] ?? '';
  const upkeep = useUpkeepForm({
    thing: subCategory,
    fields,
    shown: { name, image: [image, imageIssue], category: chosen },
    draft: { name, image, category: chosen.toSorted() },
    draftOf,
    show: (draft) => {
      setName(draft.name);
      setChosen(draft.category);
      pictures.reset(draft.image === '' ? [] : [draft.image]);
    },
    send: (draft, version) =>
      version === undefined
        ? callApi('createSubCategory', draft)
        : callApi('updateSubCategory', { ...draft, _id: version._id, updatedAt: version.updatedAt }),
    onSaved,
  });
  const { form, isBusy, issues, problem, conflict, save, refuse } = upkeep;
  const isAwaitingPicture = pictures.isSending || pictures.hasFailed;
  const { leave, question } = useUnsavedChanges(upkeep.isChanged || isAwaitingPicture);
  const isComplete = name.trim() !== '' && imageIssue === undefined && chosen.length > 0;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A form in a dialog lies in the tree of the page; no form around it must be sent with it.
    event.stopPropagation();
    const isWaiting = isAwaitingPicture && { image: imageIssue };
    // What is changed is sent as it is (specification section 5): the shop says what is missing.
    if (!refuse(subCategory === undefined ? missing() : { ...isWaiting })) void save();
  }

  function missing() {
    return {
      ...(name.trim() === '' && { name: 'Please fill this in.' }),
      ...(imageIssue !== undefined && { image: imageIssue }),
      ...(chosen.length === 0 && { category: 'Please choose at least one.' }),
    };
  }

  return (
    <>
      <Dialog
        title={subCategory === undefined ? 'Add Sub Category' : 'Edit Sub Category'}
        onClose={() => leave(onClose)}
        footer={
          <Button
            type="submit"
            form={id}
            isWide
            isBusy={isBusy}
            variant={isComplete ? 'primary' : 'secondary'}
          >
            Submit
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
            placeholder="Bread & Pav"
            value={name}
            error={issues.name}
            onChange={(event) => setName(event.target.value)}
          />
          <PictureField
            label="Image"
            name="image"
            subject={name.trim()}
            pictures={pictures}
            error={issues.image}
          />
          <MultiSelect
            label="Category"
            name="category"
            placeholder="Search categories"
            choices={categories.map((category) => ({ id: category._id, name: category.name }))}
            chosen={chosen}
            onChange={setChosen}
            error={issues.category}
          />
        </form>
      </Dialog>
      {conflict !== null && (
        <ChangedMeanwhileDialog
          name={subCategory?.name ?? ''}
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

// Sorted, for the order of categories means nothing.
function draftOf(subCategory: SubCategory | undefined) {
  const { name = '', image = '', category = [] } = subCategory ?? {};
  return { name, image, category: category.map(({ _id }) => _id).toSorted() };
}
