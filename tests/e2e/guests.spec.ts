import { cartButton, cartControl, login, submitLogin } from './storefront.ts';
import { expect, test } from './test.ts';

test('a guest cart survives a reload and stays in step with a second tab', async ({ page, shop }) => {
  const product = await shop.claimProduct();
  await page.goto(product.path);
  await cartControl(page, product).add.click();
  await expect(cartButton(page, /1 item ₹100/)).toBeVisible();
  await page.reload();
  await expect(cartButton(page, /1 item ₹100/)).toBeVisible();

  const secondTab = await page.context().newPage();
  await secondTab.goto('/cart');
  await cartControl(secondTab, product).more.click();
  await expect(cartButton(secondTab, /2 items ₹200/)).toBeVisible();
  await expect(cartButton(page, /2 items ₹200/)).toBeVisible();
  await cartControl(page, product).less.click();
  await cartControl(page, product).less.click();
  await expect(secondTab.getByText('Your cart is empty')).toBeVisible();
});

test('two tabs that log in at the same time merge the guest cart into the account once', async ({
  page,
  shop,
  shopper,
}) => {
  const [inBoth, guestOnly, accountOnly] = [
    await shop.claimProduct(),
    await shop.claimProduct(),
    await shop.claimProduct(),
  ];
  await shopper.addToCart(inBoth, 2);
  await shopper.addToCart(accountOnly, 1);
  await page.goto(inBoth.path);
  await cartControl(page, inBoth).add.click();
  await cartControl(page, inBoth).more.click();
  await cartControl(page, inBoth).more.click();
  await page.goto(guestOnly.path);
  await cartControl(page, guestOnly).add.click();
  await expect(cartButton(page, /4 items/)).toBeVisible();

  const secondTab = await page.context().newPage();
  const bothRequested = Promise.withResolvers<void>();
  let requests = 0;
  await page.context().route('**/api/user/login', async (route) => {
    requests += 1;
    if (requests === 2) bothRequested.resolve();
    await bothRequested.promise;
    await route.continue();
  });
  for (const tab of [page, secondTab]) await tab.goto('/login');
  await Promise.all([submitLogin(page, shopper), submitLogin(secondTab, shopper)]);
  for (const tab of [page, secondTab]) await expect(cartButton(tab, /7 items/)).toBeVisible();
  expect(await shopper.cart()).toEqual({
    [inBoth.id]: 5,
    [guestOnly.id]: 1,
    [accountOnly.id]: 1,
  });
  for (const tab of [page, secondTab]) {
    await tab.reload();
    await expect(cartButton(tab, /7 items/)).toBeVisible();
  }
});

test('logout reaches the other tab, and the guest gets a new cart', async ({ page, shop, shopper }) => {
  const [ofAccount, ofGuest] = [await shop.claimProduct(), await shop.claimProduct()];
  await shopper.addToCart(ofAccount, 3);
  await login(page, shopper);
  const secondTab = await page.context().newPage();
  await secondTab.goto(ofGuest.path);
  for (const tab of [page, secondTab]) await expect(cartButton(tab, /3 items/)).toBeVisible();

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  for (const tab of [page, secondTab]) {
    await expect(tab.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(cartButton(tab, 'My Cart')).toBeVisible();
  }
  expect(await page.evaluate(() => localStorage.getItem('accesstoken'))).toBeNull();

  await cartControl(secondTab, ofGuest).add.click();
  await expect(cartButton(page, /1 item/)).toBeVisible();
  expect(await shopper.cart()).toEqual({ [ofAccount.id]: 3 });
  await login(page, shopper);
  for (const tab of [page, secondTab]) await expect(cartButton(tab, /4 items/)).toBeVisible();
  expect(await shopper.cart()).toEqual({ [ofAccount.id]: 3, [ofGuest.id]: 1 });
});

test('a guest cart that could not be merged at login is merged later, even after the session has ended', async ({
  errors,
  page,
  shop,
  shopper,
}) => {
  errors.allow(/net::ERR_FAILED|status of 401/);
  const product = await shop.claimProduct();
  await page.goto(product.path);
  await cartControl(page, product).add.click();
  await page.route('**/api/cart/**', (route) => route.abort());
  await login(page, shopper);
  await shopper.revokeSessions();
  await page.evaluate(() => localStorage.setItem('accesstoken', 'expired'));
  await page.reload();
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await shopper.cart()).toEqual({});

  await page.unroute('**/api/cart/**');
  await login(page, shopper);
  await expect(cartButton(page, /1 item/)).toBeVisible();
  expect(await shopper.cart()).toEqual({ [product.id]: 1 });
});
