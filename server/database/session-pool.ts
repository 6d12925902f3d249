import pg from 'pg';
import type { Database } from './connect.ts';

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/**
 * Connections to the primary itself for a library that may have to be kept from the database. A closed pool never
 * answers, neither with a connection nor with an error: Graphile Worker leaves a rejected promise without a handler
 * when it cannot return jobs that it has fetched.
 */
export class SessionPool extends pg.Pool {
  constructor({ sessionConfig }: Database, maxConnections: number) {
    super({ ...sessionConfig, max: maxConnections });
    // Without listeners a lost connection would end the process.
    this.on('error', () => {});
    this.on('connect', (client) => client.on('error', () => {}));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return this.ending ? new Promise(() => {}) : super.connect();
    if (!this.ending) super.connect(callback);
    return undefined;
  }
}
