import type { TestDatabase } from './database.ts';
import { freePort, type Running, startShop } from './processes.ts';

/** What the shops of these tests sign their tokens with. */
export const productionSecret = 'a secret for these tests alone, long';

/** Starts an empty shop as in production, on a database and in a folder of the test; `given` are settings besides. */
export async function startProductionShop(
  { database, directory }: { database: TestDatabase; directory: string },
  given: Record<string, string> = {},
): Promise<Running> {
  const port = await freePort();
  return startShop({
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    DATA_DIR: directory,
    AUTH_SECRET: productionSecret,
    ADMIN_PASSWORD: 'coriander at dawn',
    DEMO_CATALOGUE: 'off',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'fatal',
    ...given,
  });
}
