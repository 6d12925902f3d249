import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/connect.ts';
import { accessTokenLifetimeSeconds } from './access-token.ts';
import { selectSessionsRevokedSince } from './sessions.queries.ts';

declare module '#server/http/context.ts' {
  interface Context {
    /** Sessions whose access tokens are rejected although they have not expired. */
    revokedSessions: RevokedSessions;
  }
}

/** `suspended`: the account was suspended. */
export type RevocationReason = 'ended' | 'suspended';

interface Ended {
  ending: RevocationReason;
  at: number;
}

// Clock differences between machines.
const slackMs = 5 * 60_000;

/** Time to keep a revoked session: as long as one of its access tokens may be valid. */
export const revokedSessionTtlMs = accessTokenLifetimeSeconds * 1000 + slackMs;

/**
 * Sessions revoked while their access tokens are still valid, so that these are rejected without a database
 * read. Updated by the session service after its commits and by `listenForRevokedSessions` for other processes.
 */
export class RevokedSessions {
  /** False while revocations by other processes may be missed: then the database says whether a session has ended. */
  isCurrent = true;
  readonly #ended = new Map<string, Ended>();
  readonly #listeners = new Set<(sessionId: string) => void>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Call after the commit: after a rollback the session would be rejected until its entry expires. */
  add(sessionIds: readonly string[], ending: RevocationReason = 'ended'): void {
    const at = this.#now();
    for (const id of sessionIds) {
      // A suspension is announced as such, and may be announced again as an ordinary end.
      const known = this.#ended.get(id)?.ending;
      // Deleted first, so that the map stays ordered by time.
      this.#ended.delete(id);
      this.#ended.set(id, { ending: known === 'suspended' ? known : ending, at });
    }
    this.#forgetOld(at);
    for (const listener of this.#listeners) for (const id of sessionIds) listener(id);
  }

  /**
   * Calls `listener` for each session that ends, possibly more than once. Returns a function that
   * unsubscribes.
   */
  onEnd(listener: (sessionId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Null while the session is active, as far as this process knows. */
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
 * Receives every revocation from any process (LISTEN session), and reads those missed while disconnected.
 * Resolves after the first read.
 */
export async function listenForRevokedSessions(
  pool: Database,
  revokedSessions: RevokedSessions,
  log: FastifyBaseLogger,
): Promise<{ stop(): Promise<void> }> {
  let isStopped = false;
  let losses = 0;
  let retry: NodeJS.Timeout | undefined;

  async function catchUp(): Promise<void> {
    const lossesBefore = losses;
    const rows = await selectSessionsRevokedSince(pool, new Date(Date.now() - revokedSessionTtlMs));
    for (const { id, is_suspended } of rows) revokedSessions.add([id], is_suspended ? 'suspended' : 'ended');
    if (losses === lossesBefore) revokedSessions.isCurrent = true;
  }

  function keepTrying(): void {
    catchUp().catch((error: unknown) => {
      if (isStopped) return;
      log.warn({ err: error }, 'Could not read the sessions revoked while disconnected');
      retry = setTimeout(keepTrying, retryMs);
    });
  }

  let isFirst = true;
  const listening = await pool.listen(channel, {
    onNotify(payload) {
      const [, id, suspended] = sessionOfPayload.exec(payload) ?? [];
      if (id !== undefined) revokedSessions.add([id], suspended === undefined ? 'ended' : 'suspended');
    },
    onListen() {
      // After a reconnect, notifications may have been missed.
      if (!isFirst) keepTrying();
      isFirst = false;
    },
    onLost() {
      losses += 1;
      revokedSessions.isCurrent = false;
    },
  });
  await catchUp();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      await listening.unlisten();
    },
  };
}
