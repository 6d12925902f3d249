import postgres from 'postgres';

/** A pool of connections. Queries are tagged templates, so every value is a parameter. */
export type Pool = postgres.Sql;
/** What a query runs on: the pool, or the transaction that a service has opened. */
export type Sql = postgres.ISql;

interface ConnectOptions {
  maxConnections?: number;
  /** Shown by PostgreSQL for each connection. */
  applicationName?: string;
}

const statementTimeoutMs = 15_000;

/** Connects lazily: the first query opens the first connection. Statements are prepared once a connection. */
export function connect(url: string, options: ConnectOptions = {}): Pool {
  return postgres(url, {
    max: options.maxConnections ?? 10,
    connect_timeout: 10,
    // A database that was away is noticed within a second; by itself the pool would wait up to twenty.
    backoff: (failures: number) => Math.min(failures * 0.1, 1),
    // Our migrations say IF NOT EXISTS on purpose; nobody needs to hear of it.
    onnotice: () => {},
    connection: {
      application_name: options.applicationName ?? 'tokri',
      statement_timeout: statementTimeoutMs,
    },
    types: {
      // Text is taken for JSON that is written already, as `JSON.stringify` and libraries leave it.
      json: { to: 114, from: [114, 3802], serialize: jsonText, parse: (text: string) => JSON.parse(text) },
      // Counts and sums of money in paise stay far below 2^53.
      bigint: { to: 20, from: [20], serialize: (value: number) => String(value), parse: Number },
    },
  });
}

function jsonText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
