import { useState } from 'react';
import { Field } from '#web/ui/field.tsx';

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
