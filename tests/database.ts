import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { connect, type Pool } from '#server/database/connect.ts';

/** A database of one's own, as the shop's migrations leave it. */
export interface TestDatabase {
  sql: Pool;
  url: string;
  drop(): Promise<void>;
}

// Copying a template needs it to be without connections, so copies wait for each other.
const copyLock = 7_421_002;

/** Copies a template in milliseconds. To be dropped after the tests of a file. */
export async function createTestDatabase(template = 'template_shop'): Promise<TestDatabase> {
  const serverUrl = inject('databaseUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = connect(serverUrl, { maxConnections: 1 });
  try {
    await admin`select pg_advisory_lock(${copyLock})`;
    await admin`create database ${admin(name)} template ${admin(template)} strategy file_copy`;
  } finally {
    await admin.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const sql = connect(url.href);
  return { sql, url: url.href, drop: () => drop(serverUrl, name, sql) };
}

async function drop(serverUrl: string, name: string, sql: Pool): Promise<void> {
  await sql.end({ timeout: 5 });
  const admin = connect(serverUrl, { maxConnections: 1 });
  try {
    await admin`drop database if exists ${admin(name)} with (force)`;
  } finally {
    await admin.end();
  }
}
