import { LRUCache } from 'lru-cache';
import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { Listener, type ListenHandlers, type Subscription } from './listener.ts';
import { isOutdatedPlan, repeatAfterConflict } from './repeat.ts';

/** Runs statements: the database, or the transaction that a service has opened. */
export interface Queryable {
  /** Returns the rows. Each value of the statement is sent as a parameter. */
  query<Row extends object = Record<string, unknown>>(statement: Sql): Promise<Row[]>;
  /** Returns the only row. Throws unless there is exactly one. */
  one<Row extends object>(statement: Sql): Promise<Row>;
}

/** One connection of a pool. */
export interface Connection extends Queryable {
  /** The same object each time that work gets this connection. */
  readonly client: pg.PoolClient;
}

export interface ConnectOptions {
  maxConnections?: number;
  /** Shown by PostgreSQL for each connection. */
  applicationName?: string;
  /** Of a connection and of a query; a query that the server does not answer is given up, too. */
  timeoutMs?: number;
  /** A server that does not answer the listener for this time counts as gone. */
  silenceMs?: number;
  /**
   * The address of the primary, if the first one leads to a pooler that may run each transaction on another connection.
   * What needs a session uses this one: listening, locks of the session, workers of jobs.
   */
  sessionUrl?: string | null;
  /** The server is a replica. Otherwise a server that turns out to be one is refused. */
  isReplica?: boolean;
}

const defaultConnections = 12;
export const statementTimeoutMs = 15_000;
// Includes the wait for a free connection.
const connectTimeoutMs = 8000;
const closeTimeoutMs = 5000;
// A pause of a running machine is shorter; a failover takes longer.
const defaultSilenceMs = 8000;
// Behind a name or address that leads to another server now, the former connections end by then.
const maximumAgeSeconds = 600;
// A connection on which nothing is sent notices that its server has died within this time and ten seconds.
const keepAliveMs = 5000;

/** Connects lazily: the first query opens the first connection. */
export function connect(url: string, options: ConnectOptions = {}): Database {
  const { timeoutMs, silenceMs, sessionUrl = null } = options;
  const config = {
    connectionString: withTls(url),
    max: options.maxConnections ?? defaultConnections,
    application_name: options.applicationName ?? 'tokri',
    ...(timeoutMs !== undefined && { query_timeout: timeoutMs }),
    connectionTimeoutMillis: timeoutMs ?? connectTimeoutMs,
    // A new connection would have to prepare all statements again.
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: maximumAgeSeconds,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    types: { getTypeParser },
    ...(!options.isReplica && { onConnect: refuseStandby }),
  };
  const session = { ...config, statement_timeout: timeoutMs ?? statementTimeoutMs };
  if (sessionUrl === null) return new Database({ ...session, silenceMs });
  // A pooler accepts no setting of a connection; the role has it.
  return new Database({
    ...config,
    silenceMs,
    session: { ...session, connectionString: withTls(sessionUrl) },
  });
}

/** An address can lead to a standby for a while: it would answer with former rows, and refuse changes. */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby');
  if (rows[0]?.is_standby === false) return;
  throw Object.assign(new Error('The server is a standby.'), { code: 'CONNECTION_STANDBY' });
}

// The directory of a Unix socket may also be the host name, in which its slashes are encoded.
const localHost = /^(?:%2f.*|localhost|127(?:\.\d+){3}|\[::1\])$/i;

/**
 * The URL of a database on another machine asks for TLS and a certificate of a known authority, unless its parameters
 * `sslmode` or `ssl` say otherwise.
 */
export function withTls(address: string): string {
  const url = new URL(address);
  const { hostname, searchParams } = url;
  // A Unix socket is given as the parameter `host`.
  const host = searchParams.get('host') ?? hostname;
  if (host.startsWith('/') || localHost.test(host)) return address;
  if (searchParams.has('sslmode') || searchParams.has('ssl')) return address;
  searchParams.set('sslmode', 'verify-full');
  return url.href;
}

/**
 * Receives what triggers announced in a committed transaction: `raise info using message = 'announcement', detail =
 * …`.
 */
type AnnouncementHandler = (announcements: readonly string[]) => void;

interface DatabaseConfig extends pg.PoolConfig {
  /** After this time without an answer the server counts as gone. */
  silenceMs?: number | undefined;
  /** For what needs a session, if the connections of the pool are none. */
  session?: pg.PoolConfig;
}

/** A pool of connections. A lost connection rejects the query that runs on it; the next query opens another. */
export class Database implements Queryable {
  readonly pool: pg.Pool;
  /** Of connections to the primary itself, for libraries that need sessions. */
  readonly sessionConfig: pg.PoolConfig;
  readonly #connections = new Set<pg.PoolClient>();
  readonly #statements: PreparedStatements;
  readonly #listener: Listener;
  readonly #announcementHandlers = new Set<AnnouncementHandler>();
  /** What triggers announced on a connection in its present work. */
  readonly #announced = new WeakMap<pg.PoolClient, Set<string>>();

  constructor({ silenceMs = defaultSilenceMs, session, ...config }: DatabaseConfig) {
    this.pool = new pg.Pool(config);
    this.sessionConfig = session ?? config;
    this.#statements = new PreparedStatements(session === undefined ? maximumPrepared : 0);
    this.#listener = new Listener(this.sessionConfig, {
      silenceMs,
      onServerLost: () => {
        for (const client of this.#connections) client.connection.stream.destroy();
      },
    });
    // Without listeners a lost connection would end the process. The pool replaces an idle connection; a query that
    // runs on the connection rejects.
    this.pool.on('error', () => {});
    this.pool.on('connect', (client) => {
      this.#connections.add(client);
      client.on('error', () => {});
      client.on('notice', ({ message, detail }) => {
        if (message === 'announcement' && detail !== undefined) this.#announced.get(client)?.add(detail);
      });
    });
    this.pool.on('remove', (client) => this.#connections.delete(client));
  }

  /** Repeats a statement that has lost to another one, or that a migration has outdated. */
  async query<Row extends object = Record<string, unknown>>(statement: Sql): Promise<Row[]> {
    return repeatAfterConflict(() => this.withConnection(({ query }) => query<Row>(statement)));
  }

  async one<Row extends object>(statement: Sql): Promise<Row> {
    return onlyOne(await this.query<Row>(statement));
  }

  /**
   * Calls `handler` after each commit in which a trigger announced something, before the statement or transaction
   * resolves, so that its caller finds the effects.
   */
  onAnnouncement(handler: AnnouncementHandler): { stop(): void } {
    this.#announcementHandlers.add(handler);
    return { stop: () => this.#announcementHandlers.delete(handler) };
  }

  /** Runs several statements on one connection, without a transaction. */
  withConnection<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    return this.#onConnection((client) => {
      const query = async <Row extends object>(statement: Sql): Promise<Row[]> => {
        try {
          return await runStatement<Row>(client, this.#statements, statement);
        } catch (error) {
          if (isOutdatedPlan(error)) this.#statements.rename();
          throw error;
        }
      };
      return work({ client, query, one: async (statement) => onlyOne(await query(statement)) });
    });
  }

  /** Runs a statement that a library brings as text. */
  runText(query: pg.QueryConfig): Promise<pg.QueryResult> {
    return this.#onConnection((client) => client.query(query));
  }

  /** Runs work in a transaction, once: `inTransaction` also repeats what lost a race for locks. */
  async transaction<Result>(work: (db: Transaction) => Promise<Result>): Promise<Result> {
    return this.#onConnection(async (client) => {
      const transaction = new Transaction(client, this.#statements);
      await client.query('begin');
      try {
        const result = await work(transaction);
        await transaction.end();
        await client.query('commit');
        return result;
      } catch (error) {
        await transaction.end().catch(() => {});
        // On a lost connection the transaction has ended already.
        await client.query('rollback').catch(() => {});
        if (isOutdatedPlan(error)) this.#statements.rename();
        throw error;
      }
    });
  }

  /** Calls `onNotify` with the payload of each notification of a channel. */
  listen(channel: string, handlers: ListenHandlers): Promise<Subscription> {
    return this.#listener.listen(channel, handlers);
  }

  /** Holds a shared advisory lock, which shows that this process lives; again after each reconnection. */
  holdLock(key: string, handlers?: Pick<ListenHandlers, 'onLost'>): Promise<Subscription> {
    return this.#listener.holdLock(key, handlers);
  }

  /** Waits for running queries, but no longer than five seconds. */
  async close(): Promise<void> {
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, closeTimeoutMs).unref());
    await Promise.race([Promise.all([this.pool.end(), this.#listener.close()]), timeout]);
  }

  async #onConnection<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    let client: pg.PoolClient | undefined;
    let isLost = false;
    const announced = new Set<string>();
    let result: Result;
    try {
      client = await this.pool.connect();
      this.#announced.set(client, announced);
      result = await work(client);
    } catch (thrown) {
      const error = withCode(thrown);
      isLost = lostConnection.test(codeOf(error));
      throw error;
    } finally {
      if (client !== undefined) this.#announced.delete(client);
      client?.release(isLost);
    }
    if (announced.size > 0) for (const handle of this.#announcementHandlers) handle([...announced]);
    return result;
  }
}

/** One connection with an open transaction. */
export class Transaction implements Queryable {
  readonly #client: pg.PoolClient;
  readonly #statements: PreparedStatements;
  #failure: { error: unknown } | null = null;
  #isEnded = false;
  // node-postgres wants one statement at a time.
  #last: Promise<unknown> = Promise.resolve();

  constructor(client: pg.PoolClient, statements: PreparedStatements) {
    this.#client = client;
    this.#statements = statements;
  }

  query<Row extends object = Record<string, unknown>>(statement: Sql): Promise<Row[]> {
    const rows = this.#last.then(async () => {
      if (this.#isEnded) throw new Error('The transaction has ended.');
      // PostgreSQL refuses further statements; the first error says why.
      if (this.#failure !== null) throw this.#failure.error;
      try {
        return await runStatement<Row>(this.#client, this.#statements, statement);
      } catch (thrown) {
        const error = withCode(thrown);
        this.#failure ??= { error };
        throw error;
      }
    });
    this.#last = rows.catch(() => {});
    return rows;
  }

  async one<Row extends object>(statement: Sql): Promise<Row> {
    return onlyOne(await this.query<Row>(statement));
  }

  /** Takes no more statements. Throws the first error, also if the work caught it: PostgreSQL cannot commit then. */
  async end(): Promise<void> {
    await this.#last;
    this.#isEnded = true;
    if (this.#failure !== null) throw this.#failure.error;
  }
}

async function runStatement<Row extends object>(
  client: pg.PoolClient,
  statements: PreparedStatements,
  { strings, values }: Sql,
): Promise<Row[]> {
  const text = textOf(strings, values);
  const name = statements.nameOf(text);
  const result = await client.query<Row>({ text, values, ...(name !== undefined && { name }) });
  return result.rows;
}

/**
 * PostgreSQL guesses the type of a parameter from its context and takes `$1 - interval '1 day'` for a difference of
 * intervals, so dates and booleans say their type.
 */
function textOf(strings: readonly string[], values: readonly unknown[]): string {
  let text = strings[0] ?? '';
  for (const [index, value] of values.entries()) {
    const type = value instanceof Date ? '::timestamptz' : typeof value === 'boolean' ? '::boolean' : '';
    text += `$${index + 1}${type}${strings[index + 1] ?? ''}`;
  }
  return text;
}

/** Throws unless there is exactly one row. */
export function onlyOne<Row>([row, ...others]: Row[]): Row {
  if (row === undefined || others.length > 0)
    throw new Error('The statement did not return exactly one row.');
  return row;
}

const maximumPrepared = 500;
const maximumUsedOnce = 1000;

/**
 * Names for statements that are used more than once, so that each connection parses and plans them once. A prepared
 * statement takes memory in each connection until that closes: hence the limit.
 */
class PreparedStatements {
  readonly #maximum: number;
  readonly #names = new Map<string, string>();
  readonly #usedOnce = new LRUCache<string, true>({ max: maximumUsedOnce });
  #generation = 0;

  /** @param maximum 0 behind a pooler, where a name may stand for a statement of another process */
  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= this.#maximum) return known;
    if (!this.#usedOnce.has(text)) {
      this.#usedOnce.set(text, true);
      return undefined;
    }
    this.#usedOnce.delete(text);
    const name = `s${this.#generation}_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }

  /** Has all statements prepared again: a migration of another process has changed the columns of a table. */
  rename(): void {
    this.#names.clear();
    this.#generation += 1;
  }
}

// 25006: the server is read-only, because it is a standby now. Another connection may reach the primary.
const lostConnection = /^(?:08|25006|57P0|CONNECTION_|E[A-Z]+$)/;

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Node-postgres gives no code to errors about a connection. */
export function withCode(error: unknown): unknown {
  if (error instanceof Error && error.constructor === Error && !('code' in error))
    return Object.assign(error, { code: 'CONNECTION_LOST' });
  return error;
}

const bigint = 20;
const bigintArray = 1016;
const integerArray = 1007;

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  // Counts and sums of money in paise stay far below 2^53.
  if (oid === bigint) return Number;
  if (oid === bigintArray) return pg.types.getTypeParser(integerArray as number, 'text');
  return pg.types.getTypeParser(oid, format as 'text');
}
