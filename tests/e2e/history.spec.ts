import { newCoupon } from '#tests/fixtures/coupons.ts';
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
  await expect(changes.first()).toContainText(/created the coupon MILK25/);
  await changes.first().getByText('Initial values').click();
  await expect(changes.first()).toContainText(/Discount typeAn amount off.*Amount₹25/);
  await page.getByRole('combobox', { name: 'Changes of' }).selectOption('Settings');
  await expect(page).toHaveURL('/dashboard/history?kind=settings');
  await expect(changes.first()).toContainText('changed the settings');
  await expect(changes.first()).toContainText('Minimum order and charges › Handling fee');
  await expect(changes.first()).toContainText(/₹0.*₹7/);
  await expectAccessible(page);
  await expectNoOverflow(page);
});

test('the history names the products of a coupon, also deleted ones, and the rows of the home page, without codes', async ({
  openPageAs,
  shop,
  admin,
}) => {
  const product = await shop.claimProduct();
  const terms = newCoupon({
    code: 'NAMES50',
    productIds: [product.id],
    value: { kind: 'PERCENT', percent: 5, capAmt: null },
  });
  const coupon = await admin.call('createCoupon', terms);
  const { _id, version } = coupon;
  const value = { kind: 'FLAT' as const, amountAmt: 50 };
  await admin.call('updateCoupon', { ...terms, _id, version, value, productIds: [], minimumAmt: 299 });
  const layout = await admin.call('getHomeLayout', {});
  await admin.call('arrangeHome', { version: layout.version, bannerIds: [], rows: layout.rows.toReversed() });
  await admin.call('deleteProduct', { _id: product.id });

  const page = await openPageAs(admin, '/dashboard/history', { widthPx: 360 });
  const entries = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
  const changed = entries.filter({ hasText: 'changed the coupon NAMES50' });
  await expect(changed).toContainText(/Discount typeA percentage off.*An amount off/);
  await expect(changed).toContainText(/Minimum ordernone.*₹299/);
  await expect(changed).toContainText(`Removed: ${product.name}`);
  await expect(entries.filter({ hasText: 'the order of the home page' })).toContainText('Rows: order');
  await expect(entries.filter({ hasText: `deleted the product ${product.name}` })).toBeVisible();
  const texts = (await entries.allInnerTexts()).join('\n');
  expect(texts).not.toMatch(/[0-9A-Za-z]{22}|FLAT|PERCENT|CATEGORY:|Amt\b/);
  await expectAccessible(page);
  await expectNoOverflow(page);
});
