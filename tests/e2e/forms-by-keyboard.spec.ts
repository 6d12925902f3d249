import { readdirSync, readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { type Form, forms, otherForms, type World } from './forms.ts';
import { password } from './shop.ts';
import { startSession } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'forms-by-keyboard' });

/** Components that render a form for other components, by file. */
const formParts: Record<string, string> = {
  'forms/form-dialog': 'FormDialog',
  'admin/dialog-form': 'FormDialog',
  'admin/form-parts': 'StaffDialog',
  'admin/orders/order-dialogs': 'ReasonDialog',
};

test('every form of the product is in these tests or has a named exception', () => {
  const opening = new RegExp(`<(?:form|${[...new Set(Object.values(formParts))].join('|')})(?=\\s)`, 'g');
  const rendered = readdirSync('web', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .map((file) => ({ file: file.slice(0, -'.tsx'.length), text: readFileSync(`web/${file}`, 'utf8') }))
    .map(({ file, text }) => ({
      file,
      count: [...text.matchAll(opening)].length - (formParts[file] === undefined ? 0 : 1),
    }))
    .filter(({ count }) => count > 0);
  const numberOf = (file: string) => Object.keys(forms[file] ?? {}).length;
  const missing = rendered.filter(
    ({ file, count }) => otherForms[file] === undefined && count > numberOf(file),
  );
  expect(missing).toEqual([]);
  const files = rendered.map(({ file }) => file);
  const named = [...Object.keys(forms), ...Object.keys(otherForms)];
  expect(named.filter((file) => !files.includes(file))).toEqual([]);
});

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
async function submit(page: Page, form: Locator, button: Locator, isFilter: boolean): Promise<void> {
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
  let isRead = false;
  page.on('request', (request) => {
    isRead ||= request.method() === 'GET' && request.url().includes('/api/');
  });
  await button.focus();
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  pressed.resolve();
  await expect
    .poll(async () => {
      // Another page has been loaded when the elements are no more.
      const answer = await page.evaluate(readAnswer, elements).catch(() => null);
      if ((answer?.url ?? page.url()) !== before.url || (isFilter && isRead)) return true;
      return answer?.isSeen || answer?.messages.some((text) => !before.messages.includes(text));
    })
    .toBe(true);
  expect([...twice]).toEqual([]);
}

const testedForms = Object.values(forms).flatMap((group) => Object.entries(group));

/** Forms of one page have one test, as far as they need nothing else than the page. */
const tests = Object.groupBy(testedForms, ([name, { as, path, state }]) =>
  typeof path === 'string' && as !== 'guest' && state === undefined
    ? `forms of ${path.split('#')[0]} for a ${as}`
    : `form of ${name}`,
);

for (const [title, group = []] of Object.entries(tests)) {
  test(`without a connection Enter is answered when nothing is chosen and when all is filled in: ${title}`, async ({
    page,
    shop,
    shopper,
    admin,
    errors,
  }) => {
    test.slow(group.length > 3);
    errors.allow(/Failed to load resource/);
    const world = { shop, shopper, admin };
    for (const [index, [name, form]] of group.entries()) {
      if (index === 0 && form.as !== 'guest') await startSession(page, world[form.as]);
      await test.step(name, () => expectAnswers(page, world, form));
    }
  });
}

/** Submits a form of a loaded page as it is, and another time when it is filled in. */
async function expectAnswers(page: Page, world: World, form: Form): Promise<void> {
  const { path, state, opens, reach, submits, isFilter = false } = form;
  const url = typeof path === 'string' ? path : await path(world);
  if (state !== undefined)
    await page.addInitScript((usr) => history.replaceState({ usr, key: 'reset', idx: 0 }, ''), state);
  for (const isFilledIn of [false, true]) {
    // A path with a fragment alone would not load the page again.
    await page.goto('/robots.txt');
    await page.goto(url);
    await reach?.(page, world);
    const opener = await open(page, world, opens);
    const place = opens === undefined ? page.getByRole('main') : page.getByRole('dialog').last();
    const named = page.getByRole('button', { name: submits ?? '' });
    const button = place.locator('button[type=submit]').and(named).last();
    await expect(button).toBeVisible();
    const id = await button.getAttribute('form');
    const element = id === null ? button.locator('xpath=ancestor::form') : page.locator(`form[id="${id}"]`);
    if (isFilledIn) await fillIn(element);
    await walk(page, element);
    await submit(page, element, button, isFilter);
    if (!isFilledIn && opener !== null && (await element.count()) > 0) {
      await page.keyboard.press('Escape');
      await expect(opener).toBeFocused();
    }
    await page.unrouteAll({ behavior: 'wait' });
  }
}

/** Opens the dialog of a form by keyboard; returns its button, or null for a form of the page. */
async function open(page: Page, world: World, opens: Form['opens']): Promise<Locator | null> {
  if (opens === undefined) return null;
  if (typeof opens === 'function') return opens(page, world);
  const opener = page.locator('main, dialog').getByRole('button', { name: opens, exact: true }).first();
  await opener.press('Enter');
  return opener;
}

test('without scripts the filters of a page and the language are chosen by keyboard', async ({
  openPage,
}) => {
  const page = await openPage({ hasScript: false, widthPx: 360 });
  await page.goto('/search/filter?q=milk');
  await page.getByLabel('Relevance').press('ArrowDown');
  await page.getByLabel('In stock').press('Space');
  await page.getByRole('button', { name: 'Show products' }).press('Enter');
  await expect(page).toHaveURL(/\/search\?q=milk&sort=popular&.*stock=in/);
  await page.getByRole('button', { name: 'हिन्दी' }).press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN');
});

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
