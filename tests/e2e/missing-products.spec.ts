import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import type { PickingOrder } from '#contract/picking/picking.ts';
import { expectAccessibleInBothThemes, expectNoOverflow, hasFocus, tabTo } from './accessibility.ts';
import type { Account, Shop, TestProduct } from './shop.ts';
import { expect, test } from './test.ts';

/** A picker whose phone records lines of an order that it has taken. */
async function pick(picker: Account, _id: string) {
  const order: PickingOrder = await picker.call('takeOrder', { _id });
  const common = () => ({ _id, version: 1, at: new Date().toISOString() });
  const positionOf = (product: TestProduct) =>
    order.lines.find(({ productId }) => productId === product.id)?.position ?? -1;
  return {
    found: (product: TestProduct, found: number) =>
      picker.call('recordPickedLine', {
        ...common(),
        position: positionOf(product),
        found,
        replacement: null,
      }),
    ask: (product: TestProduct, found: number, proposals: { productId: string; quantity: number }[]) =>
      picker.call('askShopper', { ...common(), position: positionOf(product), found, proposals }),
    pack: () => picker.call('packOrder', { ...common(), bags: 1 }),
  };
}

/** An order of two pieces each, of a shopper who wants to be asked; the last product is sold by 500 g. */
async function orderToAsk(shop: Shop, shopper: Account) {
  const claim = () => shop.claimProduct();
  const [milk, bread, eggs, onions] = [await claim(), await claim(), await claim(), await claim()];
  const soy = await shop.claimProduct({ nameHindi: 'सोया दूध' });
  await shop.db.query(sql`
    update product set step_grams = 500, unit = '500 g', weight_tolerance_basis_points = 1000 where id = ${onions.id}`);
  await shop.db.query(sql`update product_stock set stock = 20000 where product_id = ${onions.id}`);
  // What has a mark is not replaced by what has none.
  const ids = [milk, bread, eggs, onions, soy].map(({ id }) => id);
  await shop.db.query(sql`update product set veg = null where id = any (${ids}::text[])`);
  await shopper.call('setSubstitution', { choice: 'ASK' });
  const { _id } = await shopper.placeOrder([milk, bread, eggs, onions], 2);
  return { _id, milk, bread, eggs, onions, soy };
}

const question = (page: Page, name: string) => page.getByRole('region', { name });
const proposal = (page: Page, { name }: TestProduct) =>
  page.getByRole('button', { name: `Choose ${name}`, exact: true });

test('a shopper on a phone is asked about missing products, and reads in lines, bill and history what became of each', async ({
  openPageAs,
  shop,
  shopper,
  admin,
}) => {
  const { _id, milk, bread, eggs, onions, soy } = await orderToAsk(shop, shopper);
  const page = await openPageAs(shopper, `/orders/${_id}`, { widthPx: 360 });
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const home = await page.context().newPage();
  await home.goto('/');
  const phone = await pick(admin, _id);
  await phone.ask(milk, 0, [
    { productId: soy.id, quantity: 2 },
    { productId: bread.id, quantity: 1 },
  ]);
  const asked = question(page, `${milk.name} is missing`);
  await expect(asked.getByText('Costs you at most ₹200')).toBeVisible();
  await expect(asked.getByText(/^\d+ seconds left to choose$/)).toBeVisible();
  await expect(asked.getByRole('status')).toHaveText(
    new RegExp(`^${milk.name} is missing. \\d+ seconds left to choose.$`),
  );
  await expectAccessibleInBothThemes(page);
  await expectNoOverflow(page);
  await expect(home.getByRole('status').filter({ hasText: 'Choose a replacement' })).toBeVisible();
  await home.close();
  await proposal(page, soy).tap();
  await expect(asked.getByText(`You chose ${soy.name}.`).first()).toBeVisible();

  await phone.ask(bread, 1, [{ productId: soy.id, quantity: 1 }]);
  const partly = question(page, `We found 1 of 2 ${bread.name}`);
  await partly.getByRole('button', { name: 'Refund instead' }).tap();
  await expect(partly.getByText('You chose a refund.').first()).toBeVisible();

  await phone.ask(eggs, 0, [{ productId: soy.id, quantity: 2 }]);
  const ignored = question(page, `${eggs.name} is missing`);
  await expect(ignored.getByRole('button', { name: 'Refund instead' })).toBeVisible();
  await shop.db.query(sql`
    update substitution_question set deadline = now() + interval '2 seconds' where order_id = ${_id} and answered_at is null`);
  await phone.found(onions, 926);
  await expect(ignored.getByText('The time to choose is over.').first()).toBeVisible();
  await phone.pack();

  const lines = page.getByRole('region', { name: '4 products' }).getByRole('listitem');
  const lineOf = ({ name }: TestProduct) => lines.filter({ hasText: name });
  await expect(lineOf(milk).first()).toContainText(`Replaced by ${soy.name}`);
  await expect(lineOf(bread)).toContainText('1 of 2');
  await expect(lineOf(onions)).toContainText('926 g of 1 kg');
  await expect(lines.filter({ hasText: `In place of ${milk.name}` })).toContainText('₹200');
  await expect(lines.filter({ hasText: `In place of ${eggs.name}` })).toContainText('₹200');
  const history = page.getByRole('listitem').filter({ hasText: 'Packing' }).first();
  await expect(history).toContainText(`You chose ${soy.name} instead of ${milk.name}`);
  await expect(history).toContainText(`No answer in time about ${eggs.name}`);
  await expect(history).toContainText(`${onions.name}: 926 g of 1 kg`);
  // 800 − 100 for the bread − 14.80 for the onions.
  await expect(page.getByText('₹685.20').first()).toBeVisible();
  await expect(page.getByText('–₹114.80')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectNoOverflow(page);
  const steps = await shop.db.query<{ reason: string | null }>(sql`
    select reason from order_history where order_id = ${_id} order by id`);
  expect(steps.map(({ reason }) => reason)).toContain(`Chose ${soy.name} instead of ${milk.name}.`);

  await page.goto('/dashboard/myorders');
  await page.getByRole('main').locator('summary').first().tap();
  await expect(page.getByText(`In place of ${milk.name}`)).toBeVisible();
  await expectNoOverflow(page);
});

test('with the keyboard alone a question is answered in Hindi, and the focus stays with it', async ({
  openPage,
  shop,
  shopper,
  admin,
}) => {
  const { startSession } = await import('./storefront.ts');
  const { _id, milk, soy } = await orderToAsk(shop, shopper);
  const page = await openPage({ widthPx: 360 });
  await page.context().addCookies([{ name: 'language', value: 'hi', url: shop.url }]);
  await startSession(page, shopper);
  await page.goto(`/orders/${_id}`);
  const phone = await pick(admin, _id);
  await phone.ask(milk, 0, [{ productId: soy.id, quantity: 2 }]);
  const asked = question(page, `${milk.name} नहीं मिला`);
  await expect(asked.getByText('सोया दूध')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectNoOverflow(page);
  await tabTo(page, page.getByRole('button', { name: 'सोया दूध चुनें' }));
  await page.keyboard.press('Enter');
  await expect(asked.getByText('आपने सोया दूध चुना।').first()).toBeVisible();
  await expect.poll(() => hasFocus(asked.getByRole('heading'))).toBe(true);
});
