import type { Locator, Page } from '@playwright/test';
import { everywhere } from '#contract/delivery/delivery-area.ts';
import { initialStoreSettings, type StoreSettings } from '#contract/store/store-settings.ts';
import {
  expectAccessible,
  expectNoOverflow,
  hasFocus,
  shiftOf,
  tabTo,
  watchShifts,
} from './accessibility.ts';
import type { Account } from './shop.ts';
import { cartControl, hold } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'place' });

const area = (...pincodes: string[]): StoreSettings['deliveryArea'] => ({
  ...{ ...everywhere, kind: 'PINCODES' },
  groups: [{ name: '', pincodes, deliveryFeeAmt: 30, minimumOrderAmt: null, extraMinutes: 2 }],
});

async function change(admin: Account, changed: Partial<StoreSettings>): Promise<void> {
  const { version } = await admin.call('getStoreSettings', {});
  await admin.call('updateStoreSettings', { version, settings: { ...initialStoreSettings, ...changed } });
}

const placeButton = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /^deliver|\d{6}|yet|location/i });
const questionOf = (page: Page) => page.getByRole('region', { name: 'Where should we deliver?' });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Where should we deliver?' });

async function enterPincode(page: Page, pincode: string): Promise<void> {
  await placeButton(page).click();
  await dialogOf(page).getByLabel('PIN code').fill(pincode);
  await dialogOf(page).getByRole('button', { name: 'Check' }).click();
}

test.beforeEach(({ admin }) => change(admin, { deliveryArea: area('4110') }));

test('beside the name of a store with 12 letters a phone shows the whole question for the place, and in the cart on one line', async ({
  phone: page,
  shop,
  admin,
}) => {
  await change(admin, {
    deliveryArea: area('4110'),
    identity: { ...initialStoreSettings.identity, name: 'Laxmi Kirana' },
  });
  await page.goto('/');
  const cut = await placeButton(page)
    .locator('span')
    .evaluateAll((spans) =>
      spans.flatMap((span) =>
        span.scrollWidth > span.clientWidth && span.clientWidth > 0 ? [span.textContent] : [],
      ),
    );
  expect(cut).toEqual([]);
  expect((await placeButton(page).boundingBox())?.height).toBeLessThan(48);

  const product = await shop.claimProduct();
  await page.goto(product.path);
  await cartControl(page, product).add.tap();
  await page.goto('/cart');
  const ask = page.getByRole('main').getByRole('button', { name: 'PIN code' });
  await expect(ask).toBeVisible();
  const lines = await ask.evaluate((button) => {
    const range = document.createRange();
    range.selectNodeContents(button);
    return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size;
  });
  expect(lines).toBe(1);
});

test('a guest enters a PIN code, reads the minutes in header and cart, and finds them after a reload without a shift', async ({
  openPage,
  shop,
}) => {
  const product = await shop.claimProduct();
  for (const widthPx of [320, 360, 768, 1440]) {
    const page = await openPage({ widthPx });
    await watchShifts(page);
    await page.goto(product.path);
    await expect(placeButton(page)).toHaveText(/Deliver to.*Enter PIN code/);
    await expectNoOverflow(page);
    await enterPincode(page, '41100');
    const field = dialogOf(page).getByLabel('PIN code');
    await expect(field).toHaveAccessibleDescription('Enter the 6 digits of a PIN code.');
    await expect(field).toBeFocused();
    await expectAccessible(page);
    await field.fill('411 001');
    await field.press('Enter');
    await expect(dialogOf(page)).toBeHidden();
    await expect(placeButton(page)).toHaveText(/Delivery in 12 min.*411001/);
    await expectNoOverflow(page);
    await page.reload();
    await expect(placeButton(page)).toHaveText(/Delivery in 12 min.*411001/);
    expect(await shiftOf(page)).toBeLessThan(0.02);
    const { height, width } = await boxOf(placeButton(page));
    expect([height >= 44, width >= 44]).toEqual([true, true]);
    await expectAccessible(page);
    await page.context().close();
  }
});

test('a tap on the place before the page is hydrated opens the dialog, also where the page then shows another place', async ({
  phone: page,
}) => {
  await page.goto('/');
  await enterPincode(page, '411001');
  await expect(placeButton(page)).toHaveText(/Delivery in 12 min.*411001/);
  const release = await hold(page, /\/assets\/[^/]+\.js$/);
  const opening = page.reload();
  await expect(placeButton(page)).toHaveText(/Deliver to/);
  await placeButton(page).tap();
  await expect(page.locator('[data-tapped]')).toHaveCount(1);
  release();
  await opening;
  await expect(dialogOf(page)).toBeVisible();
  await expect(placeButton(page)).toHaveText(/411001/);
});

async function boxOf(locator: Locator): Promise<{ width: number; height: number }> {
  return (await locator.boundingBox()) ?? { width: 0, height: 0 };
}

test('outside of the area a guest can fill the cart but not go to the checkout, and is told by email when the area grows', async ({
  openPage,
  shop,
  admin,
}) => {
  const product = await shop.claimProduct();
  const page = await openPage({ widthPx: 360, isDark: true });
  await page.goto(product.path);
  await enterPincode(page, '560001');
  await expect(dialogOf(page).getByText('We do not deliver to 560001 yet.')).toBeVisible();
  const email = `asha.${Date.now()}@example.com`;
  const tell = dialogOf(page).getByRole('button', { name: 'Tell me' });
  await tell.click();
  await expect(dialogOf(page).getByLabel('Email')).toBeFocused();
  await dialogOf(page).getByLabel('Email').fill(email);
  await expectAccessible(page);
  await tell.click();
  await expect(
    dialogOf(page).getByText(`We will write to ${email} when we deliver to 560001.`),
  ).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(placeButton(page)).toBeFocused();
  await expect(placeButton(page)).toHaveText(/No delivery yet.*560001/);
  await cartControl(page.getByRole('navigation', { name: 'Cart' }), product).add.click();
  await page.goto('/cart');
  await expect(
    page.getByRole('status').filter({ hasText: 'We do not deliver to 560001 yet.' }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose another place' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Proceed' })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoOverflow(page);

  await change(admin, { deliveryArea: area('4110', '5600') });
  const told = await shop.waitForEmail(email, /now delivers to 560001/);
  expect(told.text).toContain('We now deliver to 560001.');
  await page.reload();
  await expect(page.getByText('Delivery in 12 min to 560001')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Proceed' })).toBeVisible();
});

test('a shopper has the address of the last order in the header, chooses another one, and finds it at the checkout', async ({
  openPageAs,
  shop,
  shopper,
}) => {
  await shopper.addToCart(await shop.claimProduct(), 2);
  await shopper.addAddress('12 Lake Road');
  const page = await openPageAs(shopper, '/', { widthPx: 1440 });
  await expect(placeButton(page)).toHaveText(/Delivery in 12 min.*12 Lake Road/);
  await shopper.addAddress('7 Hill Street');
  await page.reload();
  await expect(placeButton(page)).toHaveText(/Delivery in 12 min.*7 Hill Street/);
  await placeButton(page).click();
  await dialogOf(page)
    .getByRole('button', { name: /12 Lake Road/ })
    .click();
  await expect(dialogOf(page)).toBeHidden();
  await expect(placeButton(page)).toHaveText(/Delivery in 12 min.*12 Lake Road/);
  await page.goto('/checkout');
  await expect(page.getByText('Delivered in 12 min to 12 Lake Road')).toBeVisible();
  // Another shopper at this browser sees nothing of it.
  await page.goto('/');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(placeButton(page)).toHaveText(/Deliver to.*Enter PIN code/);
});

test('at the checkout a shopper outside of the area asks to be told at the own address', async ({
  openPageAs,
  shop,
  shopper,
  admin,
}) => {
  await change(admin, { deliveryArea: area('560') });
  await shopper.addToCart(await shop.claimProduct(), 2);
  await shopper.addAddress('12 Lake Road');
  const page = await openPageAs(shopper, '/checkout', { widthPx: 360 });
  await page.getByRole('button', { name: 'Tell me when you deliver here' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tell me when you deliver here' });
  await expect(dialog.getByLabel('Email')).toHaveValue(shopper.email);
  await dialog.getByRole('button', { name: 'Tell me' }).click();
  await expect(
    dialog.getByText(`We will write to ${shopper.email} when we deliver to 411001.`),
  ).toBeVisible();
  const settings = await openPageAs(admin, '/dashboard/settings#area', { widthPx: 360 });
  await expect(settings.getByText(/^411001: \d+ request/)).toBeVisible();
  await expectAccessible(settings);
});

test('the header is used by keyboard alone', async ({ page }) => {
  await page.goto('/');
  await tabTo(page, placeButton(page));
  await page.keyboard.press('Enter');
  await expect(dialogOf(page).getByLabel('PIN code')).toBeFocused();
  await page.keyboard.type('411001');
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toBeHidden();
  await expect(placeButton(page)).toHaveText(/Delivery in 12 min/);
  expect(await hasFocus(placeButton(page))).toBe(true);
});

test('a tap before the scripts have arrived opens the dialog, and without scripts there is no button', async ({
  openPage,
}) => {
  const page = await openPage({ widthPx: 360 });
  const release = await hold(page, /\/assets\/[^/]+\.js$/);
  const opening = page.goto('/');
  await placeButton(page).waitFor();
  await placeButton(page).click();
  release();
  await opening;
  await expect(dialogOf(page).getByLabel('PIN code')).toBeFocused();
  const still = await openPage({ widthPx: 360, hasScript: false });
  await still.goto('/');
  await expect(placeButton(still)).toBeHidden();
  await expectNoOverflow(still);
});

test('a closed store says when it opens, also in a store that delivers everywhere', async ({
  openPage,
  admin,
}) => {
  const until = new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString();
  await change(admin, { pause: { reason: 'Rain', until } });
  const page = await openPage({ widthPx: 360 });
  await page.goto('/');
  await expect(page.getByRole('banner').getByText(/^Opens [A-Z][a-z]{2} \d/)).toBeVisible();
  await expect(placeButton(page)).toHaveCount(0);
  await expectNoOverflow(page);
  await expectAccessible(page);
});

test('in Hindi the header asks and answers in Hindi', async ({ openPage, shop }) => {
  const page = await openPage({ widthPx: 320 });
  await page.context().addCookies([{ name: 'language', value: 'hi', url: shop.url }]);
  await page.goto('/');
  const button = page.getByRole('banner').getByRole('button', { name: /^डिलीवरी|\d{6}/ });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'डिलीवरी कहाँ करनी है?' });
  await dialog.getByLabel('पिन कोड').fill('411001');
  await dialog.getByRole('button', { name: 'देखें' }).click();
  await expect(button).toHaveText(/12 मिनट में डिलीवरी.*411001/);
  await expectNoOverflow(page);
  await button.click();
  await dialog.getByLabel('पिन कोड').fill('560001');
  await dialog.getByRole('button', { name: 'देखें' }).click();
  await expect(dialog.getByText('हम अभी 560001 में डिलीवरी नहीं करते।')).toBeVisible();
  await expectAccessible(page);
});

test('a new browser is asked for its place once, in all tabs, without losing the focus', async ({
  openPage,
}) => {
  for (const widthPx of [320, 360, 768, 1440]) {
    const page = await openPage({ widthPx, isDark: widthPx === 360 });
    await watchShifts(page);
    await page.goto('/');
    await expect(questionOf(page)).toBeVisible();
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    await expectAccessible(page);
    await expectNoOverflow(page);
    const other = await page.context().newPage();
    await other.goto('/search');
    await expect(questionOf(other)).toBeVisible();
    await questionOf(page).getByRole('button', { name: 'Not now' }).click();
    await expect(questionOf(page)).toBeHidden();
    await expect(questionOf(other)).toBeHidden();
    expect(await shiftOf(page)).toBeLessThan(0.02);
    await page.reload();
    await placeButton(page).click();
    await expect(dialogOf(page)).toBeVisible();
    await expect(questionOf(page)).toHaveCount(0);
    await page.context().close();
  }
});

test('the question for the place opens its dialog, and Escape or the next page ends it for good', async ({
  openPage,
}) => {
  const answering = await openPage({ widthPx: 360 });
  await answering.goto('/');
  await tabTo(answering, questionOf(answering).getByRole('button', { name: 'Enter PIN code' }));
  await answering.keyboard.press('Enter');
  await expect(dialogOf(answering).getByLabel('PIN code')).toBeFocused();
  await answering.keyboard.press('Escape');
  await expect(dialogOf(answering)).toBeHidden();
  await expect(placeButton(answering)).toBeFocused();

  const escaping = await openPage({ widthPx: 768 });
  await escaping.goto('/');
  await tabTo(escaping, questionOf(escaping).getByRole('button', { name: 'Not now' }));
  await escaping.keyboard.press('Escape');
  await expect(placeButton(escaping)).toBeFocused();

  const leaving = await openPage({ widthPx: 360 });
  await leaving.goto('/');
  await expect(questionOf(leaving)).toBeVisible();
  await leaving.getByRole('link', { name: 'Search for groceries' }).click();
  await expect(leaving.getByRole('combobox')).toBeVisible();

  for (const page of [answering, escaping, leaving]) {
    await expect(questionOf(page)).toHaveCount(0);
    await page.goto('/');
    await placeButton(page).click();
    await expect(dialogOf(page)).toBeVisible();
    await expect(questionOf(page)).toHaveCount(0);
  }
});

test('a shopper with an address is not asked for the place, one without is', async ({
  openPageAs,
  shopper,
}) => {
  const page = await openPageAs(shopper, '/', { widthPx: 360 });
  await expect(questionOf(page)).toBeVisible();
  await shopper.addAddress('12 Lake Road');
  await page.reload();
  await expect(placeButton(page)).toHaveText(/12 Lake Road/);
  await expect(questionOf(page)).toHaveCount(0);
});

test('in a circle the position of the device decides, and a refusal says what to do instead', async ({
  admin,
  errors,
  openPage,
}) => {
  const radius = { latitude: 18.5204, longitude: 73.8567, km: 2.5, pincodes: [] };
  await change(admin, { deliveryArea: { ...everywhere, kind: 'RADIUS', radius } });
  const page = await openPage({ widthPx: 360 });
  await page.goto('/');
  await placeButton(page).click();
  const locate = dialogOf(page).getByRole('button', { name: 'Use my location' });
  await locate.click();
  await expect(
    dialogOf(page).getByRole('status').filter({ hasText: 'You can enter your PIN code instead.' }),
  ).toContainText('Your browser does not share your location with this store.');
  await expectAccessible(page);
  await expectNoOverflow(page);

  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation({ latitude: 19.07, longitude: 72.87, accuracy: 12 });
  await locate.click();
  await expect(dialogOf(page).getByText('We do not deliver to your location yet.')).toBeVisible();
  await expect(dialogOf(page).getByRole('button', { name: 'Tell me' })).toHaveCount(0);
  await expect(placeButton(page)).toHaveText(/No delivery yet.*Your location/);
  await expectAccessible(page);

  await page.context().setGeolocation({ latitude: 18.5213, longitude: 73.8551, accuracy: 12 });
  await locate.click();
  await expect(dialogOf(page)).toBeHidden();
  await expect(placeButton(page)).toHaveText(/Delivery in 10 min.*Your location/);
  await page.reload();
  await expect(placeButton(page)).toHaveText(/Delivery in 10 min.*Your location/);

  // Coordinates say where a PIN code is that only they can decide about.
  await enterPincode(page, '411001');
  await expect(dialogOf(page).getByText('Your exact location shows if we deliver there.')).toBeVisible();
  await locate.click();
  await expect(placeButton(page)).toHaveText(/Delivery in 10 min.*411001/);
  errors.accept(/Geolocation/);
});
