import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectAccessible } from './accessibility.ts';
import { codeEmail, otpInput, otpValue, paste, requestCode } from './otp.ts';
import { codeIn } from './shop.ts';
import { expectToast } from './storefront.ts';
import { expect, test } from './test.ts';

const wrongCode = 'Incorrect or expired code. Check it or request a new one.';
const main = (page: Page) => page.getByRole('main');

/** Another code than this one. */
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('the six inputs move the focus on typing, Backspace and arrows, and accept only digits', async ({
  page,
  shop,
  shopper,
}) => {
  await requestCode(page, shopper.email);
  const code = codeIn(await shop.waitForEmail(shopper.email, codeEmail));
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.keyboard.type('1a-2 3');
  await expect.poll(() => otpValue(page)).toBe('123___');
  await expect(otpInput(page, 4)).toBeFocused();
  await press('Backspace', 'Backspace');
  await expect.poll(() => otpValue(page)).toBe('1_____');
  await expect(otpInput(page, 2)).toBeFocused();
  await press('End', '6', 'Home', 'ArrowRight', 'ArrowRight', '3', 'ArrowLeft', 'ArrowLeft', '2');
  await expect.poll(() => otpValue(page)).toBe('123__6');
  await press('Home', 'Delete', 'Backspace', 'End', 'ArrowRight', 'Backspace', 'Home', 'ArrowLeft');
  await expect.poll(() => otpValue(page)).toBe('_23___');
  await expect(otpInput(page, 1)).toBeFocused();

  await press('Enter');
  await expect(page.getByText('Enter all 6 digits.')).toBeVisible();
  await expect(otpInput(page, 1)).toBeFocused();
  await expectAccessible(page);
  await paste(page, 'no code at all');
  await expect.poll(() => otpValue(page)).toBe('_23___');

  // Devanagari digits, filled in at once as a phone does.
  const hindi = code.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)));
  await otpInput(page, 4).fill(hindi);
  await page.waitForURL('/reset-password');
});

test('a wrong code empties the inputs, and after five wrong codes the right one is rejected', async ({
  errors,
  phone: page,
  shop,
  shopper,
}) => {
  errors.allow(/status of 400/);
  await requestCode(page, shopper.email);
  const code = codeIn(await shop.waitForEmail(shopper.email, codeEmail));
  for (let tries = 0; tries < 5; tries += 1) {
    await page.keyboard.type(otherThan(code));
    await expect(main(page).getByText(wrongCode)).toBeVisible();
    await expect(otpInput(page, 1)).toBeFocused();
    await expect.poll(() => otpValue(page)).toBe('______');
    if (tries === 0) await expectAccessible(page);
    await page.keyboard.press(code.charAt(0));
    await expect(main(page).getByText(wrongCode)).toBeHidden();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
  }
  await paste(page, code);
  await expect(main(page).getByText(wrongCode)).toBeVisible();
  await expect(page).toHaveURL('/verification-otp');

  // A new code has its own five tries.
  await page.clock.install();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeVisible();
  await page.clock.fastForward(61_000);
  await shop.db.query(sql`
    update password_reset set sent_at = sent_at - interval '1 minute' where email = ${shopper.email}`);
  await page.getByRole('button', { name: 'Send again', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Send again in/ })).toBeVisible();
  const next = codeIn(await shop.waitForEmail(shopper.email, codeEmail, 2));
  await expect(otpInput(page, 1)).toBeFocused();
  await page.keyboard.type(next);
  await page.waitForURL('/reset-password');
});

test('a code stays in the inputs when it was not checked: rate limit or no connection', async ({
  errors,
  phone: page,
  shop,
  shopper,
}) => {
  errors.allow(/net::ERR_FAILED|status of 429/);
  await requestCode(page, shopper.email);
  const code = codeIn(await shop.waitForEmail(shopper.email, codeEmail));
  const call = '**/api/user/verify-forgot-password-otp';
  const error = { success: false, error: true, code: 'TOO_MANY_REQUESTS', message: 'Too many tries.' };
  await page.route(call, (route) =>
    route.fulfill({ status: 429, headers: { 'Retry-After': '270' }, json: error }),
  );
  await page.keyboard.type(code);
  await expect(main(page).getByText('Too many attempts. Please try again in 5 minutes.')).toBeVisible();
  await expect.poll(() => otpValue(page)).toBe(code);

  await page.unroute(call);
  await page.route(call, (route) => route.abort());
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(main(page).getByText('The store cannot be reached.')).toBeVisible();
  await expect.poll(() => otpValue(page)).toBe(code);

  await page.unroute(call);
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.waitForURL('/reset-password');
});

test('the response is the same for an email without account, and no email is sent to it', async ({
  errors,
  phone: page,
  shop,
}) => {
  errors.allow(/status of 400/);
  await requestCode(page, 'unknown@example.com');
  await expectToast(page, 'If this address is registered, we sent a code to it.');
  await page.keyboard.type('123456');
  await expect(main(page).getByText(wrongCode)).toBeVisible();
  expect(await shop.emailsTo('unknown@example.com')).toEqual([]);
});
