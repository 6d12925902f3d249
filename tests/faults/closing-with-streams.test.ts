import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { orderUpdatesPath } from '#contract/orders/order-updates.ts';
import { createTokenSigner } from '#server/sessions/access-token.ts';
import { startSession } from '#server/sessions/sessions.service.ts';
import { createShoppers } from '#tests/fixtures/accounts.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { productionSecret, startProductionShop } from '#tests/fixtures/processes.ts';
import { addProduct } from '#tests/fixtures/seed.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const shopperCount = 10;
const streamsOfEach = 10;

const database = await openTestDatabase();
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tokri-closing-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Shoppers who are logged in, each with an order: where its changes are told, and with which token. */
async function openWatchers(): Promise<{ query: string; token: string }[]> {
  const context = testContext(database.db, { tokens: createTokenSigner(productionSecret) });
  const milk = await addProduct(database.db);
  const shoppers = await createShoppers(database.db, shopperCount);
  return Promise.all(
    shoppers.map(async (shopper) => {
      await shopper.fill({ [milk]: 1 });
      const { data } = await shopper.order(await shopper.checkout());
      const { accessToken: token } = await startSession(context, shopper.userId);
      return { query: `_id=${data._id}`, token };
    }),
  );
}

test('stopping with open and new streams ends each stream and then the server', async () => {
  const shop = await startProductionShop({ database, directory });
  const watchers = await openWatchers();
  const listen = async ({ query, token }: { query: string; token: string }) => {
    const headers = { authorization: `Bearer ${token}` };
    return fetch(`${shop.url}${orderUpdatesPath}?${query}`, { headers });
  };
  const open = (count: number) => Promise.all(watchers.flatMap((one) => Array(count).fill(one)).map(listen));
  const texts = (await open(streamsOfEach)).map((response) => response.text());
  // A client whose connection is cut off hears of an error instead.
  const late = Promise.allSettled(watchers.map((one) => listen(one).then((response) => response.text())));
  const exited = once(shop.process, 'exit');
  shop.process.kill('SIGTERM');
  expect((await Promise.all(texts)).every((text) => text.includes('event: change'))).toBe(true);
  await late;
  expect(await exited).toEqual([0, null]);
});
