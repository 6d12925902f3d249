import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { expectToast } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'settings' });

test('an administrator pauses the store at 360 px, an order is refused with the reason, and placed after the pause', async ({
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  const product = await shop.claimProduct();
  const page = await openPageAs(admin, '/dashboard/settings', { widthPx: 360 });
  const preview = page.getByRole('main').getByText(/^Open now|^The store/);
  const save = page.getByRole('button', { name: 'Save settings' });
  await expect(preview).toHaveText('Open now.');
  await page.getByRole('button', { name: 'Until I end it' }).tap();
  await page.getByLabel('Reason, shown to shoppers').fill('Flooded street');
  await expect(preview).toHaveText('The store takes no orders now (Flooded street).');
  await expectAccessible(page);
  await expectNoOverflow(page);
  await save.tap();
  await expectToast(page, 'Settings saved');

  const refusal = await shopper.placeOrder([product], 2).catch(String);
  expect(refusal).toMatch(/409.*STORE_CLOSED.*Flooded street/s);

  const checkout = await openPageAs(shopper, '/checkout', { widthPx: 360 });
  await expect(checkout.getByRole('status').filter({ hasText: 'Flooded street' })).toBeVisible();
  await expectAccessible(checkout);

  await page.reload();
  await page.getByRole('button', { name: 'End the pause' }).tap();
  await save.tap();
  await expectToast(page, 'Settings saved');
  expect((await shopper.placeOrder([product], 2)).status).toBe('PLACED');
});

test('an invalid time is shown at its day with the focus, and another change is not overwritten', async ({
  errors,
  openPageAs,
  admin,
}) => {
  errors.allow(/status of 4/);
  const page = await openPageAs(admin, '/dashboard/settings', { widthPx: 1440 });
  const second = await openPageAs(admin, '/dashboard/settings', { widthPx: 1440 });
  const monday = page.getByRole('group', { name: 'Monday' });
  await monday.getByLabel('Monday, opens').fill('12:00');
  await monday.getByLabel('Monday, closes').fill('10:00');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(monday.getByText('Enter a later time than the opening.')).toBeVisible();
  await expect(monday.getByLabel('Monday, opens')).toBeFocused();
  await expectAccessible(page);
  await monday.getByLabel('Monday, opens').fill('07:00');
  await monday.getByLabel('Monday, closes').fill('00:00');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expectToast(page, 'Settings saved');
  await second.getByLabel('Least total of an order in rupees').fill('199');
  await second.getByRole('button', { name: 'Save settings' }).click();
  await expect(second.getByRole('alert')).toContainText('Someone else changed this');
  await expect(second.getByLabel('Least total of an order in rupees')).toHaveValue('199');
});
