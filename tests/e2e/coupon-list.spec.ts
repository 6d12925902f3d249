import type { Page } from '@playwright/test';
import { newCoupon } from '#tests/fixtures/coupons.ts';
import { expectAccessible, expectNoOverflow, tabTo } from './accessibility.ts';
import type { Account } from './shop.ts';
import { cartControl, confirmButton, submitLogin } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'coupon-list' });

const listOf = (page: Page) => page.getByRole('region', { name: 'Coupons for your cart' });

async function addCoupons(admin: Account, name: string): Promise<Record<'best' | 'small' | 'near', string>> {
  const codes = { best: `BEST${name}`, small: `SMALL${name}`, near: `NEAR${name}`, secret: `SECRET${name}` };
  const percent = { kind: 'PERCENT', percent: 20, capAmt: 100 } as const;
  const coupons = [
    newCoupon({ code: codes.best, isListed: true, value: percent }),
    newCoupon({ code: codes.small, isListed: true, value: { kind: 'FLAT', amountAmt: 10 } }),
    newCoupon({ code: codes.near, isListed: true, value: { kind: 'FLAT', amountAmt: 90 }, minimumAmt: 277 }),
    newCoupon({ code: codes.secret, value: { kind: 'FLAT', amountAmt: 150 } }),
  ];
  for (const coupon of coupons) await admin.call('createCoupon', coupon);
  return codes;
}

test('cart and checkout list what the cart can use or nearly use, and one tap applies the best at each width', async ({
  openPageAs,
  shop,
  shopper,
  admin,
}) => {
  const product = await shop.claimProduct({ pricePaise: 10_000 });
  const { best, small, near } = await addCoupons(admin, product.id.slice(-8).toUpperCase());
  await shopper.addAddress('Old Mill 1');
  await shopper.addToCart(product, 2);
  for (const widthPx of [360, 768, 1440]) {
    const page = await openPageAs(shopper, '/cart', { widthPx, isDark: widthPx === 768 });
    await expect(listOf(page)).toContainText(`Save ₹40 with ${best}`);
    await expect(listOf(page)).toContainText('20% off, at most ₹100');
    await expect(listOf(page)).not.toContainText('SECRET');
    await listOf(page).getByText('Other coupons (2)').click();
    await expect(listOf(page).getByRole('listitem')).toContainText([
      `Save ₹40 with ${best}`,
      `Save ₹10 with ${small}`,
      `Add ₹77 more to use ${near}.`,
    ]);
    await expect(listOf(page).getByRole('button', { name: near })).toHaveCount(0);
    await expectAccessible(page);
    await expectNoOverflow(page);
    await tabTo(page, listOf(page).getByRole('button', { name: `Apply the coupon ${best}` }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: `${best}: ₹40 off` })).toBeVisible();
    await expect(page.getByRole('button', { name: `Remove the coupon ${best}` })).toBeFocused();
    await expect(page.getByText('₹160').filter({ visible: true }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Proceed' }).filter({ visible: true }).click();
    await expect(confirmButton(page)).toHaveText(/₹160$/);
    await expect(listOf(page)).not.toContainText(best);
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.getByRole('button', { name: `Remove the coupon ${best}` }).click();
    await expect(listOf(page)).toContainText(`Save ₹40 with ${best}`);
    await expect(page.getByLabel('Coupon code')).toBeVisible();
    await page.context().close();
  }
});

test('a guest keeps the chosen coupon at the login, and it ends when the server refuses it', async ({
  openPage,
  shop,
  shopper,
  admin,
  errors,
}) => {
  errors.allow(/status of 409/);
  const product = await shop.claimProduct({ pricePaise: 10_000 });
  const code = `GUEST${product.id.slice(-8).toUpperCase()}`;
  const first = `ONCE${product.id.slice(-8).toUpperCase()}`;
  const value = { kind: 'FLAT', amountAmt: 60 } as const;
  const created = await admin.call('createCoupon', newCoupon({ code, isListed: true, value }));
  await admin.call('createCoupon', newCoupon({ code: first, isListed: true, customerLimit: 1 }));
  const page = await openPage({ widthPx: 360 });
  await page.goto(product.path);
  await cartControl(page.getByRole('navigation', { name: 'Cart' }), product).add.click();
  await page.goto('/cart');
  await listOf(page)
    .getByText(/^Other coupons/)
    .click();
  await expect(listOf(page).getByRole('listitem').filter({ hasText: first })).toContainText(
    'Log in and verify your email to use it.',
  );
  await listOf(page)
    .getByRole('button', { name: `Apply the coupon ${code}` })
    .click();
  await expect(page.getByRole('status').filter({ hasText: `${code}: ₹60 off` })).toBeVisible();
  await admin.call('updateCoupon', {
    ...newCoupon({ code, value }),
    _id: created._id,
    version: 1,
    isActive: false,
  });
  await shopper.addAddress('Old Mill 1');
  await page.getByRole('button', { name: 'Proceed' }).click();
  await submitLogin(page, shopper);
  await expect(page.getByText('There is no such coupon.')).toBeVisible();
  await expect(confirmButton(page)).toHaveText(/₹100$/);
});
