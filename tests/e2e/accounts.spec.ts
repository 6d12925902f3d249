import { expectAccessible } from './accessibility.ts';
import { password } from './shop.ts';
import { expectToast, login, submitLogin } from './storefront.ts';
import { expect, test } from './test.ts';

test('registration with different passwords, a weak password or a taken email shows the reason at the field', async ({
  errors,
  phone: page,
  shopper,
}) => {
  errors.allow(/status of 400|status of 409/);
  await page.goto('/register');
  const send = () => page.getByRole('button', { name: 'Register' }).click();
  await send();
  await expect(page.getByText(/^Enter (?:a|your|the) /)).toHaveCount(4);
  await expect(page.getByLabel('Name')).toBeFocused();

  await page.getByLabel('Name').fill('Ravi');
  await page.getByLabel('Email').fill(shopper.email.toUpperCase());
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(`${password}!`);
  await send();
  await expect(page.getByText('password and confirm password must be same', { exact: true })).toBeVisible();

  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByLabel('Confirm password').fill('short');
  await send();
  await expect(page.getByText('At least 10 characters.', { exact: true })).toHaveClass(/danger/);

  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await send();
  await expect(page.getByText('This email is already registered. Please log in.')).toBeVisible();
  await expect(page).toHaveURL('/register');
});

test('the login button is enabled when both fields are filled, and a wrong password shows an error', async ({
  errors,
  page,
  shopper,
}) => {
  errors.allow(/status of 401/);
  await page.goto('/login');
  const button = page.getByRole('main').getByRole('button', { name: 'Login' });
  await expect(button).toBeDisabled();
  // Its text is as legible as other text: grey instead of transparent.
  await expect(button).toHaveCSS('opacity', '1');
  await page.getByLabel('Email').fill(shopper.email);
  await expect(button).toBeDisabled();
  const field = page.getByLabel('Password', { exact: true });
  await expect(field).toHaveAttribute('autocomplete', 'current-password');
  // As paste and password managers do, without keys.
  await field.focus();
  await page.keyboard.insertText('wrong guess');
  await expect(field).toHaveValue('wrong guess');
  await expect(button).toBeEnabled();
  await button.click();
  await expect(page.getByRole('alert').getByText('Incorrect email or password')).toBeVisible();
  await expect(button).toBeFocused();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button.click();
  await page.waitForURL('/');
  await page.goto('/login');
  await page.waitForURL('/');
});

test('the error of a login comes into view once, and the page stays where it is while the shopper types', async ({
  phone: page,
  errors,
}) => {
  errors.allow(/status of 401/);
  await page.setViewportSize({ width: 360, height: 240 });
  await page.goto('/login');
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toBeInViewport();
  await page.getByLabel('Email').focus();
  const scrolled = () => page.evaluate(() => window.scrollY);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await page.getByLabel('Email').focus();
  const before = await scrolled();
  await page.getByLabel('Email').evaluate((input: HTMLInputElement) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    set?.call(input, 'somebody@example.com');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(page.getByLabel('Email')).toHaveValue('somebody@example.com');
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await expect(page.getByRole('main').getByRole('alert')).toBeAttached();
  expect(await scrolled()).toBe(before);
});

test('a link to the login keeps the page until that of the login has loaded', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/login-page-[^/]+\.js/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/');
  const asked = page.waitForRequest(/\/login-page-[^/]+\.js/);
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await asked;
  await expect(page.getByRole('heading', { name: 'Login' })).toBeHidden();
  release();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await expect(page.getByLabel('Email')).toBeVisible();
});

test('login returns to the page that required it and never to another site', async ({
  phone: page,
  openPage,
  shop,
  shopper,
  errors,
}) => {
  errors.allow(/Failed to load resource/);
  await page.goto('/dashboard/myorders');
  await expect(page.getByRole('heading', { name: 'Please Login' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.waitForURL('/login');
  await submitLogin(page, shopper);
  await page.waitForURL('/dashboard/myorders');
  await expect(page.getByText('No Data')).toBeVisible();

  const other = await openPage({ widthPx: 360 });
  await other.goto('/login');
  await other.evaluate(() =>
    history.replaceState({ ...history.state, usr: { from: '//evil.example/' } }, ''),
  );
  await other.reload();
  await submitLogin(other, shopper);
  await other.waitForURL(`${shop.url}/`);
});

test('the account page of a phone links to its pages, closes to the previous page and logs out', async ({
  phone: page,
  shopper,
}) => {
  await login(page, shopper);
  await page.goto('/search');
  await page.goto('/cart');
  await page.getByRole('banner').getByRole('link', { name: 'Account' }).click();
  await page.waitForURL('/user');
  const menu = page.getByRole('navigation', { name: 'Account' });
  await expect(menu.getByText('Ravi Menon')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.waitForURL('/cart');

  await page.goto('/user');
  await menu.getByRole('link', { name: 'My Orders' }).click();
  await page.waitForURL('/dashboard/myorders');
  await page.goto('/user');
  await menu.getByRole('link', { name: 'Save Address' }).click();
  await page.waitForURL('/dashboard/address');
  await page.goto('/user');
  await menu.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL('/');
  await expectToast(page, 'Logged out');
  await page.getByRole('banner').getByRole('link', { name: 'Account' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toBeVisible();
  expect(
    await page.evaluate(() => [localStorage.getItem('accesstoken'), localStorage.getItem('refreshToken')]),
  ).toEqual([null, null]);
});

test('the desktop account menu opens, moves the focus and closes by keyboard', async ({ page, shopper }) => {
  await login(page, shopper);
  const button = page.getByRole('banner').getByRole('button', { name: 'Account' });
  await button.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('navigation', { name: 'Account' });
  const orders = menu.getByRole('link', { name: 'My Orders' });
  await expect(orders).toBeVisible();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(orders).toBeHidden();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(orders).toBeVisible();
  // The name, Profile, My Orders.
  for (let link = 0; link < 3; link += 1) await page.keyboard.press('Tab');
  await expect(orders).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL('/dashboard/myorders');
  await expect(
    page.locator('[data-testid=account-menu]').getByRole('link', { name: 'My Orders' }),
  ).toBeHidden();
});

test('the form of a new account shows how strong the password is while it is typed', async ({
  phone: page,
}) => {
  const lists: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('password-strength')) lists.push(request.url());
  });
  await page.goto('/register');
  await page.getByLabel('Name').fill('Asha');
  await page.getByLabel('Email').fill('a.krishnan@example.com');
  expect(lists).toEqual([]);
  const password = page.getByLabel('Password', { exact: true });
  for (const [typed, strength] of [
    ['7 mangoe', 'Too short'],
    ['iloveyou2024', 'Too easy to guess'],
    ['krishnan at the lake', 'Contains your name or email'],
    ['seven mangoes in june', 'Strong'],
  ] as const) {
    await password.fill(typed);
    await expect(page.getByText(`Password strength: ${strength}`)).toBeVisible();
  }
  await expectAccessible(page);
});
