import { expectAccessible, expectNoOverflow, tabTo } from './accessibility.ts';
import { cartControl, expectToast, startSession } from './storefront.ts';
import { expect, test } from './test.ts';

test('a shopper on a phone adds what was forgotten to an order, until its packing starts', async ({
  phone: page,
  shop,
  shopper,
  admin,
}) => {
  const [milk, bread] = [await shop.claimProduct(), await shop.claimProduct()];
  const { _id, orderId } = await shopper.placeOrder([milk], 2);
  await startSession(page, shopper);
  await page.goto(`/orders/${_id}`);
  const card = page.getByRole('region', { name: 'Forgot something?' });
  await expect(card.getByRole('link', { name: 'Choose products' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(bread.path);
  await cartControl(page, bread).add.tap();
  await page.goto('/checkout');
  await expect(page.getByText(`Order ${orderId} is not packed yet.`)).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole('link', { name: 'Add to that order' }).tap();
  await card.getByRole('button', { name: 'Add 1 product from your cart' }).tap();
  const dialog = page.getByRole('dialog', { name: `Add to order ${orderId}` });
  await expect(dialog.getByRole('button', { name: /^Add for ₹/ })).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await dialog.getByRole('button', { name: /^Add for ₹/ }).tap();
  await expectToast(page, `Added to order ${orderId}`);
  await expect(page.getByRole('heading', { name: '2 products' })).toBeVisible();
  await expect(card.getByRole('link', { name: 'Choose products' })).toBeVisible();
  const [order] = await shopper.call('listOrders', {});
  expect(order?.items).toMatchObject([{ quantity: 2 }, { name: bread.name, quantity: 1 }]);
  await admin.call('changeOrders', { ids: [_id], to: 'PACKING', allowUnpicked: true });
  await expect(card).toHaveCount(0);
});

test('packing that starts in the meantime refuses the addition, which stays in the cart, by keyboard', async ({
  page,
  shop,
  shopper,
  admin,
}) => {
  const [milk, bread] = [await shop.claimProduct(), await shop.claimProduct()];
  const { _id, orderId } = await shopper.placeOrder([milk], 2);
  await startSession(page, shopper);
  await page.goto(bread.path);
  await cartControl(page, bread).add.click();
  await page.goto(`/orders/${_id}`);
  const button = page.getByRole('button', { name: 'Add 1 product from your cart' });
  await expect(button).toBeVisible();
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Add to order ${orderId}` });
  const confirm = dialog.getByRole('button', { name: /^Add for ₹/ });
  await expect(confirm).toBeVisible();
  await admin.call('changeOrders', { ids: [_id], to: 'PACKING', allowUnpicked: true });
  await expect(dialog.getByRole('alert')).toHaveText(/^Nothing can be added to this order any more/);
  await expect(confirm).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(await shopper.call('listCartLines', {})).toMatchObject([{ quantity: 1 }]);
});
