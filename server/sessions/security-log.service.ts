import type { FastifyBaseLogger } from 'fastify';
import { type SecurityEvent, securityEventKind } from '#contract/sessions/security-log.ts';
import { startRepeatedFlush } from '#server/base/repeated-flush.ts';
import { newId } from '#server/database/id.ts';
import type { Context } from '#server/http/context.ts';
import type { NewSecurityEvent } from '#server/http/errors.ts';
import type { JobHandlers } from '#server/jobs/job-queue.ts';
import * as queries from './security-log.queries.ts';
import type { EventRow } from './security-log.ts';

const flushIntervalMs = 1000;

/** Stores the collected events. On an error they remain in memory for the next attempt. */
export async function flushSecurityLog(
  { db, securityLog }: Pick<Context, 'db' | 'securityLog'>,
  isEnd = false,
): Promise<void> {
  const rows = securityLog.take(isEnd);
  if (rows.length === 0) return;
  try {
    await queries.insertEvents(db, rows);
  } catch (error) {
    securityLog.restore(rows);
    throw error;
  }
}

/**
 * Stores the events each second, in one statement, and the rest on `stop`. A process that dies loses those of the
 * last second.
 */
export function startSecurityLog(context: Pick<Context, 'db' | 'securityLog'> & { log: FastifyBaseLogger }): {
  stop(): Promise<void>;
} {
  return startRepeatedFlush({
    intervalMs: flushIntervalMs,
    flush: (isEnd) => flushSecurityLog(context, isEnd),
    failure: 'Could not store security events; will retry',
    log: context.log,
  });
}

/** Stores what the operator did to an account on the command line, in the transaction of the change. */
export async function recordOperatorEvent(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { kind, accountId = null, details = {} }: NewSecurityEvent,
): Promise<void> {
  const at = now();
  const none = { email: null, network: null, request_id: null };
  const row: EventRow = {
    id: newId(at.getTime()),
    at,
    kind,
    account_id: accountId,
    actor: 'command-line',
    ...none,
    count: 1,
    details,
  };
  await queries.insertEvents(db, [row]);
}

/** Events of the command line in the last hour, by kind: a command serves no metrics. */
export function countOperatorEvents({ db }: Pick<Context, 'db'>) {
  return queries.countOperatorEvents(db);
}

interface EventQuery {
  kind?: SecurityEvent['kind'] | undefined;
  email?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
  before?: string | undefined;
  limit: number;
}

/** One page of events, newest first; `next` is null on the last one. */
export async function listSecurityEvents(
  { db }: Pick<Context, 'db'>,
  query: EventQuery,
): Promise<{ data: SecurityEvent[]; next: string | null }> {
  const { kind, email, from, until, before, limit } = query;
  const rows = await queries.selectEvents(db, {
    kind: kind ?? null,
    email: email ?? null,
    before: before ?? null,
    from: toTime(from),
    until: toTime(until),
    limit: limit + 1,
  });
  const data = rows.slice(0, limit).map(toSecurityEvent);
  return { data, next: rows.length > limit ? (data.at(-1)?._id ?? null) : null };
}

const maximumOwnEvents = 10_000;

/** The events of an account, newest first, as its owner may see them. */
export async function listEventsOf({ db }: Pick<Context, 'db'>, accountId: string) {
  const rows = await queries.selectEventsOfAccount(db, accountId, maximumOwnEvents);
  return rows.map((row) => toSecurityEvent({ ...row, name: null, email: null }));
}

/** PostgreSQL has no year 0. */
function toTime(moment: string | undefined): Date | null {
  return moment === undefined ? null : new Date(Math.max(0, Date.parse(moment)));
}

function toSecurityEvent(row: queries.ListedEventRow): SecurityEvent {
  const { id: _id, at, account_id, name, email, network, request_id: requestId, count } = row;
  return {
    _id,
    at: at.toISOString(),
    kind: securityEventKind.parse(row.kind),
    account: account_id === null ? null : { _id: account_id, name, email },
    actor: row.actor === null ? null : 'command-line',
    network,
    requestId,
    count,
    details: toDetails(row.details),
  };
}

function toDetails(stored: unknown): SecurityEvent['details'] {
  return Object.fromEntries(
    Object.entries(Object(stored)).filter((entry): entry is [string, string | number | boolean] =>
      ['string', 'number', 'boolean'].includes(typeof entry[1]),
    ),
  );
}

const rowsAtOnce = 10_000;

/** Once a day: deletes events that are older than `securityEventDays`. */
export function securityLogJobs({ db }: Pick<Context, 'db'>): JobHandlers {
  return {
    async 'delete-security-events'({ signal }) {
      while (!signal.aborted && (await queries.deleteExpiredEvents(db, rowsAtOnce)) === rowsAtOnce);
    },
  };
}
