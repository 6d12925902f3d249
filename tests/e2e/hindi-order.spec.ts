import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { password } from './shop.ts';
import { productCards } from './storefront.ts';
import { expect, test } from './test.ts';

test('a shopper chooses Hindi, searches in Devanagari, logs in, adds an address and orders, and each page is accessible and in Hindi', async ({
  openPage,
  shop,
  shopper,
}) => {
  const page = await openPage({ widthPx: 360 });
  await page.goto('/');
  await page.getByRole('button', { name: 'हिन्दी' }).click();
  await expectHindi(page);
  await page.getByRole('link', { name: 'किराने का सामान खोजें' }).click();
  await page.getByRole('combobox').fill('दूध');
  await page.waitForURL('/search?q=*');
  await expect(page.getByText(/^खोज के नतीजे: [1-9]/)).toBeVisible();
  await expect(productCards(page).first().getByRole('heading')).toHaveText(/दूध/);
  await expectHindi(page);
  await productCards(page)
    .getByRole('button', { name: /कार्ट में जोड़ें$/ })
    .first()
    .click();
  await page.getByRole('link', { name: /^1 आइटम/ }).click();
  await page.getByRole('main').getByRole('button', { name: 'आगे बढ़ें' }).click();
  await page.waitForURL('/login');
  await expectHindi(page);
  await page.getByLabel('ईमेल').fill(shopper.email);
  await page.getByLabel('पासवर्ड', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'लॉगिन' }).click();
  await page.waitForURL('/checkout');
  await page.getByRole('button', { name: 'पता जोड़ें' }).click();
  const dialog = page.getByRole('dialog', { name: 'पता जोड़ें' });
  await dialog.getByLabel('पता', { exact: true }).fill('12 Lake Road');
  await dialog.getByLabel('पिन कोड').fill('41100');
  await dialog.getByLabel('शहर').fill('Pune');
  await dialog.getByLabel('राज्य').fill('Maharashtra');
  await expectAccessible(page);
  await dialog.getByLabel('पिन कोड').fill('411001');
  await dialog.getByLabel('मोबाइल नंबर').fill('9876543210');
  await dialog.getByRole('button', { name: 'सेव करें' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('radio', { name: 'कैश ऑन डिलीवरी' }).check();
  await expectHindi(page);
  await page.getByRole('button', { name: /^ऑर्डर करें · ₹/ }).click();
  await page.waitForURL(/\/success\?order=/);
  await expect(page.getByRole('heading', { name: 'ऑर्डर सफल रहा' })).toBeVisible();
  await expectHindi(page);
  await page.getByRole('link', { name: 'अपना ऑर्डर ट्रैक करें' }).click();
  await page.waitForURL(/\/orders\//);
  await expect(page.getByRole('heading', { name: /ORD-/ })).toBeVisible();
  await expectHindi(page);

  // The staff cancels it with one of the usual messages.
  const [order] = await shopper.call('listOrders', {});
  const admin = await shop.createAdmin();
  const message = 'Sorry, what you ordered is sold out.';
  await admin.call('stepUp', { password });
  await admin.call('changeOrders', {
    ...{ ids: [order?._id ?? ''], to: 'CANCELLED', reason: 'Out of stock', message },
  });
  await page.reload();
  await expect(page.getByText('माफ़ कीजिए, आपका मँगाया सामान खत्म हो गया।')).toBeVisible();
});

async function expectHindi(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN');
  await expect(page).toHaveTitle(/\p{Script=Devanagari}/u);
  await expectAccessible(page);
  await expectNoOverflow(page);
}
