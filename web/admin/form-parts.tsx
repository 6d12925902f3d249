import { type ReactNode, useId, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { ApiForm } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';

/** Error message of a whole form, announced at once; renders nothing for an empty text. */
export function FormAlert({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <p
      role="alert"
      className="rounded-md bg-danger-soft px-4 py-3 text-sm font-medium wrap-anywhere text-danger"
    >
      {text}
    </p>
  );
}

interface StaffDialogProps {
  title: string;
  form: Pick<ApiForm, 'formProps' | 'isBusy' | 'error'>;
  submitLabel: string;
  /** Makes the submit button red. */
  isDangerous?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with one form, its error, 'Cancel' and the button that submits it. */
export function StaffDialog(props: StaffDialogProps) {
  const { title, form, submitLabel, isDangerous = false, onClose, children } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <form {...form.formProps} className="space-y-4">
        {children}
        <FormAlert text={form.error} />
        <div className="flex flex-wrap justify-end gap-3 pt-2">
          <Button variant="quiet" onClick={onClose}>
            Cancel
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
    <fieldset aria-describedby={error === undefined ? undefined : errorId}>
      {legend !== undefined && <legend className="mb-1 text-sm font-semibold">{legend}</legend>}
      <div className={`flex gap-2 ${isColumn ? 'flex-col' : 'flex-wrap'}`}>
        {choices.map(([value, label]) => (
          <label
            key={value}
            className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-line px-3 has-checked:border-leaf has-checked:bg-leaf-soft"
          >
            <input
              type="radio"
              value={value}
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

interface NumberFieldProps {
  label: string;
  /** NaN, which the server refuses, for nothing and for what is no number. */
  value: number;
  onChange: (value: number) => void;
  error?: string | undefined;
  hint?: string;
}

const parse = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed));

/** A number, such as minutes or degrees. */
export function NumberField({ value, onChange, ...field }: NumberFieldProps) {
  const [text, setText] = useState(String(value));
  // The stored number after another one was loaded, else as typed, such as '5.'.
  const shown = Object.is(parse(text), value) ? text : Number.isNaN(value) ? '' : String(value);
  return (
    <Field
      {...field}
      inputMode="decimal"
      className="w-full max-w-64 min-w-0"
      value={shown}
      onChange={({ target }) => {
        setText(target.value);
        onChange(parse(target.value));
      }}
    />
  );
}
