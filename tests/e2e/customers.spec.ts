import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { adminMenu } from './dashboard.ts';
import { confirmButton, expectToast } from './storefront.ts';
import { expect, test } from './test.ts';

test('staff find a customer at 360 px, grant store credit and block the account; the shopper pays with it and is refused', async ({
  openPageAs,
  shop,
  shopper,
  admin,
  errors,
}) => {
  await shopper.addAddress('Old Mill 1');
  await shopper.addToCart(await shop.claimProduct(), 2);
  const board = await openPageAs(admin, '/dashboard/customers', { widthPx: 360 });
  await board.getByRole('searchbox', { name: 'Search customers' }).fill(shopper.email);
  const found = board.getByRole('list', { name: 'Customers', exact: true }).getByRole('listitem');
  await expect(found).toHaveCount(1);
  await expect(found).toContainText('0 orders · Net sales ₹0');
  await expectAccessible(board);
  await expectNoOverflow(board);
  await board.getByRole('link', { name: 'Ravi Menon' }).click();
  const current = adminMenu(board).getByRole('link', { name: 'Customers' });
  await expect(current).toHaveAttribute('aria-current', 'page');
  await expect(current).toBeInViewport({ ratio: 1 });
  await board.getByLabel('New note').fill('Rings twice.');
  await board.getByRole('button', { name: 'Add note' }).click();
  await expect(board.getByRole('list', { name: 'Notes' }).getByText('Rings twice.')).toBeVisible();
  await board.getByRole('button', { name: 'Change store credit' }).click();
  const credit = board.getByRole('dialog', { name: 'Change store credit' });
  await credit.getByLabel('Amount (₹)').fill('250');
  await credit.getByLabel('Reason').fill('Late delivery');
  await credit.getByLabel('Reason').press('Enter');
  await expectToast(board, 'Store credit is now ₹250');
  await expectAccessible(board);
  await expectNoOverflow(board);

  const page = await openPageAs(shopper, '/checkout', { widthPx: 360 });
  await page.getByRole('checkbox', { name: 'Use ₹200 store credit' }).check();
  await expect(confirmButton(page)).toHaveText(/₹0$/);
  await expectAccessible(page);
  await confirmButton(page).click();
  await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();
  await page.goto('/dashboard/profile');
  const changes = page.getByRole('list', { name: 'Store credit history' });
  await expect(changes.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);

  await board.getByRole('button', { name: 'Block', exact: true }).click();
  const block = board.getByRole('dialog', { name: 'Block Ravi Menon?' });
  await block.getByLabel('Reason').fill('Refused three orders');
  await block.getByRole('button', { name: 'Block' }).click();
  await expectToast(board, 'Customer blocked');
  errors.allow(/status of 403/);
  await shopper.addToCart(await shop.claimProduct(), 1);
  await page.goto('/checkout');
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check();
  await confirmButton(page).click();
  await expect(page.getByRole('alert').getByText('This account cannot place orders.')).toBeVisible();
});
