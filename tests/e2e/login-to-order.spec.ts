import { cartControl, submitLogin, toasts } from './storefront.ts';
import { expect, test } from './test.ts';

// The settings of this shop change.
test.use({ shopName: 'login-to-order' });

test('a guest below the minimum reads what is missing, and above it logs in to order without a bar or a toast', async ({
  phone: page,
  shop,
  shopper,
  admin,
  errors,
}) => {
  errors.allow(/Failed to load resource/);
  const [cheap, dear] = [
    await shop.claimProduct({ pricePaise: 2200 }),
    await shop.claimProduct({ pricePaise: 9000 }),
  ];
  const { version, settings } = await admin.call('getStoreSettings', {});
  await admin.call('updateStoreSettings', { version, settings: { ...settings, minimumOrderAmt: 99 } });
  await page.goto(cheap.path);
  await cartControl(page, cheap).add.click();
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Add ₹77 more' }).tap();
  await page.waitForURL('/');
  await page.goto(dear.path);
  await expect(page.getByRole('navigation', { name: 'Cart' })).toContainText('₹90');
  await cartControl(page, dear).add.click();
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Proceed' }).tap();
  await expect(page.getByRole('heading', { name: 'Log in or register to order' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Cart' })).toHaveCount(0);
  await expect(toasts(page)).toHaveCount(0);
  const main = page.getByRole('main');
  const [logIn, register] = [
    main.getByRole('button', { name: 'Login' }),
    main.getByRole('link', { name: 'Register' }),
  ];
  expect((await register.boundingBox())?.width).toBe((await logIn.boundingBox())?.width);
  await submitLogin(page, shopper);
  await page.waitForURL('/checkout');
  await expect(page.getByRole('radio', { name: 'Cash on Delivery' })).toBeVisible();
});
