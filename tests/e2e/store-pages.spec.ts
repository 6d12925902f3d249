import { initialStoreSettings } from '#contract/store/store-settings.ts';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { expectToast } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'store-pages' });

test('an owner starts the refund page from a template by keyboard at 360 px, is told what the settings lack, and publishes it in both languages', async ({
  openPageAs,
  page: visitor,
  admin,
  errors,
  shop,
}) => {
  const page = await openPageAs(admin, '/dashboard/pages', { widthPx: 360 });
  await page.getByRole('combobox', { name: 'Page', exact: true }).selectOption('Refunds and delivery');
  const start = page.getByRole('button', { name: 'Start from a template' });
  await expect(start).toHaveAccessibleDescription(/check that each sentence is true/);
  await start.press('Enter');
  const english = page.getByLabel('English (optional)');
  await expect(english).toBeFocused();
  await expect(english).toHaveValue(/within 7 days of the delivery/);
  await expect(page.getByLabel('Hindi (optional)')).toHaveValue(/डिलीवरी के 7 दिन के भीतर/);
  await expect(start).toBeHidden();
  await page.getByText('Formatting and placeholders').press('Enter');
  await expect(page.getByRole('definition').filter({ hasText: 'bold' })).toBeVisible();
  await expect(page.getByRole('term').filter({ hasText: '{officerName}' })).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);

  errors.allow(/status of 400/);
  await page.getByLabel('Published').press('Space');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  const missing = 'Settings have no value for {officerName}. Enter it, or remove {officerName}.';
  await expect(page.getByText(missing).first()).toBeVisible();

  const { version } = await admin.call('getStoreSettings', {});
  const officer = {
    officerName: 'Asha Rao',
    officerDesignation: 'Manager',
    officerEmail: 'asha@store.example',
  };
  const seller = { ...initialStoreSettings.seller, ...officer };
  await admin.call('updateStoreSettings', { version, settings: { ...initialStoreSettings, seller } });
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expectToast(page, 'Page published');

  await visitor.goto('/page/refunds');
  await expect(visitor.getByRole('main')).toContainText('Grievance officer: Asha Rao, Manager');
  await expect(visitor.getByRole('main')).not.toContainText('{');
  await visitor.context().addCookies([{ name: 'language', value: 'hi', url: shop.url }]);
  await visitor.reload();
  await expect(visitor.getByRole('main')).toContainText('शिकायत अधिकारी: Asha Rao, Manager');

  await page.goto('/dashboard/history');
  const changes = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
  const entry = changes.filter({ hasText: 'changed the page Refunds and delivery' });
  await expect(entry).toContainText(/Published.*no.*yes/);
  await expect(entry).toContainText('Added: - Cancelling costs nothing.');
  await expectNoOverflow(page);
});
