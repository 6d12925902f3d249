import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/connect.ts';
import { accessTokenLifetimeSeconds } from './access-token.ts';
import { selectSessionsRevokedSince } from './sessions.queries.ts';

/** How a session ended: `suspended` when its account was. */
export type RevocationReason = 'ended' | 'suspended';

interface Ended {
  ending: RevocationReason;
  at: number;
}

// Clocks of the shop's machines may differ by a few minutes.
const slackMs = 5 * 60_000;

/** How long an ended session has to be remembered: as long as an access token of it may still be valid. */
export const revokedSessionTtlMs = accessTokenLifetimeSeconds * 1000 + slackMs;

/**
 * The sessions that ended before their access tokens did, so that those are refused without asking the database.
 * Fed by the session service after its commits, and by what other processes commit (`followRevokedSessions`).
 */
export class RevokedSessions {
  readonly #ended = new Map<string, Ended>();
  readonly #listeners = new Set<(sessionId: string) => void>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** To be told after the commit: a session that goes on after all would be refused until it is forgotten. */
  add(sessionIds: readonly string[], ending: RevocationReason = 'ended'): void {
    const at = this.#now();
    for (const id of sessionIds) {
      // A suspension is announced as what it is, and then perhaps once more as a mere end.
      const known = this.#ended.get(id)?.ending;
      // Deleted first, so that the map stays in the order of time.
      this.#ended.delete(id);
      this.#ended.set(id, { ending: known === 'suspended' ? known : ending, at });
    }
    this.#forgetOld(at);
    for (const listener of this.#listeners) for (const id of sessionIds) listener(id);
  }

  /** Calls back with each session that ends, perhaps more than once. Gives the way to stop. */
  onEnd(listener: (sessionId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** How a session ended; null while it goes on, as far as is known here. */
  findRevocation(sessionId: string): RevocationReason | null {
    return this.#ended.get(sessionId)?.ending ?? null;
  }

  #forgetOld(now: number): void {
    for (const [id, { at }] of this.#ended) {
      if (now - at <= revokedSessionTtlMs) return;
      this.#ended.delete(id);
    }
  }
}

const channel = 'session';
const sessionOfPayload = /^([0-9A-Za-z]+)( suspended)?$/;
const retryMs = 1000;

/**
 * Tells of every session that any process ends (the triggers of migration 0005 notify), and of those that ended
 * while nobody listened; the first time before it is done.
 */
export async function followRevokedSessions(
  pool: Database,
  revokedSessions: RevokedSessions,
  log: FastifyBaseLogger,
): Promise<{ stop(): Promise<void> }> {
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;

  async function catchUp(): Promise<void> {
    const rows = await selectSessionsRevokedSince(pool, new Date(Date.now() - revokedSessionTtlMs));
    for (const { id, is_suspended } of rows) revokedSessions.add([id], is_suspended ? 'suspended' : 'ended');
  }

  function keepTrying(): void {
    catchUp().catch((error: unknown) => {
      if (isStopped) return;
      log.warn({ err: error }, 'Which sessions have ended meanwhile is not known yet');
      retry = setTimeout(keepTrying, retryMs);
    });
  }

  let isFirst = true;
  const listening = await pool.listen(
    channel,
    (payload) => {
      const [, id, suspended] = sessionOfPayload.exec(payload) ?? [];
      if (id !== undefined) revokedSessions.add([id], suspended === undefined ? 'ended' : 'suspended');
    },
    () => {
      // A lost connection came back: nobody knows what was announced meanwhile.
      if (!isFirst) keepTrying();
      isFirst = false;
    },
  );
  await catchUp();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      await listening.unlisten();
    },
  };
}
