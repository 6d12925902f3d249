import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { saveSection } from './dashboard.ts';
import { confirmButton } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'delivery-slots' });

const timesOf = (page: Page): Locator => page.getByRole('group', { name: 'Delivery time' });
const day = (page: Page): Locator => timesOf(page).getByLabel('Day', { exact: true });
const time = (page: Page): Locator => timesOf(page).getByLabel('Time', { exact: true });

test('an owner offers later times and closes the store; two shoppers order for tomorrow, and the second one, whose time is taken, for the next time', async ({
  errors,
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  const product = await shop.claimProduct({ pricePaise: 10_000 });
  const owner = await openPageAs(admin, '/dashboard/settings#slots', { widthPx: 360 });
  const save = owner.getByRole('button', { name: 'Save', exact: true });
  await owner.getByLabel('Shoppers can choose a later time').check();
  await owner.getByLabel('Slot length').fill('20');
  errors.allow(/status of 4/);
  await save.tap();
  await expect(owner.getByLabel('Slot length')).toHaveAccessibleDescription('At least 30.');
  await expect(owner.getByLabel('Slot length')).toBeFocused();
  await owner.getByLabel('Slot length').fill('120');
  await owner.getByLabel('Orders per slot').fill('1');
  await saveSection(owner);
  await owner.goto('/dashboard/settings#pause');
  await owner.getByRole('button', { name: 'Pause orders' }).tap();
  await owner.getByRole('dialog').getByRole('button', { name: 'Until I resume' }).tap();
  await expect(owner.getByText('Orders are paused until you resume them')).toBeVisible();
  await owner.goto('/dashboard/settings#slots');
  await expect(owner.getByText('No delivery time can be chosen.')).toBeVisible();
  await owner.goto('/dashboard/settings#pause');
  await owner.getByRole('button', { name: 'Change the pause' }).tap();
  const pausing = owner.getByRole('dialog', { name: 'Pause orders' });
  await pausing.getByLabel('Reason, shown to shoppers').fill('Flooded street');
  await pausing.getByRole('button', { name: '30 minutes' }).tap();
  await expect(pausing).toBeHidden();
  await owner.goto('/dashboard/settings#slots');
  await expect(owner.getByText(/^\d+ delivery times to choose from, the first to/)).toBeVisible();
  await expectAccessible(owner);
  await expectNoOverflow(owner);

  await shopper.addAddress('12 Lake Road');
  await shopper.addToCart(product, 2);
  const other = await shop.createShopper();
  await other.addAddress('3 Hill Street');
  await other.addToCart(product, 1);
  const page = await openPageAs(shopper, '/checkout', { widthPx: 360 });
  await expect(page.getByRole('status').filter({ hasText: 'Flooded street' })).toContainText(
    'You can order for a later time.',
  );
  await expect(timesOf(page).getByRole('radio')).toHaveCount(1);
  await expect(page.getByText(/^.*Delivered to(day|morrow), .* to 12 Lake Road\./)).toBeVisible();
  await page.getByLabel('Cash on Delivery').check();
  await day(page).selectOption('Tomorrow');
  await time(page).selectOption('6:00 – 8:00 pm');
  await expect(
    page.getByText('Delivered tomorrow, 6:00 – 8:00 pm to 12 Lake Road. Pay ₹200 in cash.'),
  ).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);

  // Another shopper has chosen the same time, of which there is one place.
  const second = await openPageAs(other, '/checkout', { widthPx: 1440 });
  await second.getByLabel('Cash on Delivery').check();
  await day(second).selectOption('Tomorrow');
  await time(second).selectOption('6:00 – 8:00 pm');

  await confirmButton(page).tap();
  await expect(page.getByText(/It will be at your door on .*, 6:00 pm – 8:00 pm\.$/)).toBeVisible();
  await expectAccessible(page);
  const [order] = await shopper.call('listOrders', {});
  expect(order?.promisedAt).toBe(order?.slot?.endsAt);
  await page.getByRole('link', { name: 'Track your order' }).tap();
  await expect(page.getByText(/^Delivery time: \d+ \w{3}, 6:00 pm – 8:00 pm$/)).toBeVisible();
  await expect(page.getByText(/At your door \d+ \w{3}, 6:00 pm – 8:00 pm/).first()).toBeVisible();
  await expectNoOverflow(page);
  await page.goto('/dashboard/myorders');
  await expect(page.getByText(/^Delivery time: .* 6:00 pm – 8:00 pm$/)).toBeVisible();

  await confirmButton(second).click();
  await expect(second.getByRole('alert')).toContainText('This delivery time is full now.');
  await expect(time(second)).toHaveValue(order?.slot?.endsAt ?? '');
  await expect(time(second).getByRole('option', { name: '6:00 – 8:00 pm (full)' })).toBeDisabled();
  await expectAccessible(second);
  await confirmButton(second).click();
  await expect(second.getByText(/It will be at your door on .*, 8:00 pm – 10:00 pm\.$/)).toBeVisible();

  await owner.goto('/dashboard/orders');
  const row = owner.getByRole('listitem').filter({ hasText: order?.orderId ?? '' });
  await expect(row).toContainText('tomorrow, 6:00 – 8:00 pm');
  await expect(row).toContainText(/begin in \d+ (h|day)/);
  await expect(row).not.toContainText('late');
  await row
    .getByRole('button', { name: order?.orderId ?? '' })
    .first()
    .tap();
  const drawer = owner.getByRole('dialog');
  await expect(drawer.getByText('Delivery tomorrow, 6:00 – 8:00 pm. Begin at')).toBeVisible();
  await expectAccessible(owner);
  await expectNoOverflow(owner);
});

test('while the store is open a shopper can choose a later time, or as soon as possible again, with the keyboard and in Hindi', async ({
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  const { settings, version } = await admin.call('getStoreSettings', {});
  const slots = { isOn: true, minutes: 60, capacity: 5, daysAhead: 1, leadMinutes: 0 };
  await admin.call('updateStoreSettings', { version, settings: { ...settings, pause: null, slots } });
  const product = await shop.claimProduct({ pricePaise: 10_000 });
  await shopper.addAddress('12 Lake Road');
  await shopper.addToCart(product, 1);
  const page = await openPageAs(shopper, '/checkout', { widthPx: 768 });
  const soon = timesOf(page).getByRole('radio', { name: 'As soon as possible in 10 min' });
  await timesOf(page).getByRole('button', { name: 'Change the delivery time' }).focus();
  await page.keyboard.press('Enter');
  await expect(soon).toBeChecked();
  await expect(soon).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(timesOf(page).getByRole('radio', { name: 'Choose a later time' })).toBeChecked();
  await expect(page.getByText(/Delivered to(day|morrow), .* to 12 Lake Road/)).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(soon).toBeChecked();
  await expect(page.getByText(/Delivered in 10 min to 12 Lake Road/)).toBeVisible();
  await page.context().addCookies([{ name: 'language', value: 'hi', url: shop.url }]);
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'डिलीवरी का समय बदलें' }).click();
  await page.getByRole('radio', { name: 'बाद का समय चुनें' }).check();
  await page.getByLabel('दिन').selectOption('कल');
  await page.getByLabel('समय', { exact: true }).selectOption('6:00 – 7:00 pm');
  await expect(page.getByText(/डिलीवरी 12 Lake Road पर कल, 6:00 – 7:00 pm/)).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
});

test('the first screen of a phone has the payment methods and the total, with later times and UPI', async ({
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  const { settings, version } = await admin.call('getStoreSettings', {});
  const slots = { isOn: true, minutes: 60, capacity: 5, daysAhead: 1, leadMinutes: 0 };
  const upi = { vpa: 'store@okbank', payeeName: 'Tokri Store' };
  await admin.call('updateStoreSettings', { version, settings: { ...settings, pause: null, slots, upi } });
  const product = await shop.claimProduct({ pricePaise: 10_000 });
  await shopper.addAddress('12 Lake Road');
  await shopper.addToCart(product, 1);
  const page = await openPageAs(shopper, '/', { widthPx: 360 });
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/checkout');
  await expect(timesOf(page).getByRole('button', { name: 'Change the delivery time' })).toBeInViewport({
    ratio: 1,
  });
  const order = await confirmButton(page).locator('..').boundingBox();
  for (const name of ['Online Payment', 'Cash on Delivery', 'UPI']) {
    const method = page.getByRole('radio', { name });
    await expect(method).toBeInViewport({ ratio: 1 });
    const box = await method.locator('..').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(order?.y ?? 0);
  }
  await expect(confirmButton(page)).toContainText('₹100');
  await expect(confirmButton(page)).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await expectNoOverflow(page);
});
