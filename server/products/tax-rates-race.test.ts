import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { connect } from '#server/database/connect.ts';
import { createAdmin, newProduct } from '#tests/fixtures/accounts.ts';
import { catchAppError } from '#tests/fixtures/context.ts';
import { openTestDatabase, type TestDatabase, untilWaiting } from '#tests/fixtures/database.ts';
import { changeSettings } from '#tests/fixtures/seed.ts';

const { db, url } = await openTestDatabase();
const meera = await createAdmin(db);

/** Runs a statement on another connection and keeps its locks until the returned function is called. */
async function hold(statement: Parameters<TestDatabase['db']['query']>[0]): Promise<() => Promise<void>> {
  const other = connect(url, { maxConnections: 1 });
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = other.transaction(async (transaction) => {
    await transaction.query(statement);
    begun.resolve();
    await ended.promise;
  });
  await begun.promise;
  return async () => {
    ended.resolve();
    await holding;
    await other.close();
  };
}

async function removeRate() {
  const { version, settings } = (await meera.call('getStoreSettings')).data;
  return meera.call('updateStoreSettings', {
    version,
    settings: { ...settings, tax: { gstRates: [0], cessRates: [0] } },
  });
}

test('a rate cannot be removed while a product with it is being saved', async () => {
  await changeSettings(db, { tax: { gstRates: [0, 7], cessRates: [0] } });
  // The product is saved when its audit entry can be written.
  const release = await hold(sql`lock table audit_entry in exclusive mode`);
  const saving = meera.call('createProduct', { ...(await newProduct(db)), gstRate: 7, cessRate: 0 });
  await untilWaiting(db, 1);
  const removing = catchAppError(removeRate());
  await untilWaiting(db, 2);
  await release();
  expect((await saving).data.gstRate).toBe(7);
  const { code, issues } = await removing;
  expect([code, issues?.[0]?.message]).toEqual([
    'INVALID_INPUT',
    '1 product has 7 %. Change them before you remove this rate.',
  ]);
});

test('a product cannot get a rate while it is being removed', async () => {
  await changeSettings(db, { tax: { gstRates: [0, 7, 9], cessRates: [0] } });
  await db.query(sql`update product set gst_basis_points = null`);
  const release = await hold(sql`lock table audit_entry in exclusive mode`);
  const removing = removeRate();
  await untilWaiting(db, 1);
  const input = { ...(await newProduct(db)), gstRate: 9, cessRate: 0 };
  const saving = catchAppError(meera.call('createProduct', input));
  await untilWaiting(db, 2);
  await release();
  expect((await removing).data.settings.tax.gstRates).toEqual([0]);
  expect((await saving).code).toBe('INVALID_INPUT');
});
