import type { Locator, Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { everywhere } from '#contract/delivery/delivery-area.ts';
import { initialStoreSettings } from '#contract/store/store-settings.ts';
import { deliver } from './dashboard.ts';
import { type Account, password, type Shop } from './shop.ts';
import { startSession } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'forms-by-keyboard' });

interface World {
  shop: Shop;
  shopper: Account;
  admin: Account;
}

interface Form {
  as: 'guest' | 'shopper' | 'admin';
  path: string | ((world: World) => Promise<string>);
  /** State of the navigation to the page. */
  state?: object;
  /** The button that opens it in a dialog; without it the form is a part of the page. */
  opens?: string | RegExp | ((page: Page, world: World) => Promise<Locator>);
  /** The button that submits it, where a page has several forms. */
  submits?: string | RegExp;
}

async function placeOrder({ shop, shopper }: World) {
  return shopper.placeOrder([await shop.claimProduct()], 2);
}

async function placeDelivered(world: World) {
  const order = await placeOrder(world);
  await deliver(world.admin, order._id);
  return order;
}

const openOrder = async (world: World) => `/dashboard/orders?tab=all&order=${(await placeOrder(world))._id}`;
const deliveredOrder = async (world: World) =>
  `/dashboard/orders?tab=all&order=${(await placeDelivered(world))._id}`;
const customer = async ({ shopper }: World) => `/dashboard/customers/${shopper.userId}`;

async function orderOnTheWay(world: World) {
  const { _id } = await placeOrder(world);
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY'] as const)
    await world.admin.call('changeOrders', { ids: [_id], to, allowUnpicked: true });
  return `/dashboard/orders?tab=all&order=${_id}`;
}

async function owedRefund(world: World) {
  const { _id, totalAmt } = await placeDelivered(world);
  const lines = [{ position: 0, amount: 50 }];
  await world.admin.call('refundItems', { _id, totalAmt, lines, to: 'SOURCE', message: 'Torn' });
  return `/dashboard/orders?tab=all&order=${_id}`;
}

let closedDays = 0;

async function closedDay({ admin }: World) {
  closedDays += 1;
  const day = `2026-01-0${closedDays}`;
  const zero = { cash: 0, upi: 0, card: 0 };
  await admin.call('closeDay', { day, version: 0, expected: zero, counted: zero });
  return `/dashboard/day-end?day=${day}`;
}

async function cardPayment({ shop, shopper }: World) {
  const product = await shop.claimProduct();
  await shopper.addToCart(product, 2);
  const [address = await shopper.addAddress('12 Lake Road')] = await shopper.call('listAddresses', {});
  const lines = [{ productId: product.id, quantity: 2 }];
  const { url } = await shopper.call('checkoutOrder', {
    ...{ list_items: lines, addressId: address._id, subTotalAmt: 200, totalAmt: 200 },
  });
  return url;
}

/** Delivers to places that begin with 41. */
async function smallArea({ admin }: World) {
  const { version } = await admin.call('getStoreSettings', {});
  const group = { name: '', pincodes: ['41'], deliveryFeeAmt: 0, minimumOrderAmt: null, extraMinutes: 0 };
  const deliveryArea = { ...everywhere, kind: 'PINCODES' as const, groups: [group] };
  await admin.call('updateStoreSettings', {
    version,
    settings: { ...initialStoreSettings, deliveryArea },
  });
  return '/';
}

async function openPlace(page: Page) {
  const opener = page.getByRole('banner').getByRole('button', { name: /deliver/i });
  await opener.press('Enter');
  return opener;
}

async function openTellMe(page: Page) {
  const opener = await openPlace(page);
  await page.getByLabel('PIN code').fill('560001');
  await page.getByLabel('PIN code').press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Email')).toBeVisible();
  return opener;
}

async function openFilters(page: Page) {
  await page.setViewportSize({ width: 768, height: 1024 });
  const opener = page.getByTestId('list-toolbar').getByRole('link', { name: /^Filter/ });
  await opener.press('Enter');
  return opener;
}

async function openBulkEdit(page: Page) {
  await page.getByRole('radio', { name: 'Table' }).press('Space');
  await page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .press('Space');
  const opener = page.getByRole('button', { name: 'Bulk edit' });
  await opener.press('Enter');
  return opener;
}

async function openStepUp(page: Page, { shopper: { db, userId } }: World) {
  await db.query(
    sql`update session set authenticated_at = now() - interval '1 hour' where user_id = ${userId}`,
  );
  const opener = page.getByRole('button', { name: 'Download my data' });
  await opener.press('Enter');
  return opener;
}

const reset = { email: 'asha@example.com', sentAt: 1, verifier: 'x'.repeat(43), from: '/' };

async function problem(world: World) {
  const { _id } = await placeDelivered(world);
  await world.shopper.call('reportProblem', { _id, lines: [{ position: 0, quantity: 1, kind: 'MISSING' }] });
  return '/dashboard/problems';
}

const withCart =
  (path: string) =>
  async ({ shop, shopper }: World) => {
    await shopper.addToCart(await shop.claimProduct(), 1);
    return path;
  };

const forms: Record<string, Form> = {
  login: { as: 'guest', path: '/login', submits: 'Login' },
  registration: { as: 'guest', path: '/register' },
  'forgotten password': { as: 'guest', path: '/forgot-password' },
  'a one-time code': { as: 'guest', path: '/verification-otp', state: reset, submits: 'Verify' },
  'a new password': { as: 'guest', path: '/reset-password', state: reset },
  place: { as: 'guest', path: smallArea, opens: openPlace },
  'a place outside': { as: 'guest', path: smallArea, opens: openTellMe, submits: 'Tell me' },
  filters: { as: 'guest', path: '/search?q=milk', opens: openFilters },
  card: { as: 'shopper', path: cardPayment, submits: /^Pay/ },
  'a step-up': { as: 'shopper', path: '/dashboard/profile', opens: openStepUp },
  'a deletion of the account': { as: 'shopper', path: '/dashboard/profile', opens: 'Delete account' },
  address: { as: 'shopper', path: '/dashboard/address', opens: 'Add Address' },
  profile: { as: 'shopper', path: '/dashboard/profile', submits: /^Save/ },
  password: { as: 'shopper', path: '/dashboard/profile', opens: 'Change password' },
  'a list': { as: 'shopper', path: withCart('/dashboard/lists'), opens: 'Save the cart as a list' },
  'the name of a list': {
    as: 'shopper',
    path: async ({ shop, shopper }) => {
      await shopper.addToCart(await shop.claimProduct(), 1);
      await shopper.call('saveShoppingList', { name: 'Weekly' });
      return '/dashboard/lists';
    },
    opens: 'Rename Weekly',
  },
  'a coupon code': { as: 'shopper', path: withCart('/checkout'), submits: 'Apply' },
  'a problem': {
    as: 'shopper',
    path: async (world) => `/orders/${(await placeDelivered(world))._id}`,
    opens: 'Report a problem',
  },
  product: { as: 'admin', path: '/dashboard/upload-product' },
  'a field of a product': { as: 'admin', path: '/dashboard/upload-product', opens: 'Add Field' },
  'many products': { as: 'admin', path: '/dashboard/product', opens: openBulkEdit },
  category: { as: 'admin', path: '/dashboard/category', opens: 'Add Category' },
  'sub-category': { as: 'admin', path: '/dashboard/subcategory', opens: /^Add Sub/ },
  offer: { as: 'admin', path: '/dashboard/offers', opens: /^(?:New|Add) offer/i },
  coupon: { as: 'admin', path: '/dashboard/offers', opens: /^(?:New|Add) coupon/i },
  banner: { as: 'admin', path: '/dashboard/home', opens: /^(?:New|Add) banner/i },
  collection: { as: 'admin', path: '/dashboard/home', opens: /^(?:New|Add) collection/i },
  settings: { as: 'admin', path: '/dashboard/settings', submits: 'Save' },
  'a page': { as: 'admin', path: '/dashboard/pages', submits: 'Save' },
  'the range of a report': { as: 'admin', path: '/dashboard/reports', submits: 'Show' },
  'day end': { as: 'admin', path: '/dashboard/day-end', submits: 'Close the day' },
  'a closed day': { as: 'admin', path: closedDay, opens: 'Reopen the day' },
  'a passkey': { as: 'admin', path: '/dashboard/profile', opens: 'Add a passkey' },
  'an authenticator app': { as: 'admin', path: '/dashboard/profile', opens: 'Set up an authenticator app' },
  'a note on a customer': { as: 'admin', path: customer, submits: 'Add note' },
  'store credit': { as: 'admin', path: customer, opens: 'Change store credit' },
  'a block of a customer': { as: 'admin', path: customer, opens: 'Block' },
  payment: { as: 'admin', path: openOrder, opens: 'Record payment…' },
  'a corrected payment': { as: 'admin', path: deliveredOrder, opens: 'Correct payment…' },
  'a cancelled order': { as: 'admin', path: openOrder, opens: 'Cancel …' },
  'an undelivered order': { as: 'admin', path: orderOnTheWay, opens: 'Could not deliver…' },
  'a paid refund': { as: 'admin', path: owedRefund, opens: 'Mark as refunded…' },
  'a refund of items': { as: 'admin', path: deliveredOrder, opens: 'Refund products…' },
  'a declined problem': { as: 'admin', path: problem, opens: /^Decline/ },
  stock: {
    as: 'admin',
    path: async ({ shop }) => `/dashboard/stock?product=${(await shop.claimProduct()).id}`,
    submits: 'Save',
  },
  'search of the stock': { as: 'admin', path: '/dashboard/stock', submits: 'Find' },
};

/** Tab through all fields and back, without choosing or typing anything. */
async function walk(page: Page, form: Locator): Promise<void> {
  const fields = form.locator('input:not([type=hidden]), select, textarea, button, summary, a[href]');
  const count = await fields.count();
  await fields.first().focus();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let presses = 0; presses < count; presses += 1) await page.keyboard.press(key);
  }
}

const values: Record<string, string> = {
  pincode: '411001',
  country: 'India',
  mobile: '9876543210',
  email: 'asha@example.com',
  city: 'Pune',
  state: 'Maharashtra',
  gstin: '',
  business_name: '',
};

/** Types into each empty field: what a form makes of it, it has to say. */
async function fillIn(form: Locator): Promise<void> {
  const inputs =
    'input:not([type]), input:is([type=text], [type=search], [type=tel], [type=email], [type=password]), textarea';
  for (const input of await form.locator(inputs).all()) {
    if (!(await input.isVisible()) || (await input.inputValue()) !== '') continue;
    const [name, mode, type] = await Promise.all(
      ['name', 'inputmode', 'type'].map((attribute) => input.getAttribute(attribute)),
    );
    const isNumber = mode === 'numeric' || mode === 'decimal';
    const text = type === 'password' ? password : isNumber ? '7' : 'Seven';
    await input.fill(values[name ?? ''] ?? text);
  }
}

interface Elements {
  form: Node | null;
  button: Node | null;
}

/** What the page answers to a submission. Read in one step: a dialog may close at any moment. */
function readAnswer({ form, button }: Elements) {
  const messages = [...document.querySelectorAll<HTMLElement>('[role=alert], [aria-live=polite] > p')];
  const field = document.querySelector(
    '[aria-describedby]:focus:is([aria-invalid=true], [data-invalid=true] *)',
  );
  const isClosed = form?.isConnected !== true;
  const isDisabled = button instanceof HTMLButtonElement && button.disabled;
  return {
    url: location.href,
    isSeen: isClosed || isDisabled || field !== null,
    messages: messages
      .filter((message) => message.checkVisibility())
      .map(({ innerText }) => innerText.trim())
      .filter((text) => text !== ''),
  };
}

/**
 * Submits with Enter held down while the connection breaks. Expects that nothing is sent twice at once, and that the
 * person notices what happened: by a message, by the focus on an invalid field, or because the dialog has closed.
 */
async function submit(page: Page, form: Locator, button: Locator): Promise<void> {
  const [running, twice] = [new Set<string>(), new Set<string>()];
  const pressed = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    if (request.method() === 'GET') return route.fallback();
    const call = `${request.url()} ${request.postData()}`;
    if (running.has(call)) twice.add(call);
    running.add(call);
    await pressed.promise;
    await route.abort();
    // What is saved for later is sent again afterwards.
    running.delete(call);
  });
  const elements = { form: await form.elementHandle(), button: await button.elementHandle() };
  const before = await page.evaluate(readAnswer, elements);
  await button.focus();
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  pressed.resolve();
  await expect
    .poll(async () => {
      const { messages, ...answer } = await page.evaluate(readAnswer, elements);
      const isMoved = answer.url !== before.url;
      return isMoved || answer.isSeen || messages.some((text) => !before.messages.includes(text));
    })
    .toBe(true);
  expect([...twice]).toEqual([]);
}

for (const [name, { as, path, state, opens, submits }] of Object.entries(forms)) {
  for (const isFilledIn of [false, true]) {
    test(`the form of ${name} answers Enter without a connection when ${isFilledIn ? 'it is filled in' : 'nothing is chosen'}`, async ({
      page,
      shop,
      shopper,
      admin,
      errors,
    }) => {
      errors.allow(/Failed to load resource/);
      const world = { shop, shopper, admin };
      const url = typeof path === 'string' ? path : await path(world);
      if (as !== 'guest') await startSession(page, as === 'admin' ? admin : shopper);
      if (state !== undefined)
        await page.addInitScript((usr) => history.replaceState({ usr, key: 'reset', idx: 0 }, ''), state);
      await page.goto(url);
      const press = async (name: string | RegExp) => {
        const pressed = page.locator('main, dialog').getByRole('button', { name, exact: true }).first();
        await pressed.press('Enter');
        return pressed;
      };
      const opener =
        typeof opens === 'function'
          ? await opens(page, world)
          : opens === undefined
            ? null
            : await press(opens);
      const place = opens === undefined ? page.getByRole('main') : page.getByRole('dialog').last();
      const named = page.getByRole('button', { name: submits ?? '' });
      const button = place.locator('button[type=submit]').and(named).last();
      await expect(button).toBeVisible();
      const id = await button.getAttribute('form');
      const form = id === null ? button.locator('xpath=ancestor::form') : page.locator(`form[id="${id}"]`);
      if (isFilledIn) await fillIn(form);
      await walk(page, form);
      await submit(page, form, button);
      if (opener === null || isFilledIn || (await form.count()) === 0) return;
      await page.keyboard.press('Escape');
      await expect(opener).toBeFocused();
    });
  }
}

test('fields of numbers, amounts and rates keep the text as it is typed', async ({ openPageAs, admin }) => {
  const page = await openPageAs(admin, '/dashboard/home');
  const expectKept = async (label: string, text: string) => {
    await page.getByLabel(label).fill('');
    await page.getByLabel(label).pressSequentially(text);
    await expect(page.getByLabel(label)).toHaveValue(text);
  };
  await page.getByRole('main').getByRole('button', { name: 'New collection' }).click();
  await page.getByLabel('Products', { exact: true }).selectOption('By a rule');
  await expectKept('Maximum products', '1.');
  await expectKept('Minimum discount (%)', '7.50');
  await page.goto('/dashboard/settings#tax');
  await expectKept('GST rates in percent', '0, 5, 18.');
});
