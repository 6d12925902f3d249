import { type ComponentProps, type ReactNode, useId } from 'react';

interface LabelledProps {
  label: string;
  /** Shown below the input while there is no error. */
  hint?: string | undefined;
  error?: string | undefined;
}

/** An input below its label, with a hint or an error. */
function Labelled(props: LabelledProps & { id: string; className?: string; children: ReactNode }) {
  const { id, label, hint, error, className, children } = props;
  const note = error ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      {children}
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

/** The attributes of the input in a `Labelled`. */
function inputProps(id: string, { hint, error }: LabelledProps) {
  return {
    id,
    'aria-invalid': error !== undefined,
    'aria-describedby': (error ?? hint) === undefined ? undefined : `${id}-note`,
  };
}

interface FieldProps extends Omit<ComponentProps<'input'>, 'id'>, LabelledProps {}

/** A labelled text input. */
export function Field({ label, hint, error, className = '', ...input }: FieldProps) {
  const id = useId();
  const labelled = { label, hint, error };
  return (
    <Labelled id={id} className={className} {...labelled}>
      <input
        {...inputProps(id, labelled)}
        className="block min-h-11 w-full rounded-md border border-line bg-surface px-3 text-base text-ink placeholder:text-ink-soft aria-invalid:border-danger"
        {...input}
      />
    </Labelled>
  );
}

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'>, LabelledProps {}

/** A labelled text area that grows with its content. */
export function TextArea({ label, hint, error, ...text }: TextAreaProps) {
  const id = useId();
  const labelled = { label, hint, error };
  return (
    <Labelled id={id} {...labelled}>
      <textarea
        {...inputProps(id, labelled)}
        className="block field-sizing-content max-h-96 min-h-28 w-full rounded-md border border-line bg-surface px-3 py-2 text-base text-ink placeholder:text-ink-soft aria-invalid:border-danger"
        {...text}
      />
    </Labelled>
  );
}

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'children'>, LabelledProps {
  /** Values with their texts. */
  choices: readonly (readonly [value: string, text: string, isDisabled?: boolean])[];
}

/** A labelled list of choices. */
export function SelectField({ label, hint, error, choices, ...select }: SelectFieldProps) {
  const id = useId();
  const labelled = { label, hint, error };
  return (
    <Labelled id={id} {...labelled}>
      <select
        {...inputProps(id, labelled)}
        className="h-11 w-full rounded-md border border-line bg-surface px-3 text-base text-ink"
        {...select}
      >
        {choices.map(([value, text, isDisabled]) => (
          <option key={value} value={value} disabled={isDisabled}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  );
}
