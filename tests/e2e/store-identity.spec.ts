import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { saveSection } from './dashboard.ts';
import { expectToast } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'store-identity' });

test('an owner names the store and enters its legal data at 360 px, and every page, the invoice and the next visitor show them', async ({
  errors,
  openPageAs,
  page: visitor,
  admin,
}) => {
  errors.allow(/status of 400/);
  const page = await openPageAs(admin, '/dashboard/settings', { widthPx: 360 });
  await page.getByLabel('Name of the store').fill('Spice Route');
  await page.getByLabel('Telephone (optional)').fill('+91 98765 43210');
  await page.getByLabel('Address (optional)').fill('1 Market Street\nPune 411001');
  await page.getByLabel('LinkedIn page').fill('');
  await saveSection(page);
  await page.goto('/dashboard/settings#legal');
  await page.getByLabel('GSTIN').fill('27AAPFU0939F1ZW');
  await page.getByLabel('FSSAI number').fill('11522998000123');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.tap();
  await expect(page.getByText('Enter a GSTIN such as 27AAPFU0939F1ZV.').last()).toBeVisible();
  await expect(page.getByLabel('GSTIN')).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('GSTIN').fill('27AAPFU0939F1ZV');
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('27');
  const preview = page.getByRole('complementary', { name: 'Preview of Business details' });
  await expect(preview).toContainText('Tax invoice');
  await expect(preview).toContainText('GSTIN 27AAPFU0939F1ZV');
  await expectNoOverflow(page);
  await saveSection(page);

  await visitor.goto('/');
  await expect(visitor).toHaveTitle(/^Spice Route \|/);
  const footer = visitor.getByRole('contentinfo');
  await expect(footer).toContainText('© Spice Route.');
  await expect(footer.getByRole('link', { name: '9876543210' })).toHaveAttribute('href', 'tel:9876543210');
  await expect(footer).toContainText('GSTIN 27AAPFU0939F1ZV');
  await expect(footer).toContainText('FSSAI 11522998000123');
  await footer.getByRole('link', { name: 'Contact and grievances' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Contact and grievances' })).toBeVisible();
  await expect(visitor.getByRole('main')).toContainText('GSTIN 27AAPFU0939F1ZV');
  await expect(footer.getByRole('link', { name: 'LinkedIn' })).toHaveCount(0);
  await expectAccessible(visitor);
  await visitor.goto('/cart');
  await expect(visitor).toHaveTitle('Cart · Spice Route');
});

test('cash is switched off while a shopper is at the checkout: the order is refused with the reason, and a card is left', async ({
  errors,
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  errors.allow(/status of 4/);
  await shopper.addToCart(await shop.claimProduct(), 2);
  await shopper.addAddress('12 Lake Road');
  const checkout = await openPageAs(shopper, '/checkout', { widthPx: 360 });
  await checkout.getByLabel('Cash on Delivery').check();
  const page = await openPageAs(admin, '/dashboard/settings#payments', { widthPx: 768 });
  await page.getByRole('checkbox', { name: 'Cash on delivery' }).uncheck();
  await page.getByRole('checkbox', { name: 'Card' }).uncheck();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Payments by UPI alone need a UPI ID.').last()).toBeVisible();
  await page.getByRole('checkbox', { name: 'Card' }).check();
  await expect(page.getByText('Payment: card.')).toBeVisible();
  await expectAccessible(page);
  await saveSection(page);

  await checkout.getByRole('button', { name: /^Place order/ }).tap();
  await expect(checkout.getByText('This store does not accept cash now.')).toBeVisible();
  await expect(checkout.getByLabel('Cash on Delivery')).toHaveCount(0);
  await expect(checkout.getByLabel('Online Payment')).toBeChecked();
  await expect(checkout.getByRole('button', { name: /^Pay ₹/ })).toBeVisible();
  await expectAccessible(checkout);
});

test('an owner publishes the terms with a preview, and the footer leads to them without markup of the author', async ({
  openPageAs,
  admin,
}) => {
  const page = await openPageAs(admin, '/dashboard/pages', { widthPx: 360 });
  await page.getByLabel('English (optional)').fill('# Orders at {name}\n\n<b>raw</b> and **bold**');
  await expect(page.getByRole('region', { name: 'Preview in English' }).getByRole('heading')).toContainText(
    'Orders at',
  );
  await page.getByLabel('Published').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, 'Page published');
  await page.goto('/page/terms');
  await expect(page.getByRole('main')).toContainText('<b>raw</b> and bold');
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Terms of use' })).toBeVisible();
});
