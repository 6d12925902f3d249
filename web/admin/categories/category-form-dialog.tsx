import { type FormEvent, type ReactNode, type RefObject, useId } from 'react';
import type { Conflict } from '#web/admin/conflict.ts';
import { ConflictDialog } from '#web/admin/conflict-dialog.tsx';
import { useInitialFocus } from '#web/admin/focus.ts';
import { FormAlert } from '#web/admin/load-error.tsx';
import { useUnsavedChanges } from '#web/admin/unsaved-changes.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';

interface CategoryFormDialogProps {
  title: string;
  submitLabel: string;
  /** All fields are filled in: the submit button becomes primary. */
  isComplete: boolean;
  /** Closing would lose changes. */
  isUnsaved: boolean;
  /** From `useAdminForm`. */
  adminForm: {
    form: RefObject<HTMLFormElement | null>;
    isBusy: boolean;
    problem: string;
    conflict: Conflict<unknown> | null;
    takeTheirs: () => void;
    keepMine: () => void;
    decideLater: () => void;
  };
  /** Name when the dialog was opened. */
  formerName: string;
  name: string;
  nameIssue: string | undefined;
  namePlaceholder: string;
  onName: (name: string) => void;
  onSubmit: () => void;
  onClose: () => void;
  /** Fields below the name. */
  children: ReactNode;
}

/** Form dialog of a category or sub-category: the name, and the fields given as children. */
export function CategoryFormDialog(props: CategoryFormDialogProps) {
  const { title, submitLabel, isComplete, adminForm, formerName, onSubmit, onClose, children } = props;
  const id = useId();
  const firstField = useInitialFocus();
  const { leave, question } = useUnsavedChanges(props.isUnsaved);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A form in a dialog is a child of the page in React's tree; the page's own form must not be submitted.
    event.stopPropagation();
    onSubmit();
  }

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
            isBusy={adminForm.isBusy}
            variant={isComplete ? 'primary' : 'secondary'}
          >
            {submitLabel}
          </Button>
        }
      >
        <form ref={adminForm.form} id={id} method="post" noValidate className="grid gap-4" onSubmit={submit}>
          <FormAlert text={adminForm.problem} />
          <Field
            ref={firstField}
            label="Name"
            name="name"
            required
            maxLength={100}
            autoComplete="off"
            placeholder={props.namePlaceholder}
            value={props.name}
            error={props.nameIssue}
            onChange={(event) => props.onName(event.target.value)}
          />
          {children}
        </form>
      </Dialog>
      {adminForm.conflict !== null && (
        <ConflictDialog
          name={formerName}
          conflict={adminForm.conflict}
          onTakeTheirs={adminForm.takeTheirs}
          onKeepMine={adminForm.keepMine}
          onClose={adminForm.decideLater}
        />
      )}
      {question}
    </>
  );
}
