import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { createAdmin, newProduct } from '#tests/fixtures/accounts.ts';
import { catchAppError } from '#tests/fixtures/context.ts';
import { holdTransaction, openTestDatabase, untilWaiting } from '#tests/fixtures/database.ts';
import { changeSettings } from '#tests/fixtures/seed.ts';
import { saveSettings } from '#tests/fixtures/settings.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);

const removeRate = () => saveSettings(meera, { tax: { gstRates: [0], cessRates: [0] } });

/** Lets products and settings be saved as far as their audit entries, which have to wait. */
const holdAudit = () =>
  holdTransaction(db, (transaction) => transaction.query(sql`lock table audit_entry in exclusive mode`));

test('a rate cannot be removed while a product with it is being saved', async () => {
  await changeSettings(db, { tax: { gstRates: [0, 7], cessRates: [0] } });
  const audit = await holdAudit();
  const saving = meera.call('createProduct', { ...(await newProduct(db)), gstRate: 7, cessRate: 0 });
  await untilWaiting(db, 1);
  const removing = catchAppError(removeRate());
  await untilWaiting(db, 2);
  await audit.end();
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
  const audit = await holdAudit();
  const removing = removeRate();
  await untilWaiting(db, 1);
  const input = { ...(await newProduct(db)), gstRate: 9, cessRate: 0 };
  const saving = catchAppError(meera.call('createProduct', input));
  await untilWaiting(db, 2);
  await audit.end();
  expect((await removing).data.settings.tax.gstRates).toEqual([0]);
  expect((await saving).code).toBe('INVALID_INPUT');
});
