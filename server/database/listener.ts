import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

export interface Subscription {
  unlisten(): Promise<void>;
}

interface Listening {
  channel: string;
  onNotify: (payload: string) => void;
  onListen: () => void;
}

/**
 * One connection for all channels that a process listens to. Reconnects within a second of the database's return.
 * Own code because `pg-listen` has had no release since 2021 and gives up after a number of attempts.
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

  /** Rejects if the first connection fails. */
  async listen(
    channel: string,
    onNotify: (payload: string) => void,
    onListen: () => void = () => {},
  ): Promise<Subscription> {
    this.#client ??= this.#connect();
    const opening = this.#client;
    // One after the other: node-postgres wants one statement at a time.
    const listened = this.#last.then(async () => (await opening).query(listenTo(channel)));
    this.#last = listened.catch(() => {});
    await listened.catch((error: unknown) => {
      if (this.#client === opening && this.#listenings.size === 0) this.#client = null;
      throw error;
    });
    const listening = { channel, onNotify, onListen };
    this.#listenings.add(listening);
    onListen();
    return { unlisten: () => this.#unlisten(listening) };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#listenings.clear();
    await this.#client?.then((client) => client.end()).catch(() => {});
  }

  async #unlisten(listening: Listening): Promise<void> {
    this.#listenings.delete(listening);
    if (this.#listenings.size > 0) return;
    const client = this.#client;
    this.#client = null;
    await client?.then((open) => open.end()).catch(() => {});
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    client.on('notification', ({ channel, payload = '' }) => {
      for (const listening of this.#listenings)
        if (listening.channel === channel) listening.onNotify(payload);
    });
    // The end of the connection follows.
    client.on('error', () => {});
    await client.connect();
    client.once('end', () => this.#reconnect());
    return client;
  }

  #reconnect(): void {
    if (this.#closing.signal.aborted || this.#listenings.size === 0) return;
    const opening = this.#open();
    this.#client = opening;
    // Rejects only when closing.
    opening.catch(() => {});
  }

  async #open(): Promise<pg.Client> {
    for (let failures = 0; ; failures += 1) {
      await wait(Math.min(failures * 100, 1000), undefined, { signal: this.#closing.signal });
      try {
        const client = await this.#connect();
        const channels = new Set([...this.#listenings].map(({ channel }) => channel));
        for (const channel of channels) await client.query(listenTo(channel));
        for (const { onListen } of this.#listenings) onListen();
        return client;
      } catch {}
    }
  }
}

function listenTo(channel: string): string {
  return `listen ${pg.escapeIdentifier(channel)}`;
}
