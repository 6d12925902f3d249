import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import type { Detail } from './product-draft.ts';
import { labelIssue, textLimits } from './product-issues.ts';

interface AddFieldDialogProps {
  /** The fields that are there already. */
  details: readonly Detail[];
  onAdd: (label: string) => void;
  onClose: () => void;
}

/** Asks for the label of a field of one's own; it may be empty (specification section 5). */
export function AddFieldDialog({ details, onAdd, onClose }: AddFieldDialogProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [label, setLabel] = useState('');
  const [issue, setIssue] = useState<string | undefined>(undefined);

  useEffect(() => {
    // Otherwise the browser takes the first button of the dialog, which is the cross.
    input.current?.focus();
  }, []);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // The form of the product lies around this one in the tree of components.
    event.stopPropagation();
    const found = labelIssue(label, details);
    if (found === undefined) onAdd(label.trim());
    else setIssue(found);
  }

  // No form may lie inside of another one on the page.
  return createPortal(
    <Dialog
      title="Add Field"
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id}>
            Add
          </Button>
        </div>
      }
    >
      <form id={id} method="post" noValidate onSubmit={submit}>
        <Field
          ref={input}
          label="Field name"
          placeholder="Enter field name"
          autoComplete="off"
          maxLength={textLimits.detailLabel}
          value={label}
          error={issue}
          hint="Such as Shelf life, Brand or Ingredients"
          onChange={(event) => {
            setLabel(event.target.value);
            setIssue(undefined);
          }}
        />
      </form>
    </Dialog>,
    document.body,
  );
}
