import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { hasFocus } from './keyboard.ts';

/** The subject of the mail that brings the code. */
export const aboutCode = /code is \d{6}/;

/** One of the six boxes, counted from 1. */
export const boxOf = (page: Page, digit: number) => page.getByLabel(`Digit ${digit} of 6`);

/** What stands in the six boxes, with _ for an empty one. */
export async function boxesOf(page: Page): Promise<string> {
  const digits = [1, 2, 3, 4, 5, 6].map((digit) => boxOf(page, digit).inputValue());
  return (await Promise.all(digits)).map((digit) => digit || '_').join('');
}

/** Goes from the login page to the six boxes, for the address that is typed there. */
export async function askForCode(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.waitForURL('/forgot-password');
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.waitForURL('/verification-otp');
  await expect.poll(() => hasFocus(boxOf(page, 1))).toBe(true);
}

/** Pastes into the box that has the keyboard, as from a mail. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}
