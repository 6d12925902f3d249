import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderRoutes } from '#server/features/orders/lifecycle/order.routes.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { createShopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, runCall } from '#tests/fixtures/context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { addProduct, stockOf } from '#tests/fixtures/seed.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('limits cash orders per account, not counting rejected and repeated ones', async () => {
  const asha = await createShopper(database.db);
  const milk = await addProduct(database.db, { stock: 100 });
  const context = { ...asha.context, limits: createRateLimits(database.db) };
  const order = (input: unknown, idempotencyKey: string | null = null) =>
    runCall(orderRoutes, 'placeCashOrder', { ...context, idempotencyKey }, input);
  for (let count = 0; count < 30; count += 1) {
    await asha.fill({ [milk]: 1 });
    const input = await asha.checkout();
    await catchAppError(order({ ...input, totalAmt: 1 }));
    await order(input, `tap-${count}`);
    await order(input, `tap-${count}`);
  }
  await asha.fill({ [milk]: 1 });
  const refusal = await catchAppError(order(await asha.checkout()));
  expect(refusal).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: expect.any(Number) });
  expect(await stockOf(database.db, milk)).toBe(70);
  const ravi = await createShopper(database.db);
  await ravi.fill({ [milk]: 1 });
  expect((await ravi.order(await ravi.checkout())).status).toBe(201);
});
