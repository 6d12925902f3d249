import { expectAccessible } from './accessibility.ts';
import { confirmButton, deliveryAddress, startSession } from './storefront.ts';
import { expect, test } from './test.ts';

// With a public address and without PAYMENTS a shop takes cash only.
test.use({ shopSettings: { PUBLIC_URL: 'http://shop.example' } });

test('a shop that takes cash only offers no card, and one button places the order', async ({
  phone: page,
  shop,
  shopper,
}) => {
  await shopper.addAddress('Old Mill 1');
  await shopper.addToCart(await shop.claimProduct(), 2);
  await startSession(page, shopper);
  await page.goto('/checkout');
  await expect(deliveryAddress(page).getByText('Old Mill 1')).toBeVisible();
  await expect(page.getByText('Online Payment')).toHaveCount(0);
  await expect(page.getByRole('radio', { name: 'Cash on Delivery' })).toBeChecked();
  await expectAccessible(page);
  await expect(confirmButton(page)).toHaveText('Place order · ₹200');
  await confirmButton(page).click();
  await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();
  expect(await shopper.call('listOrders', {})).toMatchObject([{ payment_method: 'CASH', totalAmt: 200 }]);
});
