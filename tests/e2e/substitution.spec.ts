import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectAccessibleInBothThemes, expectNoOverflow, hasFocus, tabTo } from './accessibility.ts';
import type { Account, Shop, TestProduct } from './shop.ts';
import { cartButton, cartControl, confirmButton, submitLogin } from './storefront.ts';
import { expect, test } from './test.ts';

const row = (page: Page) => page.getByRole('main').getByRole('button', { name: /^If a product is missing/ });
const sheet = (page: Page) => page.getByRole('dialog');

/** What the lines of the newest order say of missing products, by product id. */
async function orderedChoices({ db, userId }: Account) {
  const rows = await db.query<{ product_id: string; substitution: string; preferred_id: string | null }>(sql`
    select l.product_id, l.substitution, l.preferred_id from order_line l
    join customer_order o on o.id = l.order_id where o.user_id = ${userId}`);
  return Object.fromEntries(rows.map((each) => [each.product_id, [each.substitution, each.preferred_id]]));
}

/** Makes a product one that is sold by 500 g. */
async function sellByWeight(shop: Shop, product: TestProduct): Promise<void> {
  await shop.db.query(sql`
    update product set step_grams = 500, unit = '500 g', weight_tolerance_basis_points = 1000 where id = ${product.id}`);
  await shop.db.query(sql`update product_stock set stock = 20000 where product_id = ${product.id}`);
  await expect
    .poll(() => shop.call('getProductDetails', { productId: product.id }))
    .toMatchObject({ unit: '500 g', stepGrams: 500 });
}

/** Waits until a search finds the product with its mark. */
async function markVegetarian(shop: Shop, { id, name }: TestProduct): Promise<void> {
  await shop.db.query(sql`update product set veg = true where id = ${id}`);
  await expect
    .poll(() => shop.call('searchProducts', { search: name }))
    .toContainEqual(expect.objectContaining({ _id: id, veg: true }));
}

test('a guest chooses on a phone what replaces missing products, and the choices reach the order', async ({
  phone: page,
  shop,
  shopper,
}) => {
  await shopper.addAddress('12 Lake Road');
  const [milk, bread] = [await shop.claimProduct(), await shop.claimProduct()];
  for (const product of [milk, bread]) {
    await page.goto(product.path);
    await cartControl(page, product).add.tap();
  }
  await expect(cartButton(page, /2 items/)).toBeVisible();
  await page.goto('/cart');
  await expect(row(page)).toContainText('Replace with something similar');
  await row(page).tap();
  await sheet(page).getByRole('radio', { name: 'Ask me' }).tap();
  await sheet(page).getByRole('combobox', { name: bread.name }).selectOption('Refund');
  await sheet(page)
    .getByRole('button', { name: `Choose a replacement for ${milk.name}` })
    .tap();
  const replacement = sheet(page)
    .getByRole('button', { name: /^Choose .+/ })
    .first();
  await expect(replacement).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectNoOverflow(page);
  const chosen = ((await replacement.getAttribute('aria-label')) ?? '').replace('Choose ', '');
  await replacement.tap();
  await expect(sheet(page).getByRole('button', { name: `Remove ${chosen} as a replacement` })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectNoOverflow(page);
  await sheet(page).getByRole('button', { name: 'Close' }).tap();
  await expect(row(page)).toContainText('Ask me · 2 products differ');
  await page.reload();
  await expect(row(page)).toContainText('Ask me · 2 products differ');
  await expect(page.getByText('If missing: Refund')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectNoOverflow(page);

  await page.getByRole('main').getByRole('button', { name: 'Proceed' }).last().tap();
  await page.waitForURL('/login');
  await submitLogin(page, shopper);
  await page.waitForURL('/checkout');
  await expect(row(page)).toContainText('Ask me · 2 products differ');
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check();
  await confirmButton(page).tap();
  await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();
  const preferred = expect.stringMatching(/^[0-9A-Za-z]+$/);
  expect(await orderedChoices(shopper)).toEqual({
    [milk.id]: ['ASK', preferred],
    [bread.id]: ['REFUND', null],
  });
  // Remembered for the next order.
  expect(await shopper.call('getSubstitution', {})).toEqual({ choice: 'ASK', products: [] });
});

test('with the keyboard alone a replacement is searched for, chosen and removed, and the focus stays with it', async ({
  openPageAs,
  shop,
  shopper,
}) => {
  const [milk, other] = [await shop.claimProduct(), await shop.claimProduct()];
  // What is not vegetarian does not replace what is.
  await markVegetarian(shop, other);
  await shopper.addToCart(milk, 1);
  const page = await openPageAs(shopper, '/cart');
  await tabTo(page, row(page));
  await page.keyboard.press('Enter');
  const open = sheet(page).getByRole('button', { name: `Choose a replacement for ${milk.name}` });
  await tabTo(page, open);
  await page.keyboard.press('Enter');
  const back = sheet(page).getByRole('button', { name: 'Back' });
  await expect.poll(() => hasFocus(back)).toBe(true);
  await tabTo(page, sheet(page).getByLabel('Search for another product'));
  await page.keyboard.type(other.name);
  await page.keyboard.press('Enter');
  const choose = sheet(page).getByRole('button', { name: `Choose ${other.name}`, exact: true });
  await tabTo(page, choose);
  await page.keyboard.press('Enter');
  const chosen = sheet(page).getByRole('button', { name: `First choice: ${other.name}` });
  await expect.poll(() => hasFocus(chosen)).toBe(true);
  await expect
    .poll(() => shopper.call('getSubstitution', {}))
    .toMatchObject({ products: [{ productId: milk.id, choice: 'SIMILAR', preferred: { _id: other.id } }] });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(open).toBeVisible();
  await sheet(page).getByRole('combobox', { name: milk.name }).selectOption('As for all products');
  await expect.poll(() => shopper.call('getSubstitution', {})).toEqual({ choice: 'SIMILAR', products: [] });
  await page.keyboard.press('Escape');
  await expect.poll(() => hasFocus(row(page))).toBe(true);
});

test('from the drawer of the cart the choice opens above it, and Escape leads back to the drawer', async ({
  openPageAs,
  shop,
  shopper,
}) => {
  await shopper.addToCart(await shop.claimProduct(), 1);
  const page = await openPageAs(shopper, '/');
  await cartButton(page, /1 item/).click();
  const drawer = page.getByRole('dialog', { name: 'Cart' });
  await drawer.getByRole('button', { name: /^If a product is missing/ }).click();
  const choice = page.getByRole('dialog', { name: 'If a product is missing' });
  await choice.getByRole('radio', { name: 'Refund' }).click();
  await page.keyboard.press('Escape');
  await expect(choice).toBeHidden();
  const opener = drawer.getByRole('button', { name: 'If a product is missing Refund' });
  await expect.poll(() => hasFocus(opener)).toBe(true);
  await expect.poll(() => shopper.call('getSubstitution', {})).toEqual({ choice: 'REFUND', products: [] });
});

test('a choice that cannot be saved is taken back, and a toast says so', async ({
  errors,
  openPageAs,
  shop,
  shopper,
}) => {
  errors.allow(/net::ERR_FAILED/);
  await shopper.addToCart(await shop.claimProduct(), 1);
  const page = await openPageAs(shopper, '/cart');
  await page.route('**/api/cart/set-substitution', (route) => route.abort());
  await row(page).click();
  await sheet(page).getByRole('radio', { name: 'Refund' }).click();
  await expect(page.getByText('check your connection')).toBeVisible();
  await expect(sheet(page).getByRole('radio', { name: /^Replace/ })).toBeChecked();
});

test('choices that cannot be read can be read again, and the order does not wait for them', async ({
  errors,
  openPageAs,
  shop,
  shopper,
}) => {
  errors.allow(/net::ERR_FAILED/);
  await shopper.addToCart(await shop.claimProduct(), 1);
  await shopper.addAddress('12 Lake Road');
  const page = await openPageAs(shopper, '/robots.txt');
  await page.route('**/api/cart/substitution', (route) => route.abort());
  await page.goto('/checkout');
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check();
  await expect(confirmButton(page)).toBeEnabled();
  await row(page).click();
  const again = sheet(page).getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unroute('**/api/cart/substitution');
  await again.click();
  await expect(sheet(page).getByRole('radio', { name: /^Replace/ })).toBeChecked();
});

test('a product by weight says in page, cart and bill that what is weighed is paid', async ({
  phone: page,
  shop,
}) => {
  const onions = await shop.claimProduct();
  await sellByWeight(shop, onions);
  await page.goto(onions.path);
  await expect(page.getByText('₹200.00/kg').first()).toBeVisible();
  await expect(
    page.getByText('Sold by weight: you pay for what is weighed, at most ₹100 for 500 g.'),
  ).toBeVisible();
  await cartControl(page, onions).add.tap();
  await cartControl(page, onions).more.tap();
  await expect(cartButton(page, /2 items/)).toBeVisible();
  await page.goto('/cart');
  await expect(page.getByText('2 × 500 g = 1 kg')).toBeVisible();
  await expect(page.getByText('By weight, at most ₹200')).toBeVisible();
  await expect(page.getByText('For products by weight you pay what is weighed')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectNoOverflow(page);
});
