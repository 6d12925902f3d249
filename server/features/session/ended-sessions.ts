import { accessTokenLifetimeSeconds } from './access-token.ts';

/** How a session ended: `suspended` when its account was. */
export type SessionEnding = 'ended' | 'suspended';

interface Ended {
  ending: SessionEnding;
  at: number;
}

// Clocks of the shop's machines may differ by a few minutes.
const slackMs = 5 * 60_000;

/** How long an ended session has to be remembered: as long as an access token of it may still be valid. */
export const endedSessionMemoryMs = accessTokenLifetimeSeconds * 1000 + slackMs;

/**
 * The sessions that ended before their access tokens did, so that those are refused without asking the database.
 * Fed by the session service after its commits, and by what other processes commit (`followSessions`).
 */
export class EndedSessions {
  readonly #ended = new Map<string, Ended>();
  readonly #listeners = new Set<(sessionId: string) => void>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** To be told after the commit: a session that goes on after all would be refused until it is forgotten. */
  add(sessionIds: readonly string[], ending: SessionEnding = 'ended'): void {
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
  endingOf(sessionId: string): SessionEnding | null {
    return this.#ended.get(sessionId)?.ending ?? null;
  }

  #forgetOld(now: number): void {
    for (const [id, { at }] of this.#ended) {
      if (now - at <= endedSessionMemoryMs) return;
      this.#ended.delete(id);
    }
  }
}
