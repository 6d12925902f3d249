import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { expectToast } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'history' });

test('an owner finds a changed fee and a new coupon in the history with old and new values, on a phone', async ({
  openPageAs,
  admin,
}) => {
  const page = await openPageAs(admin, '/dashboard/settings#charges', { widthPx: 360 });
  await page.getByLabel('Handling fee (₹)').fill('7');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, 'Settings saved');
  await page.goto('/dashboard/offers');
  await page.getByRole('button', { name: 'New coupon' }).click();
  const dialog = page.getByRole('dialog', { name: 'New coupon' });
  await dialog.getByLabel('Code').fill('MILK25');
  await dialog.getByLabel('Amount (₹)').fill('25');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: 'History', exact: true }).last().click();
  const changes = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
  await expect(changes.first()).toContainText(/created MILK25/);
  await changes.first().getByText('Initial values').click();
  await expect(changes.first()).toContainText('MILK25');
  await page.getByRole('combobox', { name: 'Changes of' }).selectOption('Settings');
  await expect(page).toHaveURL('/dashboard/history?kind=settings');
  await expect(changes.first()).toContainText('Store settings');
  await expect(changes.first()).toContainText('Charges › Handling');
  await expect(changes.first()).toContainText(/₹0.*₹7/);
  await expectAccessible(page);
  await expectNoOverflow(page);
});
