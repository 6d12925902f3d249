import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { freePort, startShop } from '#tests/fixtures/processes.ts';

/** A real shop of one's own: the real process, a database with the demo catalogue, a port. */
export interface OpenShop {
  url: string;
  database: TestDatabase;
  /** Where the shop keeps its files, such as the mails that it would send. */
  dataDirectory: string;
  close(): Promise<void>;
}

export async function openShop(): Promise<OpenShop> {
  const database = await createTestDatabase('template_demo');
  const dataDirectory = await mkdtemp(join(tmpdir(), 'tokri-journey-'));
  const port = await freePort();
  const running = await startShop({
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    DATA_DIR: dataDirectory,
    AUTH_SECRET: 'only the journeys know this secret, and they tell nobody',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
  });
  return {
    url: running.url,
    database,
    dataDirectory,
    async close() {
      await running.stop();
      await database.drop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
