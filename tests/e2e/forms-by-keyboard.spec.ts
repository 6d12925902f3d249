import type { Locator, Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { startSession } from './storefront.ts';
import { expect, test } from './test.ts';

interface Form {
  as: 'guest' | 'shopper' | 'admin';
  path: string;
  /** The button that opens it in a dialog; without it the form is a part of the page. */
  opens?: string | RegExp;
  /** The button that submits it, where a page has several forms. */
  submits?: string | RegExp;
}

const forms: Record<string, Form> = {
  login: { as: 'guest', path: '/login', submits: 'Login' },
  registration: { as: 'guest', path: '/register' },
  'forgotten password': { as: 'guest', path: '/forgot-password' },
  address: { as: 'shopper', path: '/dashboard/address', opens: 'Add Address' },
  profile: { as: 'shopper', path: '/dashboard/profile', submits: /^Save/ },
  password: { as: 'shopper', path: '/dashboard/profile', opens: 'Change password' },
  product: { as: 'admin', path: '/dashboard/upload-product' },
  category: { as: 'admin', path: '/dashboard/category', opens: 'Add Category' },
  'sub-category': { as: 'admin', path: '/dashboard/subcategory', opens: /^Add Sub/ },
  offer: { as: 'admin', path: '/dashboard/offers', opens: /^(?:New|Add) offer/i },
  coupon: { as: 'admin', path: '/dashboard/offers', opens: /^(?:New|Add) coupon/i },
  banner: { as: 'admin', path: '/dashboard/home', opens: /^(?:New|Add) banner/i },
  collection: { as: 'admin', path: '/dashboard/home', opens: /^(?:New|Add) collection/i },
  settings: { as: 'admin', path: '/dashboard/settings', submits: 'Save' },
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

/** Types a text into each empty text field: what a form makes of it, it has to say. */
async function fillIn(form: Locator): Promise<void> {
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
  await expect(form).toBeVisible();
  for (const input of await form.locator('input:not([type]), input[type=text], input[type=tel]').all()) {
    if (!(await input.isVisible()) || (await input.inputValue()) !== '') continue;
    await input.fill(values[(await input.getAttribute('name')) ?? ''] ?? 'Seven');
  }
}

/** Submits with Enter and returns what a person notices: a request, a message, or the focus on an invalid field. */
async function submit(page: Page, form: Locator, button: Locator): Promise<void> {
  let requests = 0;
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/')) requests += 1;
  });
  await button.focus();
  await page.keyboard.press('Enter');
  const noticed = async () => {
    if (requests > 0) return 'request';
    // The dialog closes when it is done.
    if ((await form.count()) === 0) return 'closed';
    if (await button.isDisabled()) return 'disabled';
    const field = page.locator(':focus:is([aria-invalid=true], [data-invalid=true] *)');
    if ((await field.count()) > 0 && (await field.getAttribute('aria-describedby')) !== null) return 'field';
    const alerts = await page.getByRole('alert').allInnerTexts();
    return alerts.some((text) => text.trim() !== '') ? 'message' : 'nothing';
  };
  await expect.poll(noticed).not.toBe('nothing');
}

for (const [name, { as, path, opens, submits }] of Object.entries(forms)) {
  for (const isFilledIn of [false, true]) {
    test(`the form of ${name} answers a submission by keyboard when ${isFilledIn ? 'text fields are filled in' : 'nothing is chosen'}`, async ({
      page,
      shopper,
      admin,
      errors,
    }) => {
      errors.allow(/Failed to load resource/);
      if (as !== 'guest') await startSession(page, as === 'admin' ? admin : shopper);
      await page.goto(path);
      if (opens !== undefined) {
        const opener = page.getByRole('main').getByRole('button', { name: opens }).first();
        await opener.focus();
        await page.keyboard.press('Enter');
      }
      const place = opens === undefined ? page.getByRole('main') : page.getByRole('dialog');
      const named = submits === undefined ? '' : page.getByRole('button', { name: submits });
      const button = place.locator('button[type=submit]');
      const submitButton = (named === '' ? button : button.and(named)).last();
      await expect(submitButton).toBeVisible();
      const id = await submitButton.getAttribute('form');
      const form =
        id === null ? submitButton.locator('xpath=ancestor::form') : page.locator(`form[id="${id}"]`);
      if (isFilledIn) await fillIn(form);
      await walk(page, form);
      await submit(page, form, submitButton);
    });
  }
}

test('an address is saved by keyboard alone when Save as is passed without a choice', async ({
  page,
  shop,
  shopper,
}) => {
  await startSession(page, shopper);
  await page.goto('/dashboard/address');
  await page.getByRole('button', { name: 'Add Address', exact: true }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add Address' });
  const form = dialog.locator('form');
  await fillIn(form);
  await walk(page, form);
  await dialog.locator('button[type=submit]').focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  expect(await shop.db.query(sql`select label from address where user_id = ${shopper.userId}`)).toEqual([
    { label: '' },
  ]);
});
