import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button, IconButton } from '#web/ui/button.tsx';
import type { FormIssues } from '../form-issues.ts';
import { AddFieldDialog } from './add-field-dialog.tsx';
import { type Detail, detailField } from './product-draft.ts';
import { maximumDetails, textLimits } from './product-issues.ts';

interface ExtraFieldsProps {
  details: readonly Detail[];
  issues: FormIssues<string>;
  onChange: (details: Detail[]) => void;
}

/** The fields that one has added oneself: each label with a text of its own. */
export function ExtraFields({ details, issues, onChange }: ExtraFieldsProps) {
  const [isAdding, setIsAdding] = useState(false);
  /** The label whose text is to have the focus, as soon as its field is there and the dialog is not. */
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
          {details.map((detail) => (
            <ExtraField
              key={detail.label}
              detail={detail}
              issue={issues[detailField(detail.label)]}
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
        disabled={details.length >= maximumDetails}
        onClick={() => setIsAdding(true)}
      >
        <Plus aria-hidden="true" className="size-5" />
        Add Field
      </Button>
      {issues.more_details !== undefined && <p className="mt-1 text-sm text-danger">{issues.more_details}</p>}
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

interface ExtraFieldProps {
  detail: Detail;
  issue: string | undefined;
  onType: (text: string) => void;
  onRemove: () => void;
}

function ExtraField({ detail: { label, text }, issue, onType, onRemove }: ExtraFieldProps) {
  const id = useId();
  const name = label === '' ? 'Field without a name' : label;
  return (
    <li>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold wrap-anywhere">
        {name}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          name={detailField(label)}
          required
          autoComplete="off"
          maxLength={textLimits.detailText}
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
