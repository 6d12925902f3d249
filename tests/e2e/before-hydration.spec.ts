import type { Page } from '@playwright/test';
import { password } from './shop.ts';
import { cartControl, firstBuyable, hold, productCards } from './storefront.ts';
import { expect, test } from './test.ts';

interface Form {
  path: string;
  button: string;
  /** The request that the form sends. */
  endpoint: RegExp;
  /** The page that the shopper reaches. */
  target: string;
  /** Values by label, for the email address of an account. */
  values(email: string): Record<string, string>;
  /** Whether the form is for an address that has no account. */
  isForNewEmail?: true;
}

const forms: Form[] = [
  {
    path: '/login',
    button: 'Login',
    endpoint: /\/api\/user\/login$/,
    target: '/',
    values: (email) => ({ Email: email, Password: password }),
  },
  {
    path: '/register',
    button: 'Register',
    endpoint: /\/api\/user\/register$/,
    target: '/',
    values: (email) => ({
      Name: 'Asha Rao',
      Email: email,
      Password: password,
      'Confirm password': password,
    }),
    isForNewEmail: true,
  },
  {
    path: '/forgot-password',
    button: 'Send code',
    endpoint: /\/api\/user\/forgot-password$/,
    target: '/verification-otp',
    values: (email) => ({ Email: email }),
  },
];

for (const { path, button, values } of forms) {
  test(`${path} sent without JavaScript shows the page again, which says that it is needed`, async ({
    openPage,
  }) => {
    const page = await openPage({ widthPx: 360, hasScript: false });
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.goto(path);
    for (const [label, value] of Object.entries(values('asha@example.com')))
      await field(page, label).fill(value);
    const loaded = page.waitForResponse((response) => response.request().redirectedFrom() !== null);
    await page.getByRole('button', { name: button, exact: true }).click();
    await loaded;
    // Not by the browser of the test, which does not show what is for browsers without scripts.
    expect(await (await page.request.get(page.url())).text()).toContain('This form needs JavaScript');
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);
    expect(sent.join()).not.toMatch(/asha|mangoes/);
  });
}

const scripts = /\/assets\/[^/]+\.js$/;

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Sets values without an event, as browsers do that fill in a form. */
async function autofill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await field(page, label).evaluate((input, text) => {
      if (input instanceof HTMLInputElement) input.value = text;
    }, value);
  }
}

async function expectValues(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await expect(field(page, label)).toHaveValue(value);
  }
}

/** The bodies of the requests of a form. */
function requestsOf(page: Page, { endpoint }: Form): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (endpoint.test(request.url())) bodies.push(request.postDataJSON());
  });
  return bodies;
}

const bodyOf = (values: Record<string, string>) =>
  expect.objectContaining({ email: values.Email, ...(values.Password && { password: values.Password }) });

for (const form of forms) {
  const submitButton = (page: Page) => page.getByRole('main').getByRole('button', { name: form.button });
  const valuesFor = (shopper: { email: string }) =>
    form.values(form.isForNewEmail ? `new.${shopper.email}` : shopper.email);

  test(`${form.path}: two taps on ${form.button} before the page is hydrated send the filled values once`, async ({
    phone: page,
    shopper,
  }) => {
    const values = valuesFor(shopper);
    const requests = requestsOf(page, form);
    const release = await hold(page, scripts);
    const opening = page.goto(form.path);
    await submitButton(page).waitFor();
    await autofill(page, values);
    await submitButton(page).tap();
    await submitButton(page).tap();
    await expect(page.locator('form[data-tapped]')).toHaveCount(1);
    await expectValues(page, values);
    await expect(page).toHaveURL(form.path);
    release();
    await opening;
    await page.waitForURL(form.target);
    expect(requests).toEqual([bodyOf(values)]);
  });

  test(`${form.path}: Enter before the page is hydrated sends the filled values once`, async ({
    page,
    shopper,
  }) => {
    const values = valuesFor(shopper);
    const requests = requestsOf(page, form);
    const release = await hold(page, scripts);
    const opening = page.goto(form.path);
    await submitButton(page).waitFor();
    await autofill(page, values);
    await field(page, 'Email').press('Enter');
    await field(page, 'Email').press('Enter');
    await expect(page.locator('form[data-tapped]')).toHaveCount(1);
    release();
    await opening;
    await page.waitForURL(form.target);
    expect(requests).toEqual([bodyOf(values)]);
  });

  test(`${form.path}: values typed and filled before the page is hydrated are kept`, async ({
    phone: page,
    shopper,
  }) => {
    const values = valuesFor(shopper);
    const release = await hold(page, scripts);
    const opening = page.goto(form.path);
    await field(page, 'Email').pressSequentially(values.Email ?? '');
    const { Email: _email, ...others } = values;
    await autofill(page, others);
    release();
    await opening;
    await expectValues(page, values);
    await submitButton(page).tap();
    await page.waitForURL(form.target);
  });

  test(`${form.path}: values filled without an event after the page was hydrated are sent`, async ({
    page,
    shopper,
  }) => {
    const values = valuesFor(shopper);
    const requests = requestsOf(page, form);
    await page.goto(form.path);
    await autofill(page, values);
    await field(page, 'Email').press('Enter');
    await page.waitForURL(form.target);
    expect(requests).toEqual([bodyOf(values)]);
  });
}

for (const { path } of forms.slice(0, 2)) {
  test(`${path}: the first tap on Show password before the page is hydrated shows the password`, async ({
    phone: page,
  }) => {
    const release = await hold(page, scripts);
    const opening = page.goto(path);
    const show = page.getByRole('button', { name: 'Show password' }).first();
    await show.waitFor();
    await autofill(page, { Password: password });
    await show.tap();
    await expect(show).toHaveAttribute('data-tapped', 'Show password');
    release();
    await opening;
    await expect(field(page, 'Password')).toHaveAttribute('type', 'text');
    await expect(field(page, 'Password')).toHaveValue(password);
    await expect(page.locator('[data-tapped]')).toHaveCount(0);
  });
}

test('/login: an empty form that is sent before it is hydrated names its fields and sends nothing', async ({
  page,
}) => {
  const [login] = forms;
  const requests = login === undefined ? [] : requestsOf(page, login);
  const release = await hold(page, scripts);
  const opening = page.goto('/login');
  const button = page.getByRole('main').getByRole('button', { name: 'Login' });
  await button.click();
  release();
  await opening;
  await expect(page.getByText(/^Enter (?:a|your|the) /)).toHaveCount(2);
  await expect(button).toBeDisabled();
  expect(requests).toEqual([]);
});

test('/: a tap on ADD before the page is hydrated adds the product once', async ({ phone: page }) => {
  const release = await hold(page, scripts);
  const opening = page.goto('/');
  // Before the style sheets have arrived, cards that a phone does not show are visible to the test, not to a person.
  await page.waitForFunction(() => document.readyState === 'interactive');
  const product = await firstBuyable(page);
  const { add, quantity } = cartControl(product.card, product);
  await add.tap();
  await add.tap();
  await expect(add).toHaveAttribute('data-tapped', /^Add /);
  release();
  await opening;
  await expect(quantity).toHaveText('1');
  await expect(page.locator('[data-tapped]')).toHaveCount(0);
});

for (const path of ['/search', '/search?q=bread']) {
  test(`${path}: text typed before the page is hydrated is searched for`, async ({ phone: page }) => {
    const release = await hold(page, scripts);
    const opening = page.goto(path);
    const input = page.getByRole('combobox', { name: 'Search for groceries' });
    await input.fill('milk');
    release();
    await opening;
    await expect(page).toHaveURL('/search?q=milk');
    await expect(input).toHaveValue('milk');
    await expect(productCards(page).first()).toContainText(/milk/i);
    await input.fill('milk chocolate');
    await expect(page).toHaveURL('/search?q=milk+chocolate');
  });
}
