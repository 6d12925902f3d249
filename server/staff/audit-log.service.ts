import { isDeepStrictEqual } from 'node:util';
import { toPaging } from '#contract/base/endpoint.ts';
import { AppError } from '#contract/base/errors.ts';
import type { AuditEntry } from '#contract/reports/dashboard.ts';
import type { AuditAction } from '#contract/reports/recorded.ts';
import { newId } from '#server/database/id.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import * as queries from './audit-log.queries.ts';

/** A change by an administrator: state before and after; null before a creation and after a deletion. */
export interface AdminChange {
  kind: AuditEntry['kind'];
  thingId: string;
  thingName: string;
  action: AuditAction;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

// Change with every write.
const unremarkable = new Set(['_id', 'createdAt', 'updatedAt']);

/** Writes audit entries in the transaction of the change. Changes without a difference are left out. */
export async function recordChanges(
  context: Pick<AuthenticatedContext, 'db' | 'now' | 'caller'>,
  changes: readonly AdminChange[],
): Promise<void> {
  const entries = entriesOf(changes, context.now());
  if (entries.length > 0) await queries.insertEntries(context.db, context.caller.userId, entries);
}

/** As `recordChanges`, for actions on the command line, which have no account. */
export async function recordFromCommandLine(
  context: Pick<Context, 'db' | 'now'>,
  change: AdminChange,
): Promise<void> {
  const entries = entriesOf([change], context.now());
  if (entries.length > 0) await queries.insertCommandLineEntries(context.db, 'Command line', entries);
}

function entriesOf(changes: readonly AdminChange[], now: Date) {
  return changes
    .map(({ kind, thingId, thingName, action, before, after }) => ({
      id: newId(),
      at: momentOf(before, after, now),
      kind,
      entity_id: thingId,
      entity_name: thingName,
      action,
      changes: diffFields(before, after),
      isUnchanged: before !== null && after !== null,
    }))
    .filter((entry) => entry.changes.length > 0 || !entry.isUnchanged)
    .map(({ isUnchanged: _isUnchanged, ...entry }) => entry);
}

/**
 * Timestamp of a change: the `updatedAt` it wrote, because the database clock may differ from ours. A
 * deletion is placed after the last change.
 */
function momentOf(before: AdminChange['before'], after: AdminChange['after'], now: Date): Date {
  if (after !== null) return typeof after.updatedAt === 'string' ? new Date(after.updatedAt) : now;
  const last = typeof before?.updatedAt === 'string' ? Date.parse(before.updatedAt) : 0;
  return new Date(Math.max(now.getTime(), last + 1));
}

/** One page of the audit log, newest first, without names. */
export async function listAudit(
  { db }: Context,
  query: { kind?: AuditEntry['kind'] | undefined; thingId?: string | undefined; page: number; limit: number },
) {
  const { kind = null, thingId = null, page, limit } = query;
  const rows = await queries.selectEntries(db, { kind, thingId, limit, offset: (page - 1) * limit });
  // A page beyond the last one has no row with the total.
  const totalCount =
    rows[0]?.total_count ?? (page === 1 ? 0 : await queries.countEntries(db, { kind, thingId }));
  return { data: rows.map(entryOf), ...toPaging(totalCount, page, limit) };
}

/** Entries by and about an account, newest first. */
export async function listChangesOf(
  { db }: Pick<Context, 'db'>,
  accountId: string,
): Promise<{ at: string; isOwn: boolean; kind: string; name: string; action: string }[]> {
  const rows = await queries.selectEntriesOfAccount(db, accountId);
  return rows.map(({ at, account_id, kind, entity_name, action }) => ({
    at: at.toISOString(),
    isOwn: account_id === accountId,
    kind,
    name: entity_name,
    action,
  }));
}

/**
 * Throws CHANGED_MEANWHILE with the changes and the present state if a thing was changed after `readAt`.
 * Without `readAt` nothing is checked.
 */
export async function requireUnchanged(
  { db }: Pick<Context, 'db'>,
  kind: AuditEntry['kind'],
  thing: { _id: string; name: string; updatedAt: string },
  readAt: string | undefined,
): Promise<void> {
  if (readAt === undefined || readAt === thing.updatedAt) return;
  // PostgreSQL has no year 0, and nothing was changed before 1970.
  const since = new Date(Math.max(0, Date.parse(readAt)));
  const entries = (await queries.selectEntriesSince(db, kind, thing._id, since)).map(entryOf);
  const [last] = entries;
  const who = last === undefined ? 'Another administrator' : last.by.name;
  throw new AppError('CHANGED_MEANWHILE', {
    message: `${who} changed ${thing.name}. Check it again before you save.`,
    details: { current: thing, entries },
  });
}

export function diffFields(
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): { field: string; before: unknown; after: unknown }[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .filter((field) => !unremarkable.has(field))
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((difference) => !isDeepStrictEqual(difference.before, difference.after));
}

function entryOf(row: queries.AuditRow): AuditEntry {
  return {
    _id: row.id,
    at: row.at.toISOString(),
    by: { _id: row.account_id, name: row.account_name },
    kind: row.kind,
    thingId: row.entity_id,
    thingName: row.entity_name,
    action: row.action,
    changes: row.changes.map(({ field, before = null, after = null }) => ({ field, before, after })),
    names: {},
  };
}
