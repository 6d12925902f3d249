import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { FormAlert } from '#web/forms/form-alert.tsx';
import type { ApiForm } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';

interface StaffDialogProps {
  title: string;
  form: Pick<ApiForm, 'formProps' | 'isBusy' | 'error'>;
  submitLabel: string;
  cancelLabel?: string;
  /** Makes the submit button red. */
  isDangerous?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with one form, its error, 'Cancel' and the button that submits it. */
export function StaffDialog(props: StaffDialogProps) {
  const { title, form, submitLabel, cancelLabel = 'Cancel', isDangerous = false, onClose, children } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <form {...form.formProps} className="space-y-4">
        {children}
        <FormAlert>{form.error}</FormAlert>
        <div className="flex flex-wrap justify-end gap-3 pt-2">
          <Button variant="quiet" onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button variant={isDangerous ? 'danger' : 'primary'} type="submit" isBusy={form.isBusy}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface RadioFieldProps<Value extends string> {
  /** Nothing inside of another fieldset, which has the legend. */
  legend?: string;
  choices: readonly (readonly [value: Value, label: string])[];
  register: UseFormRegisterReturn;
  /** Called beside `register` when a value is chosen. */
  onChoose?: (value: Value) => void;
  error?: string | undefined;
  isColumn?: boolean;
}

/** Radio buttons with a frame around each. */
export function RadioField<Value extends string>(props: RadioFieldProps<Value>) {
  const { legend, choices, register, onChoose, error, isColumn = false } = props;
  const errorId = useId();
  return (
    <fieldset>
      {legend !== undefined && <legend className="mb-1 text-sm font-semibold">{legend}</legend>}
      <div className={`flex gap-2 ${isColumn ? 'flex-col' : 'flex-wrap'}`}>
        {choices.map(([value, label]) => (
          <label
            key={value}
            className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-line px-3 py-1.5 wrap-anywhere has-checked:border-leaf has-checked:bg-leaf-soft"
          >
            <input
              type="radio"
              value={value}
              aria-invalid={error !== undefined}
              aria-describedby={error === undefined ? undefined : errorId}
              className="size-5 flex-none accent-leaf"
              {...register}
              onChange={(event) => {
                void register.onChange(event);
                onChoose?.(value);
              }}
            />
            {label}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={errorId} className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** An amount or count as typed; `empty` for nothing, and NaN, which is refused, for what is no number. */
export function toNumber(typed: string, empty = Number.NaN): number {
  if (typed.trim() === '') return empty;
  return /^-?\d+(?:\.\d+)?$/.test(typed.trim()) ? Number(typed) : Number.NaN;
}

export interface ValueFieldProps<Value> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  error?: string | undefined;
  hint?: string;
}

interface ParsedFieldProps<Value>
  extends ValueFieldProps<Value>,
    Pick<ComponentProps<typeof Field>, 'autoComplete' | 'className' | 'inputMode'> {
  parse: (typed: string) => Value;
  format: (value: Value) => string;
  isSame?: (typed: Value, value: Value) => boolean;
  /** Characters that are removed while typing. */
  removed?: RegExp;
}

/** A text input whose value is not a string. Shows the text as typed, such as '5.', until another value is loaded. */
export function ParsedField<Value>(props: ParsedFieldProps<Value>) {
  const { value, onChange, parse, format, isSame = Object.is, removed, ...field } = props;
  const [text, setText] = useState(() => format(value));
  function change(typed: string) {
    const accepted = removed === undefined ? typed : typed.replaceAll(removed, '');
    setText(accepted);
    onChange(parse(accepted));
  }
  return <TextField {...field} value={isSame(parse(text), value) ? text : format(value)} onChange={change} />;
}

const numberInput = { inputMode: 'decimal', className: 'w-full min-w-0 sm:max-w-64' } as const;

const numberFormat = {
  parse: (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed)),
  format: (number: number) => (Number.isNaN(number) ? '' : String(number)),
};

const rupeesFormat = {
  removed: /[^\d.]/g,
  parse: (typed: string) => (typed === '' ? null : Number.isFinite(Number(typed)) ? Number(typed) : -1),
  format: (amount: number | null) => (amount === null ? '' : String(amount)),
  isSame: (typed: number | null, amount: number | null) =>
    typed === amount || (typed === null && amount === 0),
};

/** A number, such as minutes; NaN, which the server refuses, for nothing and for what is no number. */
export function NumberField(field: ValueFieldProps<number>) {
  return <ParsedField {...field} {...numberInput} {...numberFormat} />;
}

/** An amount in rupees; null for none, and −1, which the server refuses, for what is no number. */
export function RupeesField(field: ValueFieldProps<number | null>) {
  return <ParsedField {...field} {...numberInput} {...rupeesFormat} />;
}

/** A text input whose value is a string. */
export function TextField({
  onChange,
  ...field
}: Omit<ComponentProps<typeof Field>, 'onChange'> & { onChange: (value: string) => void }) {
  return <Field {...field} onChange={({ target }) => onChange(target.value)} />;
}

/** A checkbox. Its error is shown elsewhere. */
export function CheckField({ label, hint, value, error, onChange }: ValueFieldProps<boolean>) {
  const id = useId();
  return (
    <div>
      <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3 font-semibold">
        <input
          type="checkbox"
          checked={value}
          aria-invalid={error !== undefined}
          aria-describedby={hint === undefined ? undefined : id}
          onChange={({ target }) => onChange(target.checked)}
          className="size-5 flex-none accent-leaf"
        />
        {label}
      </label>
      {hint !== undefined && (
        <p id={id} className="-mt-1.5 ml-8 text-sm text-ink-soft">
          {hint}
        </p>
      )}
    </div>
  );
}

/** An object that is edited as a whole, with the errors of its fields. */
export interface Edited<Fields> {
  value: Fields;
  /** The error of a field, or of a part of it. */
  errorOf: (name: string) => string | undefined;
  onChange: (value: Fields) => void;
}

/** Returns the props of the input of a field by its name. */
export function bindFields<Fields extends object>({ value, errorOf, onChange }: Edited<Fields>) {
  return <Name extends keyof Fields & string>(name: Name) => ({
    value: value[name],
    error: errorOf(name),
    onChange: (changed: Fields[Name]) => onChange({ ...value, [name]: changed }),
  });
}
