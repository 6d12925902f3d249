import type { ServerResponse } from 'node:http';
import { AppError } from '#contract/errors.ts';
import { orderBeatEvent, orderBeatSeconds } from '#contract/rules/order-events.ts';
import type { Caller } from '#server/context.ts';
import type { RevokedSessions } from '#server/features/accounts/sessions/revoked-sessions.ts';

/** One client that listens. */
interface EventStream {
  send(event: string, data: unknown): void;
  end(): void;
}

interface Open {
  caller: Caller;
  response: ServerResponse;
  endsAt: number;
}

interface Settings {
  maximumPerAccount: number;
  maximum: number;
  /** What may wait for a client that reads too slowly; events take some 60 bytes each. */
  maximumWaitingBytes: number;
}

const standardSettings: Settings = {
  // More tabs of one account than anybody looks at.
  maximumPerAccount: 20,
  maximum: 5000,
  maximumWaitingBytes: 64 * 1024,
};

// Whoever is shown something has to prove now and then that they still may see it; not all at the same moment.
const shortestLifeMs = 10 * 60_000;
const longestLifeMs = 15 * 60_000;
const retryMs = { shortest: 1000, longest: 3000 };

/** The open streams of this process: how many there may be, their heartbeat, and their end. */
export class EventStreams {
  readonly #open = new Set<Open>();
  readonly #settings: Settings;
  readonly #endedSessions: RevokedSessions;
  readonly #stopHearing: () => void;
  #beating: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(revokedSessions: RevokedSessions, settings: Partial<Settings> = {}) {
    this.#settings = { ...standardSettings, ...settings };
    this.#endedSessions = revokedSessions;
    this.#stopHearing = revokedSessions.onEnd((sessionId) => {
      for (const open of this.#open) if (open.caller.sessionId === sessionId) open.response.end();
    });
  }

  /** How many clients listen. */
  get size(): number {
    return this.#open.size;
  }

  /**
   * To be asked right before a stream is opened, for nobody would hear of what happened while its caller was looked
   * at. Throws UNAUTHENTICATED when the session has ended, TOO_MANY_REQUESTS or UNAVAILABLE where no further stream
   * may be opened.
   */
  requireMayOpen({ userId, sessionId }: Caller): void {
    const { maximum, maximumPerAccount } = this.#settings;
    if (this.#endedSessions.findRevocation(sessionId) !== null) throw new AppError('UNAUTHENTICATED');
    if (this.#isClosed || this.#open.size >= maximum)
      throw new AppError('UNAVAILABLE', { retryAfterSeconds: 10 });
    let ofAccount = 0;
    for (const { caller } of this.#open) if (caller.userId === userId) ofAccount += 1;
    if (ofAccount >= maximumPerAccount) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 30 });
  }

  /** Begins an answer that goes on until the client leaves, its session ends or the shop closes. */
  open(
    caller: Caller,
    response: ServerResponse,
    headers: Record<string, number | string | string[] | undefined>,
    onClose: () => void,
  ): EventStream {
    const open: Open = { caller, response, endsAt: Date.now() + between(shortestLifeMs, longestLifeMs) };
    this.#open.add(open);
    this.#beating ??= setInterval(() => this.#beat(), orderBeatSeconds * 1000).unref();
    response.once('close', () => {
      onClose();
      this.#open.delete(open);
      if (this.#open.size === 0) this.#rest();
    });
    // A client that vanishes has only left.
    response.on('error', () => {});
    response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // Proxies would wait for more to pass on at once.
      'x-accel-buffering': 'no',
      // With the stream its connection ends, so that a shop that closes waits for none.
      connection: 'close',
    });
    response.write(`retry: ${between(retryMs.shortest, retryMs.longest)}\n\n`);
    return { send: (event, data) => this.#send(open, event, data), end: () => void response.end() };
  }

  /** Ends all of them; no more are opened. */
  close(): void {
    this.#isClosed = true;
    this.#stopHearing();
    this.#rest();
    for (const { response } of this.#open) response.end();
  }

  #send({ response }: Open, event: string, data: unknown): void {
    if (response.writableEnded || response.destroyed) return;
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    // It misses nothing: when it comes back, it begins by reading everything.
    if (response.writableLength > this.#settings.maximumWaitingBytes) response.destroy();
  }

  #beat(): void {
    const now = Date.now();
    for (const open of this.#open) {
      if (open.response.writableNeedDrain) open.response.destroy();
      else if (now >= open.endsAt) open.response.end();
      else this.#send(open, orderBeatEvent, {});
    }
  }

  #rest(): void {
    clearInterval(this.#beating);
    this.#beating = undefined;
  }
}

function between(shortest: number, longest: number): number {
  return Math.round(shortest + Math.random() * (longest - shortest));
}
