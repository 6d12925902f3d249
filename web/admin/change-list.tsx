import { ArrowRight } from 'lucide-react';
import type { AuditEntry } from '#contract/reports/store.ts';
import { formatDateTime } from '#web/base/time.ts';
import { fieldLabel, formatChange, imageUrls, toLeafChanges } from './change-values.ts';
import { Thumbnail } from './thumbnail.tsx';

/** One entry of the audit log as a list item: who did what when, with old and new values. */
export function ChangeEntry({ entry, thing }: { entry: AuditEntry; thing?: string }) {
  const { action, at, by, changes } = entry;
  return (
    <li className="rounded-md border border-line bg-surface p-3">
      <p className="mb-2 text-sm text-ink-soft">
        <span className="font-semibold text-ink wrap-anywhere">{by.name}</span> {action}
        {thing !== undefined && <span className="font-semibold text-ink wrap-anywhere"> {thing}</span>},{' '}
        <time dateTime={at}>{formatDateTime(at)}</time>
      </p>
      {action === 'created' ? (
        // The initial values are long and rarely needed.
        <details>
          <summary className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4">
            Initial values
          </summary>
          <ChangeList changes={changes} />
        </details>
      ) : (
        <ChangeList changes={changes} />
      )}
    </li>
  );
}

/** Changed fields of one audit log entry, each with old and new value. */
export function ChangeList({ changes }: { changes: AuditEntry['changes'] }) {
  return (
    <dl className="grid gap-y-2 text-sm">
      {toLeafChanges(changes).map(({ field, before, after }) => (
        <div key={field} className="grid gap-x-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <dt className="font-semibold wrap-anywhere">{fieldLabel(field)}</dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <Value field={field} value={before} isOld />
            <ArrowRight aria-hidden="true" className="size-4 flex-none text-ink-soft" />
            <Value field={field} value={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ field, value, isOld = false }: { field: string; value: unknown; isOld?: boolean }) {
  const pictures = imageUrls(field, value);
  const Mark = isOld ? 'del' : 'ins';
  const tone = isOld ? 'text-ink-soft line-through' : 'font-semibold no-underline';
  if (pictures !== null && pictures.length > 0) {
    return (
      <Mark className="flex flex-wrap gap-1 no-underline">
        <span className="sr-only">{isOld ? 'old image' : 'new image'}</span>
        {pictures.map((src) => (
          <span key={src} className={`w-11 ${isOld ? 'opacity-60' : ''}`}>
            <Thumbnail src={src} sizes="2.75rem" className="rounded-md" />
          </span>
        ))}
      </Mark>
    );
  }
  const text = formatChange(field, value);
  if (text === '') return <span className="text-ink-soft italic">empty</span>;
  return <Mark className={`min-w-0 whitespace-pre-line wrap-anywhere ${tone}`}>{text}</Mark>;
}
