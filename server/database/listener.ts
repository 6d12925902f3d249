import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

export interface Subscription {
  unlisten(): Promise<void>;
}

interface Listening extends ListenHandlers {
  /** Run after each connection. */
  statement: string;
  channel: string | null;
}

export interface ListenHandlers {
  onNotify?: (payload: string) => void;
  /** Now and after each reconnection, because notifications are missed in between. */
  onListen?: () => void;
  /** When the connection is lost: from now on notifications are missed. */
  onLost?: () => void;
}

interface ListenerOptions {
  /** The server has not answered for this time: its machine has died, or the network to it is cut. */
  silenceMs: number;
  /** Called when the server is silent, or has become a standby. Other connections lead to the same server. */
  onServerLost: () => void;
}

const heartbeatMs = 2000;

/**
 * One connection for all channels that a process listens to. Reconnects within a second after the database
 * has returned. Own code instead of `pg-listen`, because this connection also holds the advisory locks of the
 * running job workers.
 */
export class Listener {
  readonly #config: pg.ClientConfig;
  readonly #options: ListenerOptions;
  readonly #listenings = new Set<Listening>();
  readonly #closing = new AbortController();
  #client: Promise<pg.Client> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(config: pg.ClientConfig, options: ListenerOptions) {
    this.#config = config;
    this.#options = options;
  }

  listen(channel: string, handlers: ListenHandlers): Promise<Subscription> {
    return this.#add({ statement: `listen ${pg.escapeIdentifier(channel)}`, channel, ...handlers });
  }

  /** Holds a shared advisory lock while the process is connected. */
  holdLock(key: string, handlers: Pick<ListenHandlers, 'onLost'> = {}): Promise<Subscription> {
    const statement = `select pg_advisory_lock_shared(hashtextextended(${pg.escapeLiteral(key)}, 0))`;
    return this.#add({ statement, channel: null, ...handlers });
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
    listening.onListen?.();
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
        if (listening.channel === channel) listening.onNotify?.(payload);
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
    void this.#watch(client);
    return client;
  }

  /** Asks the server at intervals, and closes the connection when it is silent or a standby. */
  async #watch(client: pg.Client): Promise<void> {
    let state: ServerState = 'primary';
    while (state === 'primary') {
      await wait(heartbeatMs, undefined, { ref: false });
      state = await readServerState(client, this.#options.silenceMs);
    }
    // The event `end` follows, and the listener reconnects.
    if (state === 'closed') return;
    this.#options.onServerLost();
    client.connection.stream.destroy();
  }

  #reconnect(): void {
    if (this.#closing.signal.aborted || this.#listenings.size === 0) return;
    for (const { onLost } of this.#listenings) onLost?.();
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
        for (const { onListen } of this.#listenings) onListen?.();
        return client;
      } catch {}
    }
  }
}

type ServerState = 'primary' | 'standby' | 'silent' | 'closed';

async function readServerState(client: pg.Client, silenceMs: number): Promise<ServerState> {
  const answer = client
    .query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby')
    .then(({ rows }): ServerState => (rows[0]?.is_standby === false ? 'primary' : 'standby'))
    .catch((): ServerState => 'closed');
  const waiting = new AbortController();
  const silence = wait(silenceMs, undefined, { signal: waiting.signal, ref: false })
    // After a pause of this process the answer is there, and is read now.
    .then(() => setImmediate())
    .then((): ServerState => 'silent')
    // The answer has come first.
    .catch((): ServerState => 'closed');
  const state = await Promise.race([answer, silence]);
  waiting.abort();
  return state;
}
