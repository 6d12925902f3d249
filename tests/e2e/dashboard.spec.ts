import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectAccessible, expectNoOverflow, tabTo } from './accessibility.ts';
import { adminMenu } from './dashboard.ts';
import { expectToast, startSession } from './storefront.ts';
import { expect, test } from './test.ts';

const adminPages = [
  '/dashboard/category',
  '/dashboard/subcategory',
  '/dashboard/product',
  '/dashboard/upload-product',
  '/dashboard/product-import',
  '/dashboard/settings',
  '/dashboard/staff',
  '/dashboard/history',
  '/dashboard/security',
  '/dashboard/customers',
  '/dashboard/payments',
  '/dashboard/offers',
  '/dashboard/reports',
];
const noPermission = 'Do not have permission';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const menuOf = (page: Page) => page.getByRole('main').getByRole('navigation', { name: 'Account' });

test('a guest has to log in for every admin page and returns to it', async ({ phone: page, admin }) => {
  for (const path of adminPages) {
    await page.goto(path);
    await expect(heading(page, 'Please Login')).toBeVisible();
  }
  await page.goto('/dashboard/category');
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill('seven mangoes');
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('/dashboard/category');
  await expect(heading(page, 'Category')).toBeVisible();
});

test('each admin page is one tap away from the button All on a phone, without scrolling the menu', async ({
  admin,
  openPageAs,
}) => {
  const page = await openPageAs(admin, '/dashboard/orders', { widthPx: 360 });
  const all = adminMenu(page).getByRole('button', { name: 'All', exact: true });
  await expect(all).toBeInViewport({ ratio: 1 });
  await all.tap();
  const dialog = page.getByRole('dialog', { name: 'All pages' });
  await expect(dialog.getByRole('link', { name: 'Orders' })).toHaveAttribute('aria-current', 'page');
  await expect(dialog.getByRole('link')).toHaveCount(24);
  await expect(dialog.getByRole('link', { name: 'Settings' })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(all).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('link', { name: 'Settings' }).tap();
  await page.waitForURL('/dashboard/settings');
  await expect(dialog).toBeHidden();
  await expect(heading(page, 'Settings')).toBeVisible();
  await expect(all).toBeInViewport({ ratio: 1 });
});

test('a shopper has no permission for admin pages, sees no links to them and finds the way home', async ({
  page,
  shopper,
}) => {
  await startSession(page, shopper);
  for (const path of adminPages) {
    await page.goto(path);
    await expect(heading(page, noPermission)).toBeVisible();
  }
  await expectAccessible(page);
  await expect(adminMenu(page)).toHaveCount(0);
  const links = await page
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links.filter((path) => path !== null && adminPages.includes(path))).toEqual([]);
  await page.goto('/dashboard/profile');
  await expect(heading(page, 'Profile')).toBeVisible();
  expect(await menuOf(page).getByRole('link').allTextContents()).toEqual([
    expect.stringContaining('Ravi Menon'),
    'Profile',
    'My Orders',
    'Lists',
    'Wishlist',
    'Save Address',
  ]);
  await page.goto('/dashboard/category');
  await page.getByRole('main').getByRole('link', { name: 'Go To Home' }).click();
  await page.waitForURL('/');
});

/** The text of a link of the menu, beside which may stand how many things wait. */
const withCount = (label: string) => new RegExp(`^${label}(?: ?[\\d,]+ waiting)?$`);

const sections = [
  ['Dashboard', '/dashboard', 'Dashboard'],
  ['Offers', '/dashboard/offers', 'Offers'],
  ['Home page', '/dashboard/home', 'Home page'],
  ['Settings', '/dashboard/settings', 'Settings'],
  ['Staff', '/dashboard/staff', 'Staff'],
  ['History', '/dashboard/history', 'History'],
  ['Security', '/dashboard/security', 'Security'],
  ['Customers', '/dashboard/customers', 'Customers'],
  ['Problems', '/dashboard/problems', 'Problems'],
  ['Payments', '/dashboard/payments', 'Payments to confirm'],
  ['Day end', '/dashboard/day-end', 'Day end'],
  ['Accounting', '/dashboard/accounting', 'Accounting'],
  ['Reports', '/dashboard/reports', 'Reports'],
  ['Category', '/dashboard/category', 'Category'],
  ['Stock', '/dashboard/stock', 'Stock'],
  ['Import', '/dashboard/product-import', 'Import products'],
  ['Orders', '/dashboard/orders', 'Orders'],
  ['Upload Product', '/dashboard/upload-product', 'Upload Product'],
  ['Sub Category', '/dashboard/subcategory', 'Sub Category'],
  ['Pages', '/dashboard/pages', 'Pages'],
  ['Product', '/dashboard/product', 'Product'],
] as const;

const ownPages = [
  ['Profile', '/dashboard/profile'],
  ['My Orders', '/dashboard/myorders'],
  ['Save Address', '/dashboard/address'],
] as const;

test('the account menu of an admin links to every page', async ({ openPageAs, admin }) => {
  for (const widthPx of [360, 768, 1440]) {
    const page = await openPageAs(admin, '/user', { widthPx });
    await expect(menuOf(page).getByText('(Admin)')).toBeVisible();
    for (const [label, path] of [...sections, ...ownPages]) {
      const link = menuOf(page).getByRole('link', { name: withCount(label) });
      await expect(link).toHaveAttribute('href', path);
    }
  }
});

for (const widthPx of [320, 360, 768, 1440]) {
  test(`one tap in the menu opens each section, which stays marked and in view, without the search and cart of the shop at ${widthPx} px`, async ({
    openPage,
    admin,
    shop,
  }) => {
    await admin.addToCart(await shop.claimProduct(), 2);
    const page = await openPage({ widthPx });
    await startSession(page, admin);
    await page.goto('/dashboard');
    const menu = adminMenu(page);
    for (const [label, path, title] of sections) {
      const link = menu.getByRole('link', { name: withCount(label) });
      await link.click();
      await page.waitForURL(path);
      await expect(heading(page, title)).toBeVisible();
      await expect(menu.locator('[aria-current=page]')).toHaveText(withCount(label));
      await expect(link).toBeInViewport({ ratio: 1 });
      await expectNoOverflow(page);
      if (widthPx > 320) await expectAccessible(page);
    }
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(menu.getByRole('link', { name: 'Product', exact: true })).toBeInViewport({ ratio: 1 });
    await page.evaluate(() => window.scrollTo(0, 0));
    const links = await menu.getByRole('link').allTextContents();
    expect(links.map((text) => text.replace(/ ?[\d,]+ waiting$/, ''))).toEqual([
      ...['Dashboard', 'Orders', 'Pick', 'Deliver', 'Payments', 'Problems'],
      ...['Category', 'Sub Category', 'Upload Product', 'Product', 'Stock', 'Import'],
      ...['Customers', 'Offers', 'Home page'],
      ...['Day end', 'Accounting', 'Reports'],
      ...['Settings', 'Pages', 'Staff', 'History', 'Security'],
      'Profile',
    ]);
    await expect(page.getByRole('banner')).toHaveCount(1);
    await expect(page.getByRole('link', { name: /^Search/ })).toHaveCount(0);
    await expect(page.getByRole('link', { name: /cart/i })).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Cart' })).toHaveCount(0);
    await expectAccessible(page);

    await page.getByRole('banner').getByRole('link', { name: 'View store' }).click();
    await page.waitForURL('/');
    await expect(menu).toHaveCount(0);
    await page.goBack();
    await menu.getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL('/');
    await expectToast(page, 'Logged out');
    await page.goto('/dashboard');
    await expect(heading(page, 'Please Login')).toBeVisible();
  });
}

test('categories and sub-categories are listed in full, with paging', async ({
  page,
  shop,
  admin,
  errors,
}) => {
  errors.allow(/Failed to load resource/);
  await startSession(page, admin);
  const [row] = await shop.db.query<{
    categories: number;
    sub_categories: number;
    name: string;
  }>(sql`
    select (select count(*) from category)::integer as categories,
      (select count(*) from sub_category)::integer as sub_categories,
      (select name from sub_category order by lower(name), name limit 1) as name`);
  await page.goto('/dashboard/category');
  await expect
    .poll(() => page.getByRole('main').getByRole('heading', { level: 2 }).count())
    .toBe(row?.categories);

  await page.goto('/dashboard/subcategory');
  const rows = page.getByRole('table', { name: 'Sub-categories' }).locator('tbody tr');
  await expect(rows.first().getByRole('rowheader', { name: row?.name ?? '', exact: true })).toBeVisible();
  await expect(rows).toHaveCount(10);
  const pager = page.getByRole('navigation', { name: 'Pages: Sub-categories' });
  const lastPage = Math.ceil((row?.sub_categories ?? 0) / 10);
  await expect(pager.getByText(`1/${lastPage}`)).toBeVisible();
  await expect(pager.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await pager.getByRole('button', { name: 'Next' }).click();
  await expect(rows.first().getByRole('cell', { name: '11', exact: true })).toBeVisible();
  await page.goto(`/dashboard/subcategory?page=${lastPage + 7}`);
  await expect(pager.getByText(`${lastPage}/${lastPage}`)).toBeVisible();
  await expect(pager.getByRole('button', { name: 'Next' })).toBeDisabled();
});

test('product search waits for a pause in typing, and paging and the back button keep the place', async ({
  page,
  admin,
}) => {
  await startSession(page, admin);
  await page.goto('/dashboard/product');
  const pager = page.getByRole('navigation', { name: 'Pages: Products' });
  const cards = page.getByRole('main').locator('ul h2');
  await expect(cards).toHaveCount(12);
  await pager.getByRole('button', { name: 'Next' }).click();
  await page.waitForURL('/dashboard/product?page=2');
  await expect(pager.getByText(/^Page 2\//)).toBeVisible();

  const searches: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/product/list-stock'))
      searches.push(JSON.parse(request.postData() ?? '{}').search);
  });
  await page.keyboard.press('/');
  const search = page.getByPlaceholder('Search product here ...');
  await expect(search).toBeFocused();
  await page.keyboard.type('milk');
  await page.waitForURL('/dashboard/product?q=milk');
  await expect(pager.getByText(/^Page 1\//)).toBeVisible();
  await expect(cards.first()).toHaveText(/milk/i);
  expect(searches.at(-1)).toBe('milk');
  await pager.getByRole('button', { name: 'Next' }).click();
  await page.waitForURL('/dashboard/product?q=milk&page=2');
  await page.goBack();
  await expect(pager.getByText(/^Page 1\//)).toBeVisible();
  await expect(search).toHaveValue('milk');

  await search.fill('qqqqzzzz');
  await expect(page.getByText('No Data')).toBeVisible();
  await page.getByRole('button', { name: 'Show all products' }).click();
  await expect(search).toHaveValue('');
  await expect(cards).toHaveCount(12);
});

test('a role change takes effect at the next page', async ({ page, admin, errors }) => {
  errors.allow(/Failed to load resource/);
  await startSession(page, admin);
  let reads = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/api/user/user-details')) reads += 1;
  });
  await page.goto('/dashboard/category');
  await expect(heading(page, 'Category')).toBeVisible();
  // One of the session and one of the page. A read after the change would remove the link before the click.
  await expect.poll(() => reads).toBe(2);
  await admin.setRole('USER');
  await adminMenu(page).getByRole('link', { name: 'Product', exact: true }).click();
  await expect(heading(page, noPermission)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Category' })).toHaveCount(0);
  await expect(page.getByText('(Admin)')).toHaveCount(0);

  await page.getByRole('main').getByRole('link', { name: 'Go To Home' }).click();
  await page.waitForURL('/');
  await admin.setRole('ADMIN');
  await page.goBack();
  await expect(heading(page, 'Product')).toBeVisible();
});

test('a picker has the pages and buttons of the role only, at 360 px too', async ({ page, shopper }) => {
  await shopper.setRole('picker');
  await startSession(page, shopper);
  await page.goto('/dashboard');
  await page.waitForURL('/staff/pick');
  await page.goto('/dashboard/orders');
  await expect(heading(page, 'Orders')).toBeVisible();
  await expect(page.getByText('(Staff)')).toBeVisible();
  // Orders of other journeys may be counted beside the label.
  await expect(adminMenu(page).getByRole('link')).toHaveText([/^Orders/, 'Pick', 'Stock', 'Profile']);
  await expect(page.getByRole('button', { name: 'Pause orders' })).toHaveCount(0);
  for (const path of ['customers', 'settings', 'payments', 'product-pictures', 'security']) {
    await page.goto(`/dashboard/${path}`);
    await expect(heading(page, noPermission)).toBeVisible();
    await expect(page.getByText('Your roles do not include this page.')).toBeVisible();
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/dashboard/stock');
  await expect(heading(page, 'Stock')).toBeVisible();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('link')).toHaveText([
    /^Orders/,
    'Pick',
    'Stock',
    'Profile',
  ]);
});

test('the newer of two responses about the role wins, whichever arrives last', async ({
  page,
  shopper,
  errors,
}) => {
  errors.allow(/Failed to load resource/);
  await startSession(page, shopper);
  const [older, newer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let reads = 0;
  let released = older.promise;
  await page.route('**/api/user/user-details', async (route) => {
    const gate = released;
    const response = await route.fetch();
    reads += 1;
    await gate;
    await route.fulfill({ response });
  });
  await shopper.setRole('ADMIN');
  await page.goto('/dashboard/category');
  // One request of the session and one of the page.
  await expect.poll(() => reads).toBe(2);
  await shopper.setRole('USER');
  released = newer.promise;
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => reads).toBe(3);
  older.resolve();
  await expect(heading(page, 'Category')).toBeVisible();
  newer.resolve();
  await expect(heading(page, noPermission)).toBeVisible();
});

test('the dashboard works by keyboard', async ({ page, admin }) => {
  await startSession(page, admin);
  await page.goto('/dashboard/category');
  await expect(page.getByRole('banner').getByText('(Admin)')).toBeVisible();
  const link = adminMenu(page).getByRole('link', { name: 'Sub Category', exact: true });
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  await page.waitForURL('/dashboard/subcategory');
  const picture = page.getByRole('button', { name: /^Enlarge the picture of / }).first();
  await expect(picture).toBeVisible();
  await tabTo(page, picture);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(picture).toBeFocused();
  const next = page.getByRole('button', { name: 'Next' });
  await tabTo(page, next);
  await page.keyboard.press('Enter');
  await page.waitForURL('/dashboard/subcategory?page=2');
});
