import sql from 'sql-template-tag';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { password } from './shop.ts';
import { confirmButton, expectToast } from './storefront.ts';
import { expect, test } from './test.ts';

test('an owner makes an offer and a coupon at 360 px; a shopper orders with both, and a first order more is refused', async ({
  openPageAs,
  shop,
  shopper,
  admin,
  errors,
}) => {
  const product = await shop.claimProduct({ pricePaise: 10_000 });
  const code = `FIRST${product.id.slice(-8).toUpperCase()}`;
  const owner = await openPageAs(admin, '/dashboard/offers', { widthPx: 360 });
  await owner.getByRole('button', { name: 'New offer' }).click();
  const offer = owner.getByRole('dialog', { name: 'New offer' });
  await offer.getByLabel('Name').fill(`Three for two ${product.id}`);
  await offer.getByLabel('Discount type').selectOption('Free pieces');
  await offer.getByLabel('Products').fill(product.name);
  await offer.getByRole('list', { name: 'Products found' }).getByRole('button').first().click();
  await expect(offer.getByRole('list', { name: 'Chosen products' }).getByRole('button')).toHaveText(
    new RegExp(product.name),
  );
  await expectAccessible(owner);
  await expectNoOverflow(owner);
  await offer.getByRole('button', { name: 'Create' }).click();
  await expectToast(owner, 'Offers saved');
  await expect(owner.getByText('Buy 2, get 1 free, for 1 product')).toBeVisible();

  await owner.getByRole('button', { name: 'New coupon' }).click();
  const coupon = owner.getByRole('dialog', { name: 'New coupon' });
  errors.allow(/status of 400/);
  await coupon.getByLabel('Code').fill('A B');
  await coupon.getByRole('button', { name: 'Create' }).click();
  await expect(coupon.getByLabel('Code')).toBeFocused();
  await coupon.getByLabel('Code').fill(code.toLowerCase());
  await coupon.getByLabel('Amount (₹)').fill('30');
  await coupon.getByRole('checkbox', { name: 'First order only' }).check();
  await coupon.getByLabel('Code').press('Enter');
  await expectToast(owner, 'Coupon created');
  await expectAccessible(owner);
  await expectNoOverflow(owner);

  await shopper.addAddress('Old Mill 1');
  await shopper.addToCart(product, 3);
  const page = await openPageAs(shopper, '/checkout', { widthPx: 360 });
  await expect(confirmButton(page)).toHaveText(/₹200$/);
  errors.allow(/status of 409/);
  await page.getByLabel('Coupon code').fill('nosuchcode');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('There is no such coupon.')).toBeVisible();
  await shop.db.query(sql`update account set verify_email = false where id = ${shopper.userId}`);
  await page.getByLabel('Coupon code').fill(code.toLowerCase());
  await page.getByLabel('Coupon code').press('Enter');
  await expect(page.getByText('Verify your email address to use this coupon.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Verify email' })).toHaveAttribute(
    'href',
    '/dashboard/profile',
  );
  await expectNoOverflow(page);
  await shop.db.query(sql`update account set verify_email = true where id = ${shopper.userId}`);
  await page.getByLabel('Coupon code').press('Enter');
  await expect(page.getByRole('status').filter({ hasText: `${code}: ₹30 off` })).toBeVisible();
  await expect(confirmButton(page)).toHaveText(/₹170$/);
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check();
  await confirmButton(page).click();
  await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();
  const orders = await shopper.call('listOrders', {});
  expect(orders[0]?.totalAmt).toBe(170);
  await page.goto(`/orders/${orders[0]?._id}`);
  await expect(page.getByText(code)).toBeVisible();
  await expect(page.getByText('–₹30')).toBeVisible();

  await shopper.addToCart(product, 1);
  await page.goto('/checkout');
  await page.getByRole('heading', { name: 'Summary' }).hover();
  await page.getByLabel('Coupon code').fill(code);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('This coupon is for your first order only.')).toBeVisible();

  await owner.reload();
  await expect(owner.getByText('1 used · ₹30 given').first()).toBeVisible();
  const row = owner.getByRole('list', { name: 'Offers without a code' }).getByRole('listitem');
  await shop.db.query(sql`
    update session set authenticated_at = now() - interval '1 hour' where user_id = ${admin.userId}`);
  errors.allow(/status of 403/);
  await row.filter({ hasText: product.id }).getByRole('button', { name: 'Remove' }).click();
  const stepUp = owner.getByRole('dialog', { name: 'Confirm that it’s you' });
  await stepUp.getByLabel('Password').fill(password);
  await owner.keyboard.press('Enter');
  await expectToast(owner, 'Offer removed');
});

test('a coupon of which an item was removed says what is missing at 360 px, and the order without it does not use it up', async ({
  openPageAs,
  shop,
  shopper,
  admin,
}) => {
  const product = await shop.claimProduct({ pricePaise: 10_000 });
  const code = `TWO${product.id.slice(-8).toUpperCase()}`;
  const scope = { minimumAmt: 200, categoryIds: [], productIds: [], startsAt: null, endsAt: null };
  await admin.call('createCoupon', {
    ...{ code, value: { kind: 'FLAT', amountAmt: 30 }, ...scope },
    ...{ customerLimit: 1, totalLimit: null, isFirstOrderOnly: false, isListed: false, isActive: true },
  });
  await shop.db.query(sql`update account set verify_email = true where id = ${shopper.userId}`);
  await shopper.addAddress('Old Mill 1');
  await shopper.addToCart(product, 2);
  const page = await openPageAs(shopper, '/checkout', { widthPx: 360 });
  await page.getByRole('heading', { name: 'Summary' }).hover();
  await page.getByLabel('Coupon code').fill(code);
  await page.getByLabel('Coupon code').press('Enter');
  await expect(confirmButton(page)).toHaveText(/₹170$/);
  await page.getByRole('button', { name: `One less ${product.name}`, exact: true }).click();
  const status = page.getByRole('status').filter({ hasText: code });
  await expect(status).toHaveText(
    `Add ₹100 more to use ${code}. Your order is placed without it, and you can use it later.`,
  );
  await expect(confirmButton(page)).toHaveText(/₹100$/);
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check();
  await confirmButton(page).click();
  await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();

  await shopper.addToCart(product, 2);
  await page.goto('/checkout');
  await page.getByRole('heading', { name: 'Summary' }).hover();
  await page.getByLabel('Coupon code').fill(code);
  await page.getByLabel('Coupon code').press('Enter');
  await expect(page.getByRole('status').filter({ hasText: `${code}: ₹30 off` })).toBeVisible();
});

test('an order of which a product has left the category of the coupon shows the new total, and is placed with it', async ({
  errors,
  openPageAs,
  shop,
  shopper,
  admin,
}) => {
  errors.allow(/status of 409/);
  const [milk, bread] = [
    await shop.claimProduct({ pricePaise: 10_000 }),
    await shop.claimProduct({ pricePaise: 10_000 }),
  ];
  const category = `Breakfast ${milk.id}`;
  await shop.db.query(sql`insert into category (id, name) values (${milk.id}, ${category})`);
  await shop.db.query(sql`
    insert into product_category (product_id, category_id)
    values (${milk.id}, ${milk.id}), (${bread.id}, ${milk.id})`);
  const code = `CAT${milk.id.slice(-8).toUpperCase()}`;
  await admin.call('createCoupon', {
    ...{ code, value: { kind: 'PERCENT', percent: 20, capAmt: null }, minimumAmt: 0, startsAt: null },
    ...{ endsAt: null, categoryIds: [milk.id], productIds: [], customerLimit: 1, totalLimit: null },
    ...{ isFirstOrderOnly: false, isListed: false, isActive: true },
  });
  await shop.db.query(sql`update account set verify_email = true where id = ${shopper.userId}`);
  await shopper.addAddress('Old Mill 1');
  await shopper.addToCart(milk, 1);
  await shopper.addToCart(bread, 1);
  const page = await openPageAs(shopper, '/checkout', { widthPx: 360 });
  await page.getByRole('heading', { name: 'Summary' }).hover();
  await page.getByLabel('Coupon code').fill(code);
  await page.getByLabel('Coupon code').press('Enter');
  await expect(confirmButton(page)).toHaveText(/₹160$/);
  await shop.db.query(
    sql`delete from product_category where product_id = ${bread.id} and category_id = ${milk.id}`,
  );
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check();
  await confirmButton(page).click();
  const changes = page.getByRole('dialog');
  await expect(changes).toContainText('₹180');
  await changes.getByRole('button', { name: /₹180$/ }).click();
  await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();
  const orders = await shopper.call('listOrders', {});
  expect(orders[0]?.totalAmt).toBe(180);
});
