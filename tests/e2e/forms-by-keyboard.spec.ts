import type { Locator, Page } from '@playwright/test';
import { deliver } from './dashboard.ts';
import { type Account, password, type Shop } from './shop.ts';
import { startSession } from './storefront.ts';
import { expect, test } from './test.ts';

interface World {
  shop: Shop;
  shopper: Account;
  admin: Account;
}

interface Form {
  as: 'guest' | 'shopper' | 'admin';
  path: string | ((world: World) => Promise<string>);
  /** The button that opens it in a dialog; without it the form is a part of the page. */
  opens?: string | RegExp;
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
  address: { as: 'shopper', path: '/dashboard/address', opens: 'Add Address' },
  profile: { as: 'shopper', path: '/dashboard/profile', submits: /^Save/ },
  password: { as: 'shopper', path: '/dashboard/profile', opens: 'Change password' },
  'a list': { as: 'shopper', path: withCart('/dashboard/lists'), opens: 'Save the cart as a list' },
  'a coupon code': { as: 'shopper', path: withCart('/checkout'), submits: 'Apply' },
  'a problem': {
    as: 'shopper',
    path: async (world) => `/orders/${(await placeDelivered(world))._id}`,
    opens: 'Report a problem',
  },
  product: { as: 'admin', path: '/dashboard/upload-product' },
  category: { as: 'admin', path: '/dashboard/category', opens: 'Add Category' },
  'sub-category': { as: 'admin', path: '/dashboard/subcategory', opens: /^Add Sub/ },
  offer: { as: 'admin', path: '/dashboard/offers', opens: /^(?:New|Add) offer/i },
  coupon: { as: 'admin', path: '/dashboard/offers', opens: /^(?:New|Add) coupon/i },
  banner: { as: 'admin', path: '/dashboard/home', opens: /^(?:New|Add) banner/i },
  collection: { as: 'admin', path: '/dashboard/home', opens: /^(?:New|Add) collection/i },
  settings: { as: 'admin', path: '/dashboard/settings', submits: 'Save' },
  'day end': { as: 'admin', path: '/dashboard/day-end', submits: 'Close the day' },
  'a passkey': { as: 'admin', path: '/dashboard/profile', opens: 'Add a passkey' },
  'an authenticator app': { as: 'admin', path: '/dashboard/profile', opens: 'Set up an authenticator app' },
  'a note on a customer': { as: 'admin', path: customer, submits: 'Add note' },
  'store credit': { as: 'admin', path: customer, opens: 'Change store credit' },
  'a block of a customer': { as: 'admin', path: customer, opens: 'Block' },
  payment: { as: 'admin', path: openOrder, opens: 'Record payment…' },
  'a refund of items': { as: 'admin', path: deliveredOrder, opens: 'Refund items…' },
  'a declined problem': { as: 'admin', path: problem, opens: /^Decline/ },
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

/**
 * Submits with Enter held down while the connection breaks. Expects that nothing is sent twice, and that the person
 * notices what happened: by a message, by the focus on an invalid field, or because the dialog has closed.
 */
async function submit(page: Page, form: Locator, button: Locator): Promise<void> {
  const sent: string[] = [];
  const pressed = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    if (request.method() === 'GET') return route.fallback();
    sent.push(`${request.url()} ${request.postData()}`);
    await pressed.promise;
    await route.abort();
  });
  await button.focus();
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  pressed.resolve();
  const noticed = async () => {
    if ((await form.count()) === 0) return 'closed';
    if (await button.isDisabled()) return 'disabled';
    const field = page.locator(':focus:is([aria-invalid=true], [data-invalid=true] *)');
    if ((await field.count()) > 0 && (await field.getAttribute('aria-describedby')) !== null) return 'field';
    const messages = page.getByRole('alert').or(page.locator('[aria-live=polite] > p'));
    return (await messages.allInnerTexts()).some((text) => text.trim() !== '') ? 'message' : 'nothing';
  };
  await expect.poll(noticed).not.toBe('nothing');
  expect(sent).toEqual([...new Set(sent)]);
}

for (const [name, { as, path, opens, submits }] of Object.entries(forms)) {
  for (const isFilledIn of [false, true]) {
    test(`the form of ${name} answers Enter without a connection when ${isFilledIn ? 'it is filled in' : 'nothing is chosen'}`, async ({
      page,
      shop,
      shopper,
      admin,
      errors,
    }) => {
      errors.allow(/Failed to load resource/);
      const url = typeof path === 'string' ? path : await path({ shop, shopper, admin });
      if (as !== 'guest') await startSession(page, as === 'admin' ? admin : shopper);
      await page.goto(url);
      const opener = page.locator('main, dialog').getByRole('button', { name: opens ?? '', exact: true });
      if (opens !== undefined) await opener.first().press('Enter');
      const place = opens === undefined ? page.getByRole('main') : page.getByRole('dialog').last();
      const named = page.getByRole('button', { name: submits ?? '' });
      const button = place.locator('button[type=submit]').and(named).last();
      await expect(button).toBeVisible();
      const id = await button.getAttribute('form');
      const form = id === null ? button.locator('xpath=ancestor::form') : page.locator(`form[id="${id}"]`);
      if (isFilledIn) await fillIn(form);
      await walk(page, form);
      await submit(page, form, button);
      if (opens === undefined || isFilledIn) return;
      await page.keyboard.press('Escape');
      await expect(opener.first()).toBeFocused();
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
