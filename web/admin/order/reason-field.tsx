import type { RefObject } from 'react';
import { Field } from '#web/ui/field.tsx';

interface ReasonFieldProps {
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  reasons: readonly string[];
  reason: string;
  onChange: (reason: string) => void;
  error?: string | undefined;
  maxLength?: number;
}

/** A reason in words: typed, or one of the usual ones. */
export function ReasonField({
  ref,
  label,
  reasons,
  reason,
  onChange,
  error,
  maxLength = 200,
}: ReasonFieldProps) {
  return (
    <div>
      <Field
        ref={ref}
        label={label}
        value={reason}
        error={error}
        maxLength={maxLength}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
      <ul aria-label="Usual reasons" className="mt-3 flex flex-wrap gap-2">
        {reasons.map((usual) => (
          <li key={usual}>
            <button
              type="button"
              aria-pressed={reason === usual}
              onClick={() => onChange(usual)}
              className="min-h-11 rounded-md border border-line bg-surface px-3 text-sm font-semibold hover:bg-sunken aria-pressed:border-leaf aria-pressed:bg-leaf-soft"
            >
              {usual}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
