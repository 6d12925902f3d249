import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectAccessible } from './accessibility.ts';
import { pathIn, type Shop } from './shop.ts';
import { register, submitLogin } from './storefront.ts';
import { expect, test } from './test.ts';

const reminder = (page: Page) => page.getByText('This email is not verified yet.');
const verificationEmail = /Confirm your email address/;

async function isVerified({ db }: Shop, email: string): Promise<boolean> {
  const [row] = await db.query<{ is_verified: boolean }>(sql`
    select verify_email as is_verified from account where email = ${email}`);
  return row?.is_verified === true;
}

test('the link of the first email verifies the address and hides the reminder in every tab', async ({
  phone: page,
  shop,
}) => {
  await page.goto('/register');
  const email = await register(page);
  await page.waitForURL('/');
  await page.goto('/dashboard/profile');
  await expect(reminder(page)).toBeVisible();

  const mail = await shop.waitForEmail(email, verificationEmail);
  const tab = await page.context().newPage();
  const requests: string[] = [];
  tab.on('request', (request) => {
    if (request.url().endsWith('/api/user/verify-email')) requests.push(request.url());
  });
  await tab.goto(pathIn(mail));
  await expect(tab.getByRole('heading', { name: 'Email verified' })).toBeVisible();
  await expect(tab.getByText(email)).toBeVisible();
  await expectAccessible(tab);
  expect(await isVerified(shop, email)).toBe(true);
  await expect(reminder(page)).toBeHidden();
  expect(requests).toHaveLength(1);

  // The link works a second time.
  await tab.reload();
  await expect(tab.getByRole('heading', { name: 'Email verified' })).toBeVisible();
  await tab.getByRole('link', { name: 'See my profile' }).click();
  await tab.waitForURL('/dashboard/profile');
  await expect(tab.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await expect(reminder(tab)).toHaveCount(0);
});

test('a link opened without login verifies the address and leads to the login', async ({
  page,
  shop,
  shopper,
}) => {
  await page.goto(pathIn(await shop.waitForEmail(shopper.email, verificationEmail)));
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.waitForURL('/login');
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
});

test('an invalid link shows the way to a new one, with and without login', async ({
  errors,
  phone: page,
  shop,
  shopper,
}) => {
  errors.allow(/status of 400/);
  for (const path of ['/verify-email', '/verify-email?code=', '/verify-email?code=%20']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
  }
  await expectAccessible(page);
  await page.goto('/verify-email?code=nonsense');
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Log in to get a new link' }).click();
  await page.waitForURL('/login');
  await submitLogin(page, shopper);
  await page.waitForURL('/dashboard/profile');

  await page.goto('/verify-email?code=nonsense');
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText(`We sent the link to ${shopper.email}.`)).toBeVisible();
  await page.goto(pathIn(await shop.waitForEmail(shopper.email, verificationEmail, 2)));
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();
  await page.goto('/verify-email?code=nonsense');
  await expect(page.getByText(`Your address ${shopper.email} is already verified.`)).toBeVisible();
});

test('a link that could not be checked can be tried again', async ({
  errors,
  tablet: page,
  shop,
  shopper,
}) => {
  errors.allow(/net::ERR_FAILED/);
  await page.route('**/api/user/verify-email', (route) => route.abort());
  await page.goto(pathIn(await shop.waitForEmail(shopper.email, verificationEmail)));
  await expect(page.getByRole('heading', { name: 'Couldn’t check the link' })).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/user/verify-email');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();
});

test('a link to an address that another account has registered since does not verify it', async ({
  errors,
  phone: page,
  shop,
  shopper,
}) => {
  errors.allow(/status of 409/);
  const wanted = `wanted.${Date.now()}@example.com`;
  await shopper.call('updateUser', {
    name: 'Ravi Menon',
    mobile: '9876543210',
    email: wanted,
    password: 'seven mangoes',
  });
  const mail = await shop.waitForEmail(wanted, /new email address/);
  await shop.db.query(sql`
    insert into account (id, name, email, password_hash) values (${`taken${Date.now()}`}, 'Mira', ${wanted}, '-')`);
  await page.goto(pathIn(mail));
  await expect(page.getByRole('heading', { name: 'Another account uses this email' })).toBeVisible();
  await expectAccessible(page);
});
