import type { FastifyBaseLogger } from 'fastify';
import { Counter } from 'prom-client';
import type { AppError, ErrorCode } from '#contract/base/errors.ts';
import { refusalKinds, type SecurityEvent, type SecurityEventKind } from '#contract/sessions/security-log.ts';
import type { Cryptography } from '#server/base/secrets.ts';
import { newId } from '#server/database/id.ts';
import { toClientNetwork } from '#server/http/client-network.ts';
import { findSecurityEvent, type NewSecurityEvent } from '#server/http/errors.ts';

declare module '#server/http/context.ts' {
  interface Context {
    securityLog: SecurityLog;
  }
}

/** The request in which an event happened. */
export interface EventSource {
  remoteAddress: string;
  requestId: string | null;
}

/** An event as it is stored. */
export interface EventRow {
  id: string;
  at: Date;
  kind: SecurityEventKind;
  account_id: string | null;
  email: string | null;
  actor: SecurityEvent['actor'];
  network: string | null;
  request_id: string | null;
  count: number;
  details: SecurityEvent['details'];
}

export const securityEvents = new Counter({
  name: 'tokri_security_events_total',
  help: 'Events of the security log by kind, also those that are only counted.',
  labelNames: ['kind'] as const,
  registers: [],
});

/**
 * `flood`: more events of different networks than are stored. `database`: the table could not be written for too
 * long.
 */
export const droppedSecurityEvents = new Counter({
  name: 'tokri_security_events_dropped_total',
  help: 'Events that are missing in the security log, by reason.',
  labelNames: ['reason'] as const,
  registers: [],
});

const kindsOfCodes: Partial<Record<ErrorCode, SecurityEventKind>> = {
  TOO_MANY_REQUESTS: 'rate-limited',
  INVALID_INPUT: 'input-rejected',
  MALFORMED_BODY: 'input-rejected',
  UNSUPPORTED_MEDIA: 'input-rejected',
  BODY_TOO_LARGE: 'input-rejected',
};

const windowMs = 60_000;
// Of a kind of events of one network (of one account at a network, for actions) and minute. Further ones become one
// row with their number.
const rowsOfSource = 30;
// For refusals and actions each, of all networks: 1,000 at once and 2 a second, so at most 173,000 or about 70 MB a
// day.
const rowsAtOnce = 1000;
const rowsPerMs = 2 / 1000;
// While the database is away.
const maximumWaitingRows = 5000;
const maximumTextLength = 100;

const refusals: ReadonlySet<SecurityEventKind> = new Set(refusalKinds);

interface Window {
  startedAt: number;
  rows: number;
  /** Of the events beyond `rows`. */
  sum: EventRow | null;
}

/**
 * Collects events in memory, so that no request waits for the database or fails with it, and writes them to the log
 * of the process at once; `startSecurityLog` stores them. A flood is cheap: beyond the limits an event only increases
 * a number.
 */
export class SecurityLog {
  readonly #log: FastifyBaseLogger;
  readonly #digest: Cryptography['digest'];
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();
  readonly #budgets: Record<'refusals' | 'actions', { rows: number; at: number }>;
  readonly #waiting: EventRow[] = [];

  constructor(
    { log, cryptography }: { log: FastifyBaseLogger; cryptography: Pick<Cryptography, 'digest'> },
    now: () => number = Date.now,
  ) {
    this.#log = log;
    this.#digest = cryptography.digest;
    this.#now = now;
    const full = { rows: rowsAtOnce, at: now() };
    this.#budgets = { refusals: { ...full }, actions: { ...full } };
  }

  /** Records an event. Neither throws nor waits. */
  record(source: EventSource, event: NewSecurityEvent): void {
    const nowMs = this.#now();
    securityEvents.inc({ kind: event.kind });
    const isRefusal = refusals.has(event.kind);
    const network = source.remoteAddress === '' ? '' : toClientNetwork(source.remoteAddress);
    // A network that tries many accounts is one source. The actions of an account cannot hide those of another one.
    const account = isRefusal ? '' : (event.accountId ?? event.email ?? '');
    const key = `${event.kind} ${network} ${account}`;
    const window = this.#openWindow(key, nowMs);
    if (window.rows < rowsOfSource) {
      if (!this.#spend(isRefusal ? 'refusals' : 'actions', nowMs)) {
        droppedSecurityEvents.inc({ reason: 'flood' });
        return;
      }
      this.#windows.set(key, window);
      window.rows += 1;
      this.#add(this.#toRow(source, network, event, nowMs));
    } else if (window.sum !== null) window.sum.count += 1;
    else {
      const details = { ...event.details, isSum: true };
      window.sum = this.#toRow(source, network, { ...event, details }, nowMs);
    }
  }

  /** Records the refusal of a request: the event that was given with the error, or else what its code stands for. */
  recordRefusal(
    source: EventSource,
    error: AppError,
    { accountId, route }: { accountId: string | null; route: string },
  ): void {
    const described = findSecurityEvent(error);
    const ofStatus = error.status === 403 ? 'forbidden' : undefined;
    const kind = described?.kind ?? kindsOfCodes[error.code] ?? ofStatus;
    if (kind === undefined || error.status >= 500 || error.code === 'SECOND_FACTOR_NEEDED') return;
    const details = { code: error.code, route, ...described?.details };
    const account = described?.email === undefined ? { accountId } : {};
    this.record(source, { ...account, ...described, kind, details });
  }

  /** Removes and returns the rows to store, with the sums of minutes that have ended; of all minutes when `isEnd`. */
  take(isEnd = false): EventRow[] {
    const nowMs = this.#now();
    for (const [key, window] of this.#windows) {
      if (isEnd || nowMs - window.startedAt >= windowMs) this.#close(key, window);
    }
    return this.#waiting.splice(0);
  }

  /** Takes back rows that could not be stored. */
  restore(rows: readonly EventRow[]): void {
    this.#waiting.unshift(...rows);
    this.#bound();
  }

  #openWindow(key: string, nowMs: number): Window {
    const known = this.#windows.get(key);
    if (known !== undefined && nowMs - known.startedAt < windowMs) return known;
    if (known !== undefined) this.#close(key, known);
    return { startedAt: nowMs, rows: 0, sum: null };
  }

  #close(key: string, { sum }: Window): void {
    this.#windows.delete(key);
    if (sum !== null) this.#add(sum);
  }

  /** Takes a row from a budget that fills up evenly. */
  #spend(name: 'refusals' | 'actions', nowMs: number): boolean {
    const budget = this.#budgets[name];
    const rows = Math.min(rowsAtOnce, budget.rows + Math.max(0, nowMs - budget.at) * rowsPerMs);
    const isEnough = rows >= 1;
    this.#budgets[name] = { rows: isEnough ? rows - 1 : rows, at: nowMs };
    return isEnough;
  }

  #add(row: EventRow): void {
    const { kind, account_id: accountId, network, request_id: reqId, count, details } = row;
    this.#log.info({ event: 'security', kind, accountId, network, reqId, count, details }, 'Security event');
    this.#waiting.push(row);
    this.#bound();
  }

  /** The newest rows stay. */
  #bound(): void {
    const excess = this.#waiting.length - maximumWaitingRows;
    if (excess <= 0) return;
    this.#waiting.splice(0, excess);
    droppedSecurityEvents.inc({ reason: 'database' }, excess);
  }

  #toRow({ requestId }: EventSource, network: string, event: NewSecurityEvent, nowMs: number): EventRow {
    const digest = network === '' ? null : this.#digest('security log', network);
    return {
      id: newId(nowMs),
      at: new Date(nowMs),
      kind: event.kind,
      account_id: event.accountId ?? null,
      email: event.email ?? null,
      actor: null,
      network: digest?.toString('base64url').slice(0, 16) ?? null,
      request_id: requestId,
      count: 1,
      details: toStorable(event.details ?? {}),
    };
  }
}

/** Cuts long texts: a row that the table refuses would hold up all others. */
function toStorable(details: SecurityEvent['details']): SecurityEvent['details'] {
  const entries = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === 'string'
      ? value
          .replace(/[\p{Cc}]/gu, '')
          .slice(0, maximumTextLength)
          .toWellFormed()
      : value,
  ]);
  return Object.fromEntries(entries);
}
