import { axeViolations } from './accessibility.ts';
import { expect, test } from './test.ts';

test('pages of a shopper meet the rules of axe in the dark theme on a phone', async ({
  openPageAs,
  shop,
  shopper,
}) => {
  const product = await shop.claimProduct();
  await shopper.placeOrder([product], 1);
  await shopper.addToCart(product, 1);
  await shopper.call('saveShoppingList', { name: 'Weekly', isReplacing: false });
  await shopper.call('changeWishlist', { add: [product.id] });
  const [order] = await shopper.call('listOrders', {});
  const page = await openPageAs(shopper, '/', { widthPx: 360 });
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  const pages = [
    { path: '/checkout', text: '12 Lake Road' },
    { path: '/cart', text: product.name },
    { path: '/dashboard/myorders', text: /ORD-/ },
    { path: `/orders/${order?._id}`, text: /ORD-/ },
    { path: `/success?order=${order?._id}`, text: /ORD-/ },
    { path: '/dashboard/address', text: '12 Lake Road' },
    { path: '/dashboard/profile', text: 'This device' },
    { path: '/dashboard/lists', text: 'Weekly' },
    { path: '/wishlist', text: product.name },
    { path: '/user', text: 'Save Address' },
  ];
  for (const { path, text } of pages) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(text).filter({ visible: true }).first()).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect({ path, violations: await axeViolations(page) }).toEqual({ path, violations: [] });
  }
});
