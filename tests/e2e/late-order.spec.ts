import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectAccessible, expectNoOverflow, tabTo } from './accessibility.ts';
import { saveSection } from './dashboard.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'late-order' });

async function expectFit(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoOverflow(page);
}

test('an owner lets the promise be learned and late orders be told, by keyboard, and the history names both', async ({
  openPageAs,
  admin,
  errors,
}) => {
  errors.allow(/400 \(Bad Request\)/);
  const page = await openPageAs(admin, '/dashboard/settings#promise', { widthPx: 360 });
  const kind = page.getByLabel('Promised minutes');
  await tabTo(page, kind);
  await page.keyboard.press('ArrowDown');
  await expect(kind).toHaveValue('LEARNED');
  await expect(page.getByLabel('Minutes per waiting order')).toHaveCount(0);
  await tabTo(page, page.getByLabel('Tell shoppers of late orders'));
  await page.keyboard.press('Space');
  await page.getByLabel('Store credit for a late order').fill('600');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toHaveText('At most ₹500.');
  await page.getByLabel('Store credit for a late order').fill('20');
  await expectFit(page);
  await saveSection(page);
  expect((await admin.call('getStoreSettings', {})).settings.promise).toMatchObject({
    kind: 'LEARNED',
    late: { creditAmt: 20 },
  });
  await page.goto('/dashboard/history?kind=settings');
  await expect(page.getByText('Store credit for a late order').first()).toBeVisible();
  await expectFit(page);
});

test('the shopper of a late order is told the new time and the credit before the promised time, the staff see it, and the report counts it', async ({
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  const { settings, version } = await admin.call('getStoreSettings', {});
  const promise = { ...settings.promise, late: { creditAmt: 20 } };
  await admin.call('updateStoreSettings', { version, settings: { ...settings, promise } });
  await shop.db.query(sql`update account set verify_email = true where id = ${shopper.userId}`);
  const { _id, orderId } = await shopper.placeOrder([await shop.claimProduct()], 1);
  const page = await openPageAs(shopper, `/orders/${_id}`, { widthPx: 360 });
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await expect(page.getByText('Running late')).toHaveCount(0);

  // Four minutes before the promised time it is not taken yet.
  await shop.db.query(
    sql`update customer_order set promised_by = now() + interval '4 minutes' where id = ${_id}`,
  );
  await shop.db.query(sql`select graphile_worker.add_job('tell-late-orders')`);
  const late = page.getByText(/^Running late, sorry\. At your door by \d{1,2}:\d\d [ap]m$/);
  await expect(late).toBeVisible();
  await expect(page.getByText('We have added ₹20 of store credit for the delay.')).toBeVisible();
  await expectFit(page);
  const email = await shop.waitForEmail(shopper.email, /will be late/);
  expect(email.text).toMatch(/It is expected by \d{1,2}:\d\d [ap]m\.[\s\S]*₹20 of store credit/);
  await page.goto('/dashboard/myorders');
  await expect(page.getByText(/^Running late, sorry\./)).toBeVisible();
  await expectFit(page);
  await page.context().addCookies([{ name: 'language', value: 'hi', url: shop.url }]);
  await page.goto(`/orders/${_id}`);
  await expect(page.getByText('देरी के लिए हमने आपको ₹20 स्टोर क्रेडिट दिया है।')).toBeVisible();
  await expect(page.getByText(/^देरी के लिए माफ़ी। आपके घर/)).toBeVisible();
  await expectFit(page);

  const board = await openPageAs(admin, '/dashboard/orders', { widthPx: 360 });
  await expect(board.getByText(/^Told \d{1,2}:\d\d [ap]m$/)).toBeVisible();
  await expectFit(board);
  await board.getByRole('button', { name: new RegExp(`^${orderId}`) }).click();
  await expect(
    board.getByText(/^The shopper was told that it is late: by .*, with ₹20 of store credit\.$/),
  ).toBeVisible();
  await expectFit(board);

  for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'] as const)
    await admin.call('changeOrders', { ids: [_id], to, allowUnpicked: true });
  await board.goto('/dashboard/reports?report=promise&range=today');
  const numberIn = (title: string) =>
    board.locator('dl > div').filter({ has: board.getByText(title, { exact: true }) });
  await expect(numberIn('Told of a new time')).toContainText('1');
  await expect(numberIn('Credit for late orders')).toContainText('₹20');
  await expect(board.getByRole('table', { name: 'Where the time goes' })).toBeVisible();
  await expectFit(board);
});
