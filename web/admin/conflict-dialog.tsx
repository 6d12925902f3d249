import type { AuditEntry } from '#contract/reports/dashboard.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { isRecord } from '#web/base/storage.ts';
import { formatDateTime } from '#web/base/time.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { catalogueRecords } from './catalogue-record.ts';
import { ChangeList } from './change-list.tsx';

interface ConflictDialogProps {
  kind: keyof typeof catalogueRecords;
  /** Name of the record when the form was opened. */
  name: string;
  conflict: Conflict<unknown>;
  /** Discards the changes of this form. */
  onTakeTheirs: () => void;
  /** Saves the changes of this form on top of theirs. */
  onKeepMine: () => void;
  /** Returns to the form without a decision. */
  onClose: () => void;
}

/** Shows who changed the record, when and what, and asks whose changes to keep. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { kind, name, conflict, onTakeTheirs, onKeepMine, onClose } = props;
  return (
    <Dialog
      title="Conflicting changes"
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onTakeTheirs}>
            Take theirs
          </Button>
          <Button onClick={onKeepMine}>Keep mine</Button>
        </div>
      }
    >
      <p>
        <strong className="wrap-anywhere">{name}</strong> was changed after you opened it:
      </p>
      {conflict.entries.map(({ _id, by, at, changes }) => (
        <section key={_id} className="mt-3 rounded-md border border-line bg-surface p-3">
          <h3 className="mb-2 text-sm text-ink-soft">
            <span className="font-semibold text-ink wrap-anywhere">{by.name}</span>, {formatDateTime(at)}
          </h3>
          <ChangeList changes={changes} fields={catalogueRecords[kind]} names={{}} />
        </section>
      ))}
      <p className="mt-4 text-sm text-ink-soft">
        Keep mine saves your changes on top of theirs. Take theirs discards your changes.
      </p>
    </Dialog>
  );
}

/** A write rejected with CHANGED_MEANWHILE: another admin changed the record after it was read. */
export interface Conflict<Thing> {
  current: Thing;
  /** Changes since then, newest first. */
  entries: readonly AuditEntry[];
}

interface Versioned {
  _id: string;
  updatedAt: string;
}

/** The conflict in the details of an error; null for other errors. */
export function toConflict<Thing extends Versioned>({ code, details }: ApiError): Conflict<Thing> | null {
  const { current, entries } = details;
  if (code !== 'CHANGED_MEANWHILE' || !isThing<Thing>(current)) return null;
  return { current, entries: Array.isArray(entries) ? entries.filter(isEntry) : [] };
}

// The server builds it from the record type that was written; the fields used here are checked.
function isThing<Thing extends Versioned>(value: unknown): value is Thing {
  return isRecord(value) && typeof value._id === 'string' && typeof value.updatedAt === 'string';
}

function isEntry(value: unknown): value is AuditEntry {
  return (
    isRecord(value) &&
    isRecord(value.by) &&
    typeof value.at === 'string' &&
    typeof value.action === 'string' &&
    Array.isArray(value.changes)
  );
}

/** Deep equality of form values. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Three-way merge: fields changed here keep this form's value, all others take theirs.
 * @param before the form as it was opened
 */
export function keepMine<Draft extends object>(before: Draft, mine: Draft, theirs: Draft): Draft {
  const kept = { ...theirs };
  for (const field in mine) {
    if (!isSame(before[field], mine[field])) kept[field] = mine[field];
  }
  return kept;
}
