import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { saveSection } from './dashboard.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'delivery-area' });

test('an administrator sets PIN codes with a fee and minutes, a shopper inside pays and reads them, and one outside cannot order', async ({
  errors,
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  errors.allow(/status of 4/);
  const product = await shop.claimProduct();
  await shopper.addToCart(product, 2);
  await shopper.addAddress('12 Lake Road');
  const page = await openPageAs(admin, '/dashboard/settings#area', { widthPx: 360 });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await page.getByLabel('Where you deliver').selectOption('To PIN codes');
  await save.tap();
  const codes = page.getByRole('textbox', { name: 'PIN codes', exact: true });
  await expect(codes).toHaveAccessibleDescription('Enter at least one PIN code.');
  await expect(codes).toBeFocused();
  await codes.fill('4110, 41x');
  await save.tap();
  await expect(codes).toHaveAccessibleDescription('Enter PIN codes of 6 digits, or their first digits.');
  await codes.fill('4110');
  await page.getByLabel('Delivery fee (₹)').fill('49');
  await page.getByLabel('Extra minutes').fill('15');
  await page.getByLabel('Example PIN code').fill('411 001');
  const preview = page.getByText(/^Delivery in/);
  await expect(preview).toHaveText(
    'Delivery in 25 min when no order waits. To pay: ₹299 with Delivery Charge ₹49.',
  );
  await page.getByLabel('Example PIN code').fill('560001');
  await expect(page.getByText('No delivery to 560001.')).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await saveSection(page);

  const checkout = await openPageAs(shopper, '/checkout', { widthPx: 360 });
  const line = (name: string) => checkout.getByText(name, { exact: true }).locator('..').locator('dd');
  await checkout.getByLabel('Cash on Delivery').check();
  await expect(line('Delivery Charge')).toHaveText('₹49');
  await expect(checkout.getByText('Delivered in 25 min to 12 Lake Road. Pay ₹249 in cash.')).toBeVisible();
  await expectAccessible(checkout);

  // The area changes while the checkout is open.
  await codes.fill('5600');
  await saveSection(page);
  await checkout.getByRole('button', { name: 'Place order · ₹249' }).tap();
  await expect(checkout.getByRole('alert')).toContainText('We do not deliver to this address yet.');
  await checkout.reload();
  await expect(checkout.getByRole('status').filter({ hasText: 'We do not deliver to 411001' })).toBeVisible();
  await expect(checkout.getByText('Delivered in')).toHaveCount(0);
  await expectAccessible(checkout);
  await expectNoOverflow(checkout);

  await codes.fill('411001');
  await saveSection(page);
  await checkout.reload();
  await checkout.getByRole('button', { name: 'Place order · ₹249' }).tap();
  await expect(checkout.getByRole('heading', { name: /Order/ })).toBeVisible();
  const [order] = await shopper.call('listOrders', {});
  expect([order?.totalAmt, order?.promisedMinutes]).toEqual([249, 25]);
});

test('a circle around the store asks for the location of an address that has none, and knows listed PIN codes', async ({
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  const product = await shop.claimProduct();
  await shopper.addToCart(product, 2);
  await shopper.addAddress('12 Lake Road');
  const page = await openPageAs(admin, '/dashboard/settings#area', { widthPx: 1440 });
  await page.getByLabel('Where you deliver').selectOption('In a circle around the store');
  await page.getByLabel('Latitude of the store').fill('18.5204');
  await page.getByLabel('Longitude of the store').fill('73.8567');
  await page.getByLabel('Radius in km').fill('2.5');
  await saveSection(page);
  await expectAccessible(page);

  const checkout = await openPageAs(shopper, '/checkout', { widthPx: 768 });
  await expect(checkout.getByText('Add your location to this address')).toBeVisible();

  await page.getByLabel(/^PIN codes in the circle/).fill('411001');
  await saveSection(page);
  await checkout.reload();
  await expect(checkout.getByText('Delivered in 10 min to 12 Lake Road')).toBeVisible();
});
