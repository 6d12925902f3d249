import type { Page } from 'playwright-core';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { axeViolations } from './axe.ts';
import type { OpenShop } from './open-shop.ts';
import { newestMailTo, pathIn } from './outbox.ts';
import { type Account, logIn, openAccount } from './shopper.ts';
import { type Entrance, register } from './visitor.ts';
import { withShop } from './with-shop.ts';

let shop: OpenShop;
let entrance: Entrance;
withShop((setting) => {
  ({ shop, entrance } = setting);
});

const reminderOf = (page: Page) => page.getByText('This email is not verified yet.');
const aboutAddress = /Confirm your e-mail address/;

async function isVerified({ email }: Pick<Account, 'email'>): Promise<boolean> {
  const [row] = await shop.database.db.query<{ is_verified: boolean }>(sql`
    select verify_email as is_verified from account where email = ${email}`);
  return row?.is_verified === true;
}

test('the link of the first mail verifies the address, and the reminder goes in every tab', async () => {
  const { page, openTab, complaints } = await entrance.admit(shop.url, { widthPx: 360 });
  await page.goto('/register');
  const email = await register(page);
  await page.waitForURL('/');
  await page.goto('/dashboard/profile');
  await reminderOf(page).waitFor();

  const mail = await newestMailTo(shop, email, aboutAddress);
  const tab = await openTab();
  const asked: string[] = [];
  tab.on('request', (request) => {
    if (request.url().endsWith('/api/user/verify-email')) asked.push(request.url());
  });
  await tab.goto(pathIn(mail));
  await tab.getByRole('heading', { name: 'E-mail address verified' }).waitFor();
  await tab.getByText(email).waitFor();
  expect(await axeViolations(tab)).toEqual([]);
  expect(await isVerified({ email })).toBe(true);
  await reminderOf(page).waitFor({ state: 'hidden' });
  expect(asked).toHaveLength(1);

  // Opened once more it is as good as before.
  await tab.reload();
  await tab.getByRole('heading', { name: 'E-mail address verified' }).waitFor();
  await tab.getByRole('link', { name: 'See my profile' }).click();
  await tab.waitForURL('/dashboard/profile');
  await tab.getByRole('heading', { name: 'Profile' }).waitFor();
  await expect.poll(() => reminderOf(tab).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('a link opened where nobody is logged in verifies all the same, and leads to the login', async () => {
  const account = await openAccount(shop);
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 1440 });
  await page.goto(pathIn(await newestMailTo(shop, account.email, aboutAddress)));
  await page.getByRole('heading', { name: 'E-mail address verified' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.waitForURL('/login');
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(account.email);
  expect(complaints).toEqual([]);
});

test('a link that does not work says so, and the way to a new one depends on who asks', async () => {
  const account = await openAccount(shop);
  const { page } = await entrance.admit(shop.url, { widthPx: 360 });
  for (const path of ['/verify-email', '/verify-email?code=', '/verify-email?code=%20']) {
    await page.goto(path);
    await page.getByRole('heading', { name: 'This link is not complete' }).waitFor();
  }
  expect(await axeViolations(page)).toEqual([]);
  await page.goto('/verify-email?code=nonsense');
  await page.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Log in to get a new link' }).click();
  await page.waitForURL('/login');
  await logIn(page, account);
  await page.waitForURL('/dashboard/profile');

  await page.goto('/verify-email?code=nonsense');
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText(`We sent the link to ${account.email}.`).waitFor();
  await page.goto(pathIn(await newestMailTo(shop, account.email, aboutAddress, 2)));
  await page.getByRole('heading', { name: 'E-mail address verified' }).waitFor();
  await page.goto('/verify-email?code=nonsense');
  await page.getByText(`Your address ${account.email} is verified already.`).waitFor();
});

test('a link that the shop could not be asked about can be tried again', async () => {
  const account = await openAccount(shop);
  const { page } = await entrance.admit(shop.url, { widthPx: 768 });
  await page.route('**/api/user/verify-email', (route) => route.abort());
  await page.goto(pathIn(await newestMailTo(shop, account.email, aboutAddress)));
  await page.getByRole('heading', { name: 'The link could not be checked' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.unroute('**/api/user/verify-email');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'E-mail address verified' }).waitFor();
});

test('an address that somebody else has registered meanwhile stays theirs', async () => {
  const account = await openAccount(shop);
  const wanted = `wanted.${Date.now()}@example.com`;
  await account.call('updateUser', {
    name: 'Ravi Menon',
    mobile: '9876543210',
    email: wanted,
    password: 'seven mangoes',
  });
  const mail = await newestMailTo(shop, wanted, /new e-mail address/);
  await shop.database.db.query(sql`
    insert into account (id, name, email, password_hash) values (${`taken${Date.now()}`}, 'Mira', ${wanted}, '-')`);
  const { page } = await entrance.admit(shop.url, { widthPx: 360 });
  await page.goto(pathIn(mail));
  await page.getByRole('heading', { name: 'This address has an account of its own' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
});
