import { type ComponentProps, useId } from 'react';

interface FieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string;
  /** Shown below the input while there is no error. */
  hint?: string | undefined;
  error?: string | undefined;
}

/** A labelled text input with a hint or an error. */
export function Field({ label, hint, error, className = '', ...input }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      <input
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        className="block min-h-11 w-full rounded-md border border-line bg-surface px-3 text-base text-ink placeholder:text-ink-soft aria-invalid:border-danger"
        {...input}
      />
      {note !== undefined && (
        <p
          id={`${id}-note`}
          className={`mt-1 text-sm ${error === undefined ? 'text-ink-soft' : 'text-danger'}`}
        >
          {note}
        </p>
      )}
    </div>
  );
}

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  label: string;
  error?: string | undefined;
}

/** A labelled text area that grows with its content. */
export function TextArea({ label, error, ...text }: TextAreaProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      <textarea
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-note`}
        className="block field-sizing-content max-h-96 min-h-28 w-full rounded-md border border-line bg-surface px-3 py-2 text-base text-ink placeholder:text-ink-soft aria-invalid:border-danger"
        {...text}
      />
      {error !== undefined && (
        <p id={`${id}-note`} className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'children'> {
  label: string;
  error?: string | undefined;
  /** Values with their texts. */
  choices: readonly (readonly [value: string, text: string, isDisabled?: boolean])[];
}

/** A labelled list of choices. */
export function SelectField({ label, error, choices, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      <select
        id={id}
        aria-invalid={error !== undefined}
        className="h-11 w-full rounded-md border border-line bg-surface px-3 text-base text-ink"
        {...select}
      >
        {choices.map(([value, text, isDisabled]) => (
          <option key={value} value={value} disabled={isDisabled}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
