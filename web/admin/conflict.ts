import type { AuditEntry } from '#contract/store.ts';
import type { ApiError } from '#web/api/api-error.ts';

/** Why a write was refused: somebody else has changed the thing since it was read. */
export interface Conflict<Thing> {
  /** The thing as it is now. */
  current: Thing;
  /** Who changed what, the newest first. */
  entries: readonly AuditEntry[];
}

interface Versioned {
  _id: string;
  updatedAt: string;
}

/** What the refusal of a write says about the change it would have overwritten; null for any other refusal. */
export function toConflict<Thing extends Versioned>({ code, details }: ApiError): Conflict<Thing> | null {
  const { current, entries } = details;
  if (code !== 'CHANGED_MEANWHILE' || !isThing<Thing>(current)) return null;
  return { current, entries: Array.isArray(entries) ? entries.filter(isEntry) : [] };
}

// The shop has made it from the very thing that was to be written; that it is one is all there is to see.
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

/** Whether two states of a form, or of a field of it, are the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * A form of which somebody else has changed the thing meanwhile, when one's own changes are to stay: what one has
 * not touched since it was read is as they left it, so that neither of the two loses anything in silence.
 * @param before the form as it was opened
 */
export function keepMine<Draft extends object>(before: Draft, mine: Draft, theirs: Draft): Draft {
  const kept = { ...theirs };
  for (const field in mine) {
    if (!isSame(before[field], mine[field])) kept[field] = mine[field];
  }
  return kept;
}
