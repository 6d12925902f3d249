import type { Locator, Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectNoOverflow } from './accessibility.ts';
import type { Shop, TestProduct } from './shop.ts';
import { cartButton, cartControl, expectToast, hold, productCards } from './storefront.ts';
import { expect, test } from './test.ts';

// The login, registration and password forms and the search field: before-hydration.spec.ts.

const scripts = /\/assets\/[^/]+\.js$/;

/** A control of a page from the server, used while no script has arrived. */
interface Control {
  name: string;
  /** Of a screen that has the control, if a phone has not. */
  widthPx?: number;
  path: (product: TestProduct) => string;
  control: (page: Page, product: TestProduct) => Locator;
  /** What the use leads to when the scripts have arrived. */
  expectDone: (page: Page, product: TestProduct) => Promise<void>;
  /** Of the page from the server, waited for before the use. */
  use?: (control: Locator) => Promise<void>;
}

const add: Pick<Control, 'control' | 'expectDone'> = {
  control: (page, product) => cartControl(page.getByRole('main'), product).add.first(),
  expectDone: async (page, product) =>
    expect(cartControl(page.getByRole('main'), product).quantity.first()).toHaveText('1'),
};

const controls: Control[] = [
  { name: 'ADD in search results', path: ({ name }) => `/search?q=${encodeURIComponent(name)}`, ...add },
  {
    name: 'a thumbnail of the gallery',
    widthPx: 768,
    path: ({ path }) => path,
    control: (page) => page.getByRole('button', { name: 'Show picture 2 of 3' }),
    expectDone: async (page) =>
      expect(page.getByRole('button', { name: 'Show picture 2 of 3' })).toHaveAttribute(
        'aria-current',
        'true',
      ),
  },
  {
    name: 'the last one of several themes',
    path: () => '/',
    control: (page) => page.getByTitle('Dark'),
    async use(control) {
      await control.page().getByTitle('Light').click();
      await control.click();
      await control.page().getByTitle('Light').click();
    },
    expectDone: async (page) => {
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
      await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
    },
  },
  {
    name: 'a category',
    path: () => '/',
    control: (page) => page.getByRole('navigation', { name: 'Shop by category' }).getByRole('link').first(),
    expectDone: async (page) => expect(page.getByRole('navigation', { name: /^Sub-cat/ })).toBeVisible(),
  },
  {
    name: 'a product',
    path: () => '/',
    control: (page) => productCards(page).first().locator('h3').getByRole('link'),
    expectDone: async (page) => expect(page.getByTestId('product-offer')).toBeVisible(),
  },
  {
    name: 'the search box',
    path: () => '/',
    control: (page) => page.getByRole('link', { name: 'Search for groceries' }),
    expectDone: async (page) => expect(page.getByRole('combobox')).toBeFocused(),
  },
  {
    name: 'Enter in the search field',
    path: () => '/search',
    control: (page) => page.getByRole('combobox'),
    async use(control) {
      await control.fill('milk');
      await control.press('Enter');
    },
    expectDone: async (page) => expect(page).toHaveURL('/search?q=milk'),
  },
  {
    name: 'Load more',
    path: () => '/search?q=milk',
    control: (page) => page.getByRole('link', { name: 'Load more' }),
    expectDone: async (page) => expect(page.getByText('Back to the best matches')).toBeVisible(),
  },
  {
    name: 'the account of a guest',
    path: () => '/',
    control: (page) => page.getByRole('link', { name: 'Account' }),
    expectDone: async (page) =>
      expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toBeVisible(),
  },
];

async function claimWithImages(shop: Shop): Promise<TestProduct> {
  const product = await shop.claimProduct();
  await shop.db.query(sql`
    update product set images = (
      select array_agg(other.images[1]) from (
        select images from product where cardinality(images) > 0 order by id desc limit 3) as other)
    where id = ${product.id}`);
  await shop.updateProduct(product, { stock: 39 });
  return product;
}

for (const { name, widthPx, path, control, expectDone, use = (found: Locator) => found.tap() } of controls) {
  test(`${name}: a use before any script has arrived is carried out`, async ({ phone: page, shop }) => {
    const product = await claimWithImages(shop);
    if (widthPx !== undefined) await page.setViewportSize({ width: widthPx, height: 1024 });
    const release = await hold(page, scripts);
    // A link interrupts the opening.
    const opening = page.goto(path(product)).catch(() => {});
    await control(page, product).waitFor();
    await use(control(page, product));
    release();
    await opening;
    await expectDone(page, product);
    await expect(page.locator('[data-tapped]')).toHaveCount(0);
  });
}

/** A control whose code is loaded after its page. */
interface LateControl {
  name: string;
  widthPx: number;
  path: string;
  /** The file that is delayed. */
  chunk: RegExp;
  use: (page: Page) => Promise<void>;
  shown: (page: Page) => Locator;
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

const lateControls: LateControl[] = [
  {
    name: 'the cart button',
    widthPx: 1440,
    path: '/',
    chunk: /\/cart-drawer-/,
    use: (page) => cartButton(page, /item/).click(),
    shown: (page) => dialog(page, 'Cart').getByRole('button', { name: 'Proceed' }),
  },
  {
    name: 'Add Address',
    widthPx: 360,
    path: '/dashboard/address',
    chunk: /\/address-dialog-/,
    use: (page) => page.getByRole('button', { name: 'Add Address', exact: true }).tap(),
    shown: (page) => dialog(page, 'Add Address').getByLabel('PIN code'),
  },
  {
    name: 'Add address at the checkout',
    widthPx: 360,
    path: '/checkout',
    chunk: /\/address-dialog-/,
    async use(page) {
      await page.getByRole('button', { name: 'Change the delivery address' }).tap();
      await page.getByRole('button', { name: 'Add address' }).tap();
    },
    shown: (page) => dialog(page, 'Add Address').getByLabel('PIN code'),
  },
  {
    name: 'the account of a shopper before any script',
    widthPx: 360,
    path: '/',
    chunk: scripts,
    use: (page) => page.getByRole('link', { name: 'Account' }).tap(),
    shown: (page) => page.getByRole('main').getByRole('link', { name: 'My Orders' }),
  },
  {
    name: 'the choices of the checkout',
    widthPx: 360,
    path: '/checkout',
    chunk: scripts,
    use: (page) => expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible(),
    shown: (page) => page.getByRole('radio', { name: 'Cash on Delivery' }),
  },
];

test('the controls of a shopper are carried out when their code arrives after the use', async ({
  openPageAs,
  shop,
  shopper,
}) => {
  await shopper.addAddress('12 Lake Road');
  await shopper.addToCart(await shop.claimProduct(), 2);
  const phone = await openPageAs(shopper, '/', { widthPx: 360 });
  for (const { name, widthPx, path, chunk, use, shown } of lateControls) {
    await test.step(name, async () => {
      const page = await phone.context().newPage();
      await page.setViewportSize({ width: widthPx, height: 780 });
      const release = await hold(page, chunk);
      const opening = page.goto(path).catch(() => {});
      await use(page);
      await expect(shown(page)).toBeHidden();
      release();
      await opening;
      await expect(shown(page)).toBeVisible();
      await page.close();
    });
  }
});

test('an address is kept and saved that is typed and submitted while the code that checks it is delayed', async ({
  openPageAs,
  shopper,
}) => {
  const page = await openPageAs(shopper, '/dashboard/address', { widthPx: 360 });
  await page.getByRole('button', { name: 'Add Address', exact: true }).tap();
  const dialogOf = dialog(page, 'Add Address');
  const landmark = dialogOf.getByLabel('Landmark');
  await landmark.waitFor();
  // The schema of the form is loaded at the first focus.
  const release = await hold(page, scripts);
  const typed = {
    ...{ 'Address line': '7 Fort Lane', Landmark: 'Blue gate', 'PIN code': '411001', Recipient: 'Meera' },
    ...{ 'Mobile number': '9876543210', 'Note for the rider': 'Ring twice' },
  };
  for (const [label, text] of Object.entries(typed)) await dialogOf.getByLabel(label).fill(text);
  await dialogOf.getByRole('button', { name: 'Submit' }).tap();
  await expect(dialogOf.getByLabel('City')).toHaveValue('Pune');
  for (const [label, text] of Object.entries(typed))
    await expect(dialogOf.getByLabel(label)).toHaveValue(text);
  release();
  await expect(dialogOf).toBeHidden();
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: '7 Fort Lane' });
  for (const text of ['Blue gate', 'Meera', 'Note: Ring twice'])
    await expect(card.getByText(text)).toBeVisible();
});

test('the code and the new password can be entered when the scripts arrive late', async ({
  errors,
  openPage,
}) => {
  errors.allow(/status of 400/);
  const state = { email: 'asha@example.com', verifier: 'x'.repeat(43), sentAt: Date.now(), from: '/' };
  for (const { path, label } of [
    { path: '/verification-otp', label: 'Digit 1 of 6' },
    { path: '/reset-password', label: 'New password' },
  ]) {
    const page = await openPage({ widthPx: 360 });
    await page.addInitScript((usr) => history.replaceState({ usr, key: 'x', idx: 0 }, ''), state);
    const release = await hold(page, scripts);
    const opening = page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    release();
    await opening;
    const field = page.getByLabel(label, { exact: true });
    await field.pressSequentially('1');
    await expect(field).toHaveValue('1');
  }
});

test('when the scripts cannot be loaded the home page shows all cards with pictures and offers to reload', async ({
  errors,
  phone: page,
}) => {
  errors.allow(/Failed to load|ERR_FAILED|Failed to fetch/);
  const entry = /\/assets\/entry\.client-[^/]+\.js$/;
  await page.route(entry, (route) => route.abort());
  // Resolves when a page is hydrated.
  const opening = page.goto('/');
  const line = page.getByRole('alert').filter({ hasText: 'Parts of this page didn’t load.' });
  await expect(line).toBeVisible();
  const row = page
    .getByRole('main')
    .getByRole('list')
    .filter({ has: productCards(page) })
    .last();
  await expect(productCards(row).nth(4)).toBeVisible();
  await productCards(row).first().scrollIntoViewIfNeeded();
  await expect(productCards(row).first().locator('img')).toBeVisible();
  expect(await page.evaluate(() => document.querySelectorAll('main noscript').length)).toBe(0);
  await expectNoOverflow(page);
  await page.unroute(entry);
  await line.getByRole('link', { name: 'Reload' }).tap();
  await opening;
  await expect(page.locator('html[data-scripts-failed]')).toHaveCount(0);
  await page.getByRole('link', { name: 'Search for groceries' }).tap();
  await expect(page.getByRole('combobox')).toBeFocused();
});

test('a page whose script failed once is loaded again when the script can be', async ({
  errors,
  phone: page,
}) => {
  errors.allow(/Failed to load|ERR_FAILED|Failed to fetch/);
  await page.route(/\/assets\/entry\.client-[^/]+\.js$/, (route) => route.abort(), { times: 1 });
  await page.goto('/');
  await page.getByRole('link', { name: 'Search for groceries' }).tap();
  await expect(page.getByRole('combobox')).toBeFocused();
});

test('a toast is shown after the code of the toasts could not be loaded', async ({
  errors,
  phone: page,
  shop,
}) => {
  errors.allow(/Failed to load|ERR_FAILED|Failed to fetch/);
  const product = await shop.claimProduct();
  let failures = 0;
  const code = /\/assets\/toaster-[^/]+\.js$/;
  await page.route(code, (route) => {
    failures += 1;
    return route.abort();
  });
  await page.goto(product.path);
  const control = cartControl(page.getByRole('navigation', { name: 'Cart' }), product);
  await control.add.tap();
  // The first attempt and its two repetitions.
  await expect.poll(() => failures).toBe(3);
  await page.unroute(code);
  await control.less.tap();
  await expectToast(page, 'Item remove');
});
