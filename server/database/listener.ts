import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

export interface Subscription {
  unlisten(): Promise<void>;
}

interface Listening {
  /** Run after each connection. */
  statement: string;
  channel: string | null;
  onNotify: NotificationHandler;
  onListen: () => void;
  onLost: () => void;
}

export type NotificationHandler = (payload: string) => void;

/**
 * One connection for all channels that a process listens to. Reconnects within a second after the database
 * has returned. Own code instead of `pg-listen`, because this connection also holds the advisory locks of the
 * running job workers.
 */
export class Listener {
  readonly #config: pg.ClientConfig;
  readonly #listenings = new Set<Listening>();
  readonly #closing = new AbortController();
  #client: Promise<pg.Client> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(config: pg.ClientConfig) {
    this.#config = config;
  }

  listen(
    channel: string,
    onNotify: NotificationHandler,
    onListen: () => void = () => {},
    onLost: () => void = () => {},
  ): Promise<Subscription> {
    const statement = `listen ${pg.escapeIdentifier(channel)}`;
    return this.#add({ statement, channel, onNotify, onListen, onLost });
  }

  /** Holds a shared advisory lock while the process is connected. */
  holdLock(key: string): Promise<Subscription> {
    const statement = `select pg_advisory_lock_shared(hashtextextended(${pg.escapeLiteral(key)}, 0))`;
    return this.#add({ statement, channel: null, onNotify: () => {}, onListen: () => {}, onLost: () => {} });
  }

  /** Rejects if the first connection fails. */
  async #add(listening: Listening): Promise<Subscription> {
    this.#client ??= this.#connect();
    const opening = this.#client;
    // Sequential: node-postgres expects one statement at a time.
    const listened = this.#last.then(async () => (await opening).query(listening.statement));
    this.#last = listened.catch(() => {});
    await listened.catch((error: unknown) => {
      if (this.#client === opening && this.#listenings.size === 0) this.#client = null;
      throw error;
    });
    this.#listenings.add(listening);
    listening.onListen();
    return { unlisten: () => this.#unlisten(listening) };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#listenings.clear();
    await this.#client?.then((client) => client.end()).catch(() => {});
  }

  async #unlisten(listening: Listening): Promise<void> {
    this.#listenings.delete(listening);
    const client = this.#client;
    if (this.#listenings.size > 0) {
      // Waiting for the lock must not keep the process running.
      if (listening.channel === null)
        await client
          ?.then((open) => open.query(listening.statement.replace('_lock_', '_unlock_')))
          .catch(() => {});
      return;
    }
    this.#client = null;
    await client?.then((open) => open.end()).catch(() => {});
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    client.on('notification', ({ channel, payload = '' }) => {
      for (const listening of this.#listenings)
        if (listening.channel === channel) listening.onNotify(payload);
    });
    // The event `end` follows.
    client.on('error', () => {});
    try {
      await client.connect();
      // A standby takes connections and refuses to listen.
      for (const { statement } of this.#listenings) await client.query(statement);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    client.once('end', () => this.#reconnect());
    return client;
  }

  #reconnect(): void {
    if (this.#closing.signal.aborted || this.#listenings.size === 0) return;
    for (const { onLost } of this.#listenings) onLost();
    const opening = this.#open();
    this.#client = opening;
    // Rejects only while closing.
    opening.catch(() => {});
  }

  async #open(): Promise<pg.Client> {
    for (let failures = 0; ; failures += 1) {
      await wait(Math.min(failures * 100, 1000), undefined, { signal: this.#closing.signal });
      try {
        const client = await this.#connect();
        for (const { onListen } of this.#listenings) onListen();
        return client;
      } catch {}
    }
  }
}
