import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { submitLogin } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'menu' });

test('staff land on the dashboard, read what waits in the menu, and find an order, a page and a customer by keyboard', async ({
  openPage,
  admin,
  shop,
}) => {
  const shopper = await shop.createShopper();
  await shopper.addAddress('12 Lake Road');
  const { orderId } = await shopper.placeOrder([await shop.claimProduct()], 1);
  const page = await openPage({ widthPx: 1440, heightPx: 500 });
  await page.goto('/login');
  await submitLogin(page, admin);
  await page.waitForURL('/dashboard');
  const menu = page.getByRole('navigation', { name: 'Admin' });
  await expect(menu.getByRole('link', { name: 'Orders 1 waiting' })).toBeVisible();
  const groups = ['Today', 'Catalogue', 'Customers and offers', 'Money', 'Store', 'Account'];
  for (const name of groups) await expect(menu.getByRole('list', { name })).toBeVisible();

  const search = page.getByRole('combobox', { name: 'Pages, settings, orders, products and customers' });
  const find = async (text: string, label: string) => {
    await page.keyboard.press('Control+k');
    await expect(search).toBeFocused();
    await page.keyboard.type(text);
    await expect(page.getByRole('option', { selected: true })).toContainText(label);
    await page.keyboard.press('Enter');
  };
  await find(orderId, orderId);
  await expect(page.getByRole('dialog', { name: orderId, exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await find('day e', 'Day end');
  await page.waitForURL('/dashboard/day-end');
  await page.keyboard.press('Control+k');
  await expect(search).toBeFocused();
  await page.keyboard.type(shopper.email);
  // After the order, which is found by the email address too.
  await expect(page.getByRole('option').nth(1)).toContainText(shopper.email);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`/dashboard/customers/${shopper.userId}`);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('zzqqxxzz');
  await expect(page.getByRole('dialog').getByText('No results')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  // At the end of a page the menu goes up with it, and stays below the header.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const covered = await page
    .getByRole('link', { name: 'Admin', exact: false })
    .first()
    .evaluate((logo) => {
      const { left, top, width, height } = logo.getBoundingClientRect();
      return !logo.contains(document.elementFromPoint(left + width / 2, top + height - 1));
    });
  expect(covered).toBe(false);
});

test('text typed at once after Ctrl K is searched, and the page of pictures is part of Import, also found at its former address', async ({
  openPageAs,
  admin,
}) => {
  const page = await openPageAs(admin, '/dashboard', { widthPx: 768 });
  const loading = page.waitForResponse(/command-dialog/);
  await page.mouse.move(100, 100);
  const module = (await loading).url();
  await page.evaluate((url) => import(url).then(() => {}), module);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('upload pic');
  await expect(page.getByRole('combobox')).toHaveValue('upload pic');
  await page.keyboard.press('Escape');
  await page.goto('/dashboard/product-import/pictures');
  await expect(page.getByRole('navigation', { name: 'Admin' }).locator('[aria-current=page]')).toHaveText(
    'Import',
  );
  await page.goto('/dashboard/product-pictures');
  await expect(page.getByRole('heading', { level: 1, name: 'Upload pictures' })).toBeVisible();
});

test('the search finds sections and fields of the settings in English and Hindi, also from a section with unsaved changes', async ({
  openPageAs,
  admin,
}) => {
  const page = await openPageAs(admin, '/dashboard/stock', { widthPx: 1440 });
  const find = async (text: string, option: string | RegExp) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Pages, settings/ }).fill(text);
    const first = page.getByRole('dialog').getByRole('option', { selected: true });
    await expect(first).toHaveAccessibleName(option);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await find('opening h', /^Opening hours\s*Settings$/);
  await page.waitForURL('/dashboard/settings#hours');
  await expect(page.getByRole('heading', { name: 'Opening hours' })).toBeFocused();
  await find('दुकान का नाम', /^Name of the store\s*दुकान का नाम$/);
  await expect(page.getByLabel('Name of the store')).toBeFocused();
  await page.getByLabel('Name of the store').fill('Sharma Kirana');
  await find('gstin', /^GSTIN\s*Settings, Business details$/);
  await page.waitForURL('/dashboard/settings#legal');
  await expect(page.getByLabel('GSTIN')).toBeFocused();
  await find('डिलीवरी का इलाका', /^Delivery area\s*डिलीवरी का इलाका$/);
  await expect(page.getByRole('heading', { name: 'Delivery area' })).toBeFocused();
  await page.getByRole('link', { name: 'Name and contact', exact: true }).first().click();
  await expect(page.getByLabel('Name of the store')).toHaveValue('Sharma Kirana');
});

test('the menu of a phone lists all pages with their counts, and the search opens by a tap', async ({
  openPageAs,
  admin,
  shop,
}) => {
  const shopper = await shop.createShopper();
  await shopper.addAddress('12 Lake Road');
  await shopper.placeOrder([await shop.claimProduct()], 1);
  const page = await openPageAs(admin, '/dashboard/stock', { widthPx: 360, heightPx: 740 });
  const all = page.getByRole('button', { name: 'All', exact: true });
  // Items of the strip end at the button: none is visible at its left.
  const atLeft = await all.evaluate((button) => {
    const { top, height } = button.getBoundingClientRect();
    return document.elementFromPoint(1, top + height / 2)?.closest('li')?.textContent;
  });
  expect(atLeft).toBeUndefined();
  await all.tap();
  await expect(page.getByRole('dialog').getByRole('link', { name: /^Orders \d+ waiting$/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Search', exact: true }).tap();
  await page.getByRole('combobox').fill('शुल्क');
  await expect(page.getByRole('option', { name: /^Minimum order and charges/ })).toBeVisible();
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.getByRole('combobox').fill('sett');
  await page.getByRole('option', { name: /Settings/ }).tap();
  await page.waitForURL('/dashboard/settings');
});
