import { expect, type Page } from '@playwright/test';

/** Subject of the email with the code. */
export const codeEmail = /code is \d{6}/;

/** One of the six inputs, counted from 1. */
export const otpInput = (page: Page, digit: number) => page.getByLabel(`Digit ${digit} of 6`);

/** The six inputs as text, `_` for an empty one. */
export async function otpValue(page: Page): Promise<string> {
  const digits = [1, 2, 3, 4, 5, 6].map((digit) => otpInput(page, digit).inputValue());
  return (await Promise.all(digits)).map((digit) => digit || '_').join('');
}

/** Asks for a code on the way from the login page; ends at the six inputs. */
export async function requestCode(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  // Before the form is hydrated, the link loads a page without the email.
  await page.locator('main form').evaluate(async (form) => {
    while (!Object.keys(form).some((key) => key.startsWith('__reactFiber'))) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.waitForURL('/forgot-password');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.waitForURL('/verification-otp');
  await expect(otpInput(page, 1)).toBeFocused();
}

/** Pastes text into the focused element. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}
