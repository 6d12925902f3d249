import type { AuditEntry } from '#contract/reports/store.ts';
import type { ApiError } from '#web/api/api-error.ts';

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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
