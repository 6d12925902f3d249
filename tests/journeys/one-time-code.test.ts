import type { Page } from 'playwright-core';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { axeViolations } from './axe.ts';
import { hear } from './goods.ts';
import { hasFocus } from './keyboard.ts';
import { aboutCode, askForCode, boxesOf, boxOf, paste } from './one-time-code.ts';
import type { OpenShop } from './open-shop.ts';
import { codeIn, mailsTo, newestMailTo } from './outbox.ts';
import { openAccount } from './shopper.ts';
import type { Entrance } from './visitor.ts';
import { withShop } from './with-shop.ts';

let shop: OpenShop;
let entrance: Entrance;
withShop((setting) => {
  ({ shop, entrance } = setting);
});

const wrongCode = 'Incorrect or expired code. Check it or request a new one.';
const main = (page: Page) => page.getByRole('main');

/** A code that is not the one of the mail. */
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('the boxes: digits go on by themselves, backspace goes back, arrows move, and nothing else gets in', async () => {
  const account = await openAccount(shop);
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 1440 });
  await askForCode(page, account.email);
  const code = codeIn(await newestMailTo(shop, account.email, aboutCode));
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.keyboard.type('1a-2 3');
  await expect.poll(() => boxesOf(page)).toBe('123___');
  await expect.poll(() => hasFocus(boxOf(page, 4))).toBe(true);
  await press('Backspace', 'Backspace');
  await expect.poll(() => boxesOf(page)).toBe('1_____');
  await expect.poll(() => hasFocus(boxOf(page, 2))).toBe(true);
  await press('End', '6', 'Home', 'ArrowRight', 'ArrowRight', '3', 'ArrowLeft', 'ArrowLeft', '2');
  await expect.poll(() => boxesOf(page)).toBe('123__6');
  await press('Home', 'Delete', 'Backspace', 'End', 'ArrowRight', 'Backspace', 'Home', 'ArrowLeft');
  await expect.poll(() => boxesOf(page)).toBe('_23___');
  await expect.poll(() => hasFocus(boxOf(page, 1))).toBe(true);

  await press('Enter');
  await page.getByText('Enter all 6 digits.').waitFor();
  await expect.poll(() => hasFocus(boxOf(page, 1))).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  await paste(page, 'no code at all');
  await expect.poll(() => boxesOf(page)).toBe('_23___');

  // As a keyboard in Hindi types them, and as a phone fills them in: all at once, into whatever box.
  const hindi = code.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)));
  await boxOf(page, 4).fill(hindi);
  await page.waitForURL('/reset-password');
  expect(complaints).toEqual([]);
});

test('a wrong code is said, empties the boxes and begins anew, and after five the right one is wrong, too', async () => {
  const account = await openAccount(shop);
  const { page } = await entrance.admit(shop.url, { widthPx: 360 });
  await askForCode(page, account.email);
  const code = codeIn(await newestMailTo(shop, account.email, aboutCode));
  for (let tries = 0; tries < 5; tries += 1) {
    await page.keyboard.type(otherThan(code));
    await main(page).getByText(wrongCode).waitFor();
    await expect.poll(() => hasFocus(boxOf(page, 1))).toBe(true);
    await expect.poll(() => boxesOf(page)).toBe('______');
    if (tries === 0) expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press(code.charAt(0));
    await main(page).getByText(wrongCode).waitFor({ state: 'hidden' });
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
  }
  await paste(page, code);
  await main(page).getByText(wrongCode).waitFor();
  expect(new URL(page.url()).pathname).toBe('/verification-otp');

  // A minute later another code is sent, which has tries of its own.
  await page.clock.install();
  await page.reload();
  await page.getByRole('button', { name: /^Send again in \d+ s$/ }).waitFor();
  await page.clock.fastForward(61_000);
  await shop.database.db.query(sql`
    update password_reset set sent_at = sent_at - interval '1 minute' where email = ${account.email}`);
  await page.getByRole('button', { name: 'Send again', exact: true }).click();
  await page.getByRole('button', { name: /^Send again in/ }).waitFor();
  const next = codeIn(await newestMailTo(shop, account.email, aboutCode, 2));
  await expect.poll(() => hasFocus(boxOf(page, 1))).toBe(true);
  await page.keyboard.type(next);
  await page.waitForURL('/reset-password');
});

test('a code that was not looked at stays in its boxes: too many tries, or no connection', async () => {
  const account = await openAccount(shop);
  const { page } = await entrance.admit(shop.url, { widthPx: 360 });
  await askForCode(page, account.email);
  const code = codeIn(await newestMailTo(shop, account.email, aboutCode));
  const call = '**/api/user/verify-forgot-password-otp';
  const error = { success: false, error: true, code: 'TOO_MANY_REQUESTS', message: 'Too many tries.' };
  await page.route(call, (route) =>
    route.fulfill({ status: 429, headers: { 'Retry-After': '270' }, json: error }),
  );
  await page.keyboard.type(code);
  await main(page).getByText('Too many attempts. Please try again in 5 minutes.').waitFor();
  await expect.poll(() => boxesOf(page)).toBe(code);

  await page.unroute(call);
  await page.route(call, (route) => route.abort());
  await page.getByRole('button', { name: 'Verify' }).click();
  await main(page).getByText('The shop cannot be reached.').waitFor();
  await expect.poll(() => boxesOf(page)).toBe(code);

  await page.unroute(call);
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.waitForURL('/reset-password');
});

test('nobody learns whether an address is registered, and nothing is sent to one that is not', async () => {
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 360 });
  await askForCode(page, 'nobody@example.com');
  await hear(page, 'If this address is registered, we sent a code to it.');
  await page.keyboard.type('123456');
  await main(page).getByText(wrongCode).waitFor();
  expect(await mailsTo(shop, 'nobody@example.com')).toEqual([]);
  // The browser itself reports the answer of 400.
  expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
});
