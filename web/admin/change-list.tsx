import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AuditEntry } from '#contract/reports/dashboard.ts';
import type { AuditAction } from '#contract/reports/recorded.ts';
import { formatDateTime } from '#web/base/time.ts';
import { Thumbnail } from './page-parts.tsx';
import { type ChangeLine, type Names, type RecordFields, toLines } from './record-fields.ts';

const verbs: Record<AuditAction, string> = {
  created: 'created',
  updated: 'changed',
  deleted: 'deleted',
  imported: 'imported',
  removed: 'removed',
  opened: 'opened',
  paused: 'paused',
  resumed: 'resumed',
  closed: 'closed',
  reopened: 'reopened',
  blocked: 'blocked',
  unblocked: 'unblocked',
  credited: 'changed the store credit of',
  'password replaced': 'replaced the password of',
  'second factor removed': 'removed the second factor of',
  'sessions ended': 'ended all sessions of',
  invited: 'invited',
  'invitation revoked': 'revoked the invitation of',
  'PIN set': 'set the PIN of',
  'PIN removed': 'removed the PIN of',
  'device approved': 'approved',
  'device withdrawn': 'withdrew the approval of',
};

const isKnown = (action: string): action is AuditAction => Object.hasOwn(verbs, action);

interface ChangeEntryProps {
  entry: AuditEntry;
  /** How to show the fields of the record. */
  fields: RecordFields;
  /** What was changed, such as 'the coupon'. */
  noun: string;
  /** Such as 'MILK25'. */
  name?: string | undefined;
}

/** One entry of the history as a list item: who did what when, with old and new values. */
export function ChangeEntry({ entry, fields, noun, name }: ChangeEntryProps) {
  const { action, at, by, changes, names } = entry;
  const isNew = changes.every(({ before }) => before === null);
  const isWhole = action !== 'updated' && (isNew || changes.every(({ after }) => after === null));
  const hasDetails = ['created', 'imported', 'deleted'].includes(action);
  const List = isWhole ? ValueList : ChangeList;
  return (
    <li className="rounded-md border border-line bg-surface p-3">
      <p className="mb-2 text-sm text-ink-soft wrap-anywhere">
        <span className="font-semibold text-ink">{by.name}</span> {isKnown(action) ? verbs[action] : action}{' '}
        {name === undefined ? noun : `${noun} `}
        {name !== undefined && <span className="font-semibold text-ink">{name}</span>},{' '}
        <time dateTime={at}>{formatDateTime(at)}</time>
      </p>
      {isWhole && hasDetails && changes.length > 0 ? (
        // All values of a record are long and rarely needed.
        <details>
          <summary className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4">
            {isNew ? 'Initial values' : 'Last values'}
          </summary>
          <List changes={changes} fields={fields} names={names} />
        </details>
      ) : (
        <List changes={changes} fields={fields} names={names} />
      )}
    </li>
  );
}

interface ChangeListProps {
  changes: AuditEntry['changes'];
  fields: RecordFields;
  names: Names;
}

/** Changed fields of one entry, each with old and new value. */
export function ChangeList({ changes, fields, names }: ChangeListProps) {
  return (
    <Lines lines={toLines(changes, fields, names)}>
      {(line) =>
        line.kind === 'value' || line.kind === 'image' ? (
          <>
            <Value line={line} texts={line.before} isOld />
            <ArrowRight aria-hidden="true" className="size-4 flex-none text-ink-soft" />
            <Value line={line} texts={line.after} />
          </>
        ) : (
          <ListChange line={line} />
        )
      }
    </Lines>
  );
}

/** The values of a record that is new or deleted. */
function ValueList({ changes, fields, names }: ChangeListProps) {
  const whole = changes.map(({ field, before, after }) => ({ field, before: null, after: after ?? before }));
  const lines = toLines(whole, fields, names).filter(({ after }) => after.length > 0);
  return <Lines lines={lines}>{(line) => <Value line={line} texts={line.after} />}</Lines>;
}

function Lines({ lines, children }: { lines: ChangeLine[]; children: (line: ChangeLine) => ReactNode }) {
  return (
    <dl className="grid gap-y-2 text-sm">
      {lines.map((line) => (
        <div key={line.label} className="grid gap-x-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
          <dt className="font-semibold wrap-anywhere">{line.label}</dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">{children(line)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What was removed from a list and added to it, or a note. */
function ListChange({ line }: { line: ChangeLine }) {
  const { before, after } = line;
  if (line.kind === 'note') return <span className="min-w-0 whitespace-pre-line wrap-anywhere">{after}</span>;
  return (
    <div className="min-w-0 space-y-1">
      {before.map((text) => (
        <p key={`removed ${text}`}>
          <span className="text-ink-soft">Removed:</span> <Text text={text} isOld />
        </p>
      ))}
      {after.map((text) => (
        <p key={`added ${text}`}>
          <span className="text-ink-soft">Added:</span> <Text text={text} />
        </p>
      ))}
    </div>
  );
}

interface ValueProps {
  line: ChangeLine;
  texts: string[];
  isOld?: boolean;
}

function Value({ line, texts, isOld = false }: ValueProps) {
  const Mark = isOld ? 'del' : 'ins';
  if (texts.length === 0) return <span className="text-ink-soft italic">empty</span>;
  if (line.kind !== 'image') return <Text text={texts.join('\n')} isOld={isOld} />;
  return (
    <Mark className="flex flex-wrap gap-1 no-underline">
      <span className="sr-only">{isOld ? 'old picture' : 'new picture'}</span>
      {texts.map((src) => (
        <span key={src} className={`w-11 ${isOld ? 'opacity-60' : ''}`}>
          <Thumbnail src={src} sizes="2.75rem" className="rounded-md" />
        </span>
      ))}
    </Mark>
  );
}

function Text({ text, isOld = false }: { text: string; isOld?: boolean }) {
  const Mark = isOld ? 'del' : 'ins';
  const tone = isOld ? 'text-ink-soft line-through' : 'font-semibold no-underline';
  return <Mark className={`min-w-0 whitespace-pre-line wrap-anywhere ${tone}`}>{text}</Mark>;
}
