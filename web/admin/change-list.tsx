import { ArrowRight } from 'lucide-react';
import type { AuditEntry } from '#contract/audit.ts';
import { changeText, fieldLabel, picturesIn } from './change-text.ts';
import { Thumbnail } from './thumbnail.tsx';

/** What changed in one write: each field with its value before and after. */
export function ChangeList({ changes }: { changes: AuditEntry['changes'] }) {
  return (
    <dl className="grid gap-y-2 text-sm">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="grid gap-x-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
          <dt className="font-semibold">{fieldLabel(field)}</dt>
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
  const pictures = picturesIn(field, value);
  const Mark = isOld ? 'del' : 'ins';
  const tone = isOld ? 'text-ink-soft line-through' : 'font-semibold no-underline';
  if (pictures !== null && pictures.length > 0) {
    return (
      <Mark className="flex flex-wrap gap-1 no-underline">
        <span className="sr-only">{isOld ? 'the picture before' : 'the picture now'}</span>
        {pictures.map((src) => (
          <span key={src} className={`w-11 ${isOld ? 'opacity-60' : ''}`}>
            <Thumbnail src={src} sizes="2.75rem" className="rounded-md" />
          </span>
        ))}
      </Mark>
    );
  }
  const text = changeText(field, value);
  if (text === '') return <span className="text-ink-soft italic">nothing</span>;
  return <Mark className={`min-w-0 whitespace-pre-line wrap-anywhere ${tone}`}>{text}</Mark>;
}
