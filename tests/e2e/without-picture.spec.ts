import sql from 'sql-template-tag';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { cartControl } from './storefront.ts';
import { expect, test } from './test.ts';

// A product of this shop loses its pictures.
test.use({ shopName: 'without-picture' });

test('a product without a picture has a drawing on its page and in the cart', async ({ openPage, shop }) => {
  const product = await shop.claimProduct();
  await shop.db.query(sql`update product set images = '{}' where id = ${product.id}`);
  for (const widthPx of [360, 1440]) {
    const page = await openPage({ widthPx });
    await page.goto(product.path);
    const drawing = page.getByRole('list', { name: 'Pictures' }).locator('svg.no-picture');
    await expect(drawing).toBeVisible();
    const box = await drawing.boundingBox();
    expect(box?.width).toBeGreaterThan(150);
    expect(box?.height).toBe(box?.width);
    await expect(drawing).toHaveAttribute('aria-hidden', 'true');
    await expectAccessible(page);
    await cartControl(page, product).add.click();
    await page.goto('/cart');
    await expect(page.getByRole('main').locator('li svg.no-picture')).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page);
  }
});
