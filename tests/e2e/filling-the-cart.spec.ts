import sql from 'sql-template-tag';
import { cartButton, cartControl, expectToast, startSession } from './storefront.ts';
import { expect, test } from './test.ts';

// A button with aria-disabled still handles taps, to show the reason.
const disabled = { force: true };

test('rapid taps on a slow network end at the quantity of the last tap @everyday', async ({
  phone: page,
  shop,
  shopper,
}) => {
  const product = await shop.claimProduct();
  await startSession(page, shopper);
  await page.goto(product.path);
  const tapped = Promise.withResolvers<void>();
  let requests = 0;
  await page.route(/\/api\/cart\/(create|update-qty|delete-cart-item)$/, async (route) => {
    requests += 1;
    await tapped.promise;
    await route.continue();
  });
  const { add, more, less, quantity } = cartControl(page, product);
  await add.tap();
  for (let tap = 0; tap < 8; tap += 1) await more.tap();
  for (let tap = 0; tap < 4; tap += 1) await less.tap();
  await expect(quantity).toHaveText('5');
  tapped.resolve();
  await expect.poll(() => shopper.cart()).toEqual({ [product.id]: 5 });
  expect(requests).toBeLessThan(5);
  await page.reload();
  await expect(quantity).toHaveText('5');
});

test('a tap on ADD before hydration is replayed once after it, and only where it means the same', async ({
  phone: page,
  shop,
}) => {
  const product = await shop.claimProduct();
  let released = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  // Until the styles have been loaded, the button that larger screens show is visible too.
  const { add, quantity } = cartControl(page.getByRole('navigation', { name: 'Cart' }), product);
  const tapEarly = async (opening: Promise<unknown>) => {
    await add.tap();
    await add.tap();
    await expect(add).toHaveAttribute('data-tapped', /^Add /);
    released.resolve();
    await opening;
    await expect(quantity).toHaveText('1');
    await expect(page.locator('[data-tapped]')).toHaveCount(0);
  };
  // On a busy machine the toast is gone when the page has been opened.
  await Promise.all([tapEarly(page.goto(product.path)), expectToast(page, 'Item added')]);
  // After the reload the product is in the cart: hydration turns the button into +.
  released = Promise.withResolvers<void>();
  await tapEarly(page.reload());
  await page.goto(product.path);
  await expect(quantity).toHaveText('1');
});

test("adding shows 'Item added', and minus at 1 removes the line and shows 'Item remove' @everyday", async ({
  phone: page,
  shop,
  shopper,
  errors,
}) => {
  errors.allow(/Failed to load resource/);
  const product = await shop.claimProduct();
  await page.goto(product.path);
  const { add, more, less } = cartControl(page, product);
  const addAndTakeOut = async () => {
    await add.click();
    await expectToast(page, 'Item added');
    await more.click();
    await less.click();
    await less.click();
    await expectToast(page, 'Item remove');
    await expect(add).toBeVisible();
    await expect(cartButton(page, /item/)).toBeHidden();
  };
  await addAndTakeOut();
  await startSession(page, shopper);
  await page.goto(product.path);
  await addAndTakeOut();
  await expect.poll(() => shopper.cart()).toEqual({});
});

test('plus stops at the stock and at 50 and shows the reason @everyday', async ({ page, shop, shopper }) => {
  const [scarce, plentiful] = [
    await shop.claimProduct({ stock: 3 }),
    await shop.claimProduct({ stock: 400 }),
  ];
  await shopper.addToCart(plentiful, 48);
  await startSession(page, shopper);
  await page.goto(scarce.path);
  const three = cartControl(page, scarce);
  await three.add.click();
  for (let tap = 0; tap < 2; tap += 1) await three.more.click();
  await three.more.click(disabled);
  await expectToast(page, 'Only 3 left');
  await expect(three.quantity).toHaveText('3');

  await page.goto(plentiful.path);
  const fifty = cartControl(page, plentiful);
  for (let tap = 0; tap < 2; tap += 1) await fifty.more.click();
  await fifty.more.click(disabled);
  await expectToast(page, 'At most 50 per order');
  await expect(fifty.quantity).toHaveText('50');
  await expect(cartButton(page, /53 items/)).toBeVisible();
});

test('the cart is reduced to the stock that is left when it sold since the page was loaded @everyday', async ({
  errors,
  phone: page,
  shop,
  shopper,
}) => {
  errors.allow(/status of 409/);
  const product = await shop.claimProduct({ stock: 10 });
  await shopper.addToCart(product, 2);
  await startSession(page, shopper);
  await page.goto(product.path);
  const { more, quantity } = cartControl(page, product);
  await expect(quantity).toHaveText('2');
  await shop.db.query(sql`update product_stock set stock = 4 where product_id = ${product.id}`);
  for (let tap = 0; tap < 5; tap += 1) await more.tap(disabled);
  await expectToast(page, 'Only 4 left');
  await expect(quantity).toHaveText('4');
  await expect.poll(() => shopper.cart()).toEqual({ [product.id]: 4 });
});

test('a change that the server rejects is shown at once and rolled back with the error', async ({
  errors,
  phone: page,
  shop,
  shopper,
}) => {
  errors.allow(/status of 50[03]/);
  const product = await shop.claimProduct();
  await shopper.addToCart(product, 1);
  await startSession(page, shopper);
  await page.goto(product.path);
  const { more, less, quantity } = cartControl(page, product);
  await expect(quantity).toHaveText('1');

  const released = Promise.withResolvers<void>();
  await page.route('**/api/cart/update-qty', async (route) => {
    await released.promise;
    await route.fulfill({
      status: 500,
      json: { success: false, error: true, code: 'INTERNAL', message: 'Something went wrong on our side.' },
    });
  });
  await more.tap();
  await expect(quantity).toHaveText('2');
  await expect(cartButton(page, /2 items/)).toBeVisible();
  released.resolve();
  await expectToast(page, 'Something went wrong on our side.');
  await expect(quantity).toHaveText('1');

  // Without a connection the change would be kept and sent later: see offline.spec.ts.
  await page.route('**/api/cart/delete-cart-item', (route) =>
    route.fulfill({
      status: 503,
      json: { success: false, error: true, code: 'UNAVAILABLE', message: 'Please try again in a moment.' },
    }),
  );
  await less.tap();
  await expectToast(page, 'Please try again in a moment.');
  await expect(quantity).toHaveText('1');

  await page.unroute('**/api/cart/update-qty');
  await more.tap();
  await expect.poll(() => shopper.cart()).toEqual({ [product.id]: 2 });
});

for (const { screen, widthPx } of [
  { screen: 'a drawer on a desktop', widthPx: 1440 },
  { screen: 'a page on a phone', widthPx: 360 },
]) {
  test(`the cart is ${screen}, from empty through the totals to the login @everyday`, async ({
    openPage,
    shop,
  }) => {
    const [discounted, plain] = [
      await shop.claimProduct({ pricePaise: 10_000, discountBasisPoints: 1000 }),
      await shop.claimProduct({ pricePaise: 5_550 }),
    ];
    const page = await openPage({ widthPx });
    if (widthPx === 360) await page.goto('/cart');
    else {
      await page.goto('/search');
      await cartButton(page, 'My Cart').click();
    }
    const cart = widthPx === 360 ? page.getByRole('main') : page.getByRole('dialog', { name: 'Cart' });
    await expect(cart.getByText('Your cart is empty')).toBeVisible();
    await expect(cart.locator('svg[viewBox="0 0 200 150"]')).toHaveCount(1);
    await cart.getByRole('link', { name: 'Shop Now' }).click();
    await page.waitForURL('/');

    await page.goto(discounted.path);
    await cartControl(page, discounted).add.click();
    await cartControl(page, discounted).more.click();
    await page.goto(plain.path);
    await cartControl(page, plain).add.click();
    await cartButton(page, /3 items/).click();

    await expect(cart.getByRole('heading', { name: 'Cart' }).first()).toBeVisible();
    await expect(cart.getByText('Your total savings ₹20')).toBeVisible();
    const bill = cart.locator('dl');
    const line = (term: string) =>
      bill
        .locator('div')
        .filter({ has: page.getByText(term, { exact: true }) })
        .getByRole('definition');
    await expect(line('Items total').locator('s')).toHaveText('₹255.50');
    await expect(line('Items total')).toHaveText('₹255.50₹235.50');
    await expect(line('Quantity total')).toHaveText('3 item');
    await expect(line('Delivery Charge')).toHaveText('Free');
    await expect(line('Grand total')).toHaveText('₹235.50');

    await cart.getByRole('button', { name: 'Proceed' }).click();
    await page.waitForURL('/login');
    await expect(page.getByRole('heading', { name: 'Log in or register to order' })).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
  });
}

test('the drawer stays open while a page loads under it, and the back button closes it', async ({
  page,
  shop,
}) => {
  const product = await shop.claimProduct();
  await page.goto(product.path);
  await cartControl(page, product).add.click();
  await expect(cartButton(page, /1 item/)).toBeVisible();
  const released = Promise.withResolvers<void>();
  await page.route(/\.data(\?|$)/, async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').last().click();
  await cartButton(page, /1 item/).click();
  const drawer = page.getByRole('dialog', { name: 'Cart' });
  await expect(drawer).toBeVisible();
  await expect(page).toHaveURL(product.path);
  released.resolve();
  await page.waitForURL((url) => url.pathname !== product.path);
  await expect(page.locator('main [aria-current="page"]')).toBeVisible();
  await expect(drawer).toBeVisible();

  await page.goBack();
  await page.waitForURL((url) => url.pathname === product.path);
  await expect(drawer).toBeHidden();
});
