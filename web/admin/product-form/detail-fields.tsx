import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { productLimits } from '#contract/products/product-fields.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { type Detail, labelError } from './product-draft.ts';

interface AddFieldDialogProps {
  details: readonly Detail[];
  onAdd: (label: string) => void;
  onClose: () => void;
}

/** Asks for the label of a detail field; it may be empty. */
function AddFieldDialog({ details, onAdd, onClose }: AddFieldDialogProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [label, setLabel] = useState('');
  const [issue, setIssue] = useState<string | undefined>(undefined);

  useEffect(() => {
    // The browser would focus the close button.
    input.current?.focus();
  }, []);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // The product form is an ancestor in React's tree and must not be submitted.
    event.stopPropagation();
    const found = labelError(label, details);
    if (found === undefined) onAdd(label.trim());
    else setIssue(found);
  }

  // Forms must not be nested in the DOM.
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
          maxLength={productLimits.detailLabel}
          value={label}
          error={issue}
          hint="Such as Shelf life, Storage or Ingredients, which pages in Hindi translate. Write others in both languages: Heat / तीखापन"
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

interface DetailFieldsProps {
  details: readonly Detail[];
  /** Of the details as a whole. */
  error: string | undefined;
  errorAt: (position: number) => string | undefined;
  onChange: (details: Detail[]) => void;
}

/** Custom detail fields of a product: label and text. */
export function DetailFields({ details, error, errorAt, onChange }: DetailFieldsProps) {
  const [isAdding, setIsAdding] = useState(false);
  /** Label of the added field, whose input gets the focus after the dialog has closed. */
  const [added, setAdded] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (added === null) return;
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
    setAdded(null);
  }, [added]);

  return (
    <div>
      {details.length > 0 && (
        <ul ref={list} className="mb-3 grid gap-4">
          {details.map((detail, position) => (
            <DetailField
              key={detail.label}
              detail={detail}
              issue={errorAt(position)}
              onType={(text) =>
                onChange(details.map((other) => (other.label === detail.label ? { ...other, text } : other)))
              }
              onRemove={() => {
                onChange(details.filter((other) => other.label !== detail.label));
                add.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      <Button
        ref={add}
        name="more_details"
        variant="secondary"
        disabled={details.length >= productLimits.details}
        onClick={() => setIsAdding(true)}
      >
        <Plus aria-hidden="true" className="size-5" />
        Add Field
      </Button>
      {error !== undefined && <p className="mt-1 text-sm text-danger">{error}</p>}
      {isAdding && (
        <AddFieldDialog
          details={details}
          onAdd={(label) => {
            setIsAdding(false);
            onChange([...details, { label, text: '' }]);
            setAdded(label);
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </div>
  );
}

interface DetailFieldProps {
  detail: Detail;
  issue: string | undefined;
  onType: (text: string) => void;
  onRemove: () => void;
}

function DetailField({ detail: { label, text }, issue, onType, onRemove }: DetailFieldProps) {
  const id = useId();
  const name = label === '' ? 'Unnamed field' : label;
  return (
    <li>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold wrap-anywhere">
        {name}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          required
          autoComplete="off"
          maxLength={productLimits.detailText}
          value={text}
          aria-invalid={issue !== undefined}
          aria-describedby={issue === undefined ? undefined : `${id}-issue`}
          onChange={(event) => onType(event.target.value)}
          className="block min-h-11 w-full min-w-0 rounded-md border border-line bg-surface px-3 text-base text-ink aria-invalid:border-danger"
        />
        <IconButton label={`Remove ${name}`} onClick={onRemove}>
          <Trash2 aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      {issue !== undefined && (
        <p id={`${id}-issue`} className="mt-1 text-sm text-danger">
          {issue}
        </p>
      )}
    </li>
  );
}
