import { expectAccessible } from './accessibility.ts';
import { expect, test } from './test.ts';

test('a cart is saved as a list, added again without what is sold out, renamed and deleted', async ({
  openPageAs,
  shop,
  shopper,
  errors,
}) => {
  // Of a name that is taken.
  errors.allow(/Failed to load resource.*409/);
  const [milk, bread] = [await shop.claimProduct(), await shop.claimProduct()];
  await shopper.addToCart(milk, 3);
  await shopper.addToCart(bread, 1);
  const page = await openPageAs(shopper, '/dashboard/lists', { widthPx: 360 });
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Save the cart as a list' }).click();
  await dialog.getByLabel('Name').fill('Weekly');
  await dialog.getByRole('button', { name: 'Save' }).dblclick();
  await expect(page.getByText('List saved')).toBeVisible();
  await expect(dialog).toBeHidden();
  // The same name replaces the list only after a second confirmation.
  await page.getByRole('button', { name: 'Save the cart as a list' }).click();
  await dialog.getByLabel('Name').fill('weekly');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('You have a list of this name already.')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByRole('button', { name: 'Replace that list' }).click();
  await expect(dialog).toBeHidden();
  await expectAccessible(page);

  for (const { _id } of await shopper.call('listCartLines', {}))
    await shopper.call('deleteCartLine', { _id });
  await shop.updateProduct(bread, { stock: 0 });
  await page.goto('/dashboard/lists');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Weekly' }) });
  await expect(card.getByText('2 products')).toBeVisible();
  await expectAccessible(page);
  await card.getByRole('button', { name: /^Add to cart/ }).click();
  await expect(dialog.getByText('Not everything is in stock')).toBeVisible();
  await expect(dialog.getByText(`${milk.name} × 3`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  expect(await shopper.cart()).toEqual({ [milk.id]: 3 });
  await card.getByText('Products', { exact: true }).click();
  await expect(card.getByText('Sold out')).toBeVisible();
  await card.getByRole('button', { name: `Remove ${bread.name}` }).click();
  await expect(card.getByText('1 product', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Rename Weekly' }).click();
  await dialog.getByLabel('Name').fill('Monthly');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Monthly' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete Monthly' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No lists yet')).toBeVisible();
});
