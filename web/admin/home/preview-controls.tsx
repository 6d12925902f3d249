import { Link } from 'react-router';
import { fromZonedInput, toZonedInput } from '#contract/base/zoned-time.ts';
import { CheckField } from '#web/admin/form-parts.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';

/** What the preview of the home page shows. */
export interface PreviewOptions {
  /** An ISO time. */
  at: string;
  includesOff: boolean;
}

export const previewTitle = 'Preview of the home page';

interface PreviewControlsProps {
  options: PreviewOptions;
  /** Of the store; undefined until it is known. */
  timeZone: string | undefined;
  onChange: (options: PreviewOptions) => void;
}

/** Chooses the time of the preview. */
export function PreviewControls({ options, timeZone, onChange }: PreviewControlsProps) {
  return (
    <form
      aria-label="Preview"
      className="-mx-(--page-gutter) flex flex-wrap items-end gap-x-4 gap-y-2 border-b border-line bg-marigold-soft px-(--page-gutter) py-3 text-ink"
      onSubmit={(event) => event.preventDefault()}
    >
      <Field
        label="The home page on"
        type="datetime-local"
        disabled={timeZone === undefined}
        value={timeZone === undefined ? '' : toZonedInput(options.at, timeZone)}
        onChange={({ target }) => {
          const at = timeZone === undefined ? null : fromZonedInput(target.value, timeZone);
          if (at !== null) onChange({ ...options, at });
        }}
      />
      <CheckField
        label="Include what is hidden"
        value={options.includesOff}
        onChange={(includesOff) => onChange({ ...options, includesOff })}
      />
      <Link to="/dashboard/home" className={`${buttonClass('secondary')} ml-auto`}>
        Back
      </Link>
    </form>
  );
}
