import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectAccessible } from './accessibility.ts';
import type { Shop } from './shop.ts';
import { cartButton, familyCard, hold, sizeChooser, sizeOf, startSession } from './storefront.ts';
import { expect, test } from './test.ts';

interface Family {
  name: string;
  brand: string;
  /** Smallest first. */
  sizes: { id: string; unit: string }[];
}

/** A family of the demo catalogue with a size of 1 kg and one of 5 kg, both with enough pieces in stock. */
async function claimFamily({ db, updateProduct }: Shop, position: number): Promise<Family> {
  const rows = await db.query<{ id: string; name: string; brand: string; unit: string }>(sql`
    with claimed as (
      select family from product where family <> '' and unit in ('1 kg', '5 kg')
      group by family having count(*) = 2 order by family limit 1 offset ${position})
    select id, name, brand, unit from product join claimed using (family)
    order by split_part(unit, ' ', 1)::numeric`);
  const [first] = rows;
  if (first === undefined) throw new Error('The demo catalogue has no families.');
  for (const row of rows)
    await updateProduct(row, {
      stock: 40,
      pricePaise: row.unit === '1 kg' ? 6000 : 27_500,
      discountBasisPoints: 0,
    });
  return {
    name: first.name.replace(/ \([^)]*\)$/, ''),
    brand: first.brand,
    sizes: rows.map(({ id, unit }) => ({ id, unit })),
  };
}

async function search(page: Page, family: Family, more = ''): Promise<void> {
  await page.goto(`/search?q=${encodeURIComponent(`${family.name}${more}`)}`);
}

test('a tap on the ADD of a family before the page is hydrated opens the choice of its sizes', async ({
  phone: page,
  shop,
}) => {
  const family = await claimFamily(shop, 5);
  const release = await hold(page, /\/assets\/[^/]+\.js$/);
  const opening = search(page, family);
  const choose = familyCard(page, family).getByRole('link', { name: /\d options/ });
  await choose.tap();
  await expect(choose).toHaveAttribute('data-tapped');
  await expect(page).toHaveURL(/\/search/);
  release();
  await opening;
  await expect(sizeChooser(page, family)).toBeVisible();
  await expect(page).toHaveURL(/\/search/);
});

test('a shopper buys two sizes of one family from one card, by touch on a narrow phone', async ({
  phone: page,
  shop,
  shopper,
}) => {
  const family = await claimFamily(shop, 0);
  await page.setViewportSize({ width: 360, height: 740 });
  await startSession(page, shopper);
  await search(page, family);
  const card = familyCard(page, family);
  await expect(card).toHaveCount(1);
  const choose = card.getByRole('link', { name: /\d options/ });
  await expect(choose).toContainText(/ADD\d+ options/);
  await choose.tap();
  await expect(sizeChooser(page, family)).toBeVisible();
  await expect(page).toHaveURL(/\/search/);
  await expect(sizeOf(page, family, '1 kg')).toContainText('₹60.00/kg');
  await expect(sizeOf(page, family, '5 kg')).toContainText('₹55.00/kg');
  await expectAccessible(page);
  await sizeOf(page, family, '1 kg').getByRole('button', { name: /^Add / }).tap();
  await sizeOf(page, family, '5 kg').getByRole('button', { name: /^Add / }).tap();
  await sizeOf(page, family, '5 kg')
    .getByRole('button', { name: /^One more / })
    .tap();
  await sizeChooser(page, family).getByRole('button', { name: 'Close' }).tap();
  await expect(sizeChooser(page, family)).toBeHidden();
  await expect(choose).toHaveAccessibleName(/^3 .*, in cart$/);
  await expect(choose).toContainText(/^3\d+ options/);
  const [small, large] = family.sizes;
  await expect.poll(() => shopper.cart()).toEqual({ [small?.id ?? '']: 1, [large?.id ?? '']: 2 });
  await page.reload();
  await expect(choose).toContainText(/^3/);
});

test('a family is chosen from and bought by keyboard, and the focus returns to its card', async ({
  page,
  shop,
}) => {
  const family = await claimFamily(shop, 1);
  await search(page, family);
  const choose = familyCard(page, family).getByRole('link', { name: /\d options/ });
  await choose.focus();
  await page.keyboard.press('Enter');
  const add = (unit: string) => sizeOf(page, family, unit).getByRole('button').last();
  // The first size has the focus, so Enter adds it.
  await expect(sizeChooser(page, family).getByRole('button', { name: /^Add / }).first()).toBeFocused();
  await page.keyboard.press('Enter');
  while (!(await add('5 kg').evaluate((button) => button === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(sizeChooser(page, family)).toBeHidden();
  await expect(choose).toBeFocused();
  await expect(choose).toHaveAccessibleName(/^2 .*, in cart$/);
  await expect(cartButton(page, /2 items?/)).toBeVisible();
});

test('sizes with the same unit are told apart by their names, in the choice and on the product page', async ({
  phone: page,
  shop,
}) => {
  const [one, other] = [await shop.claimProduct(), await shop.claimProduct()];
  const name = `Noodles ${one.id.slice(-6)}`;
  await shop.db.query(sql`
    update product set family = lower(${name}), unit = '70 g', name = ${name} || case id when ${one.id} then ' Masala' else ' Atta' end
    where id in (${one.id}, ${other.id})`);
  await page.goto(`/search?q=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name: /2 options/ }).tap();
  const chooser = page.getByRole('dialog');
  await expect(chooser.getByRole('link', { name: 'Masala, 70 g' })).toBeVisible();
  await chooser.getByRole('link', { name: 'Atta, 70 g' }).tap();
  const sizes = page.getByRole('navigation', { name: 'Sizes' });
  await expect(sizes.getByRole('link', { name: /^Atta, 70 g/ })).toHaveAttribute('aria-current', 'page');
  await expect(sizes.getByRole('link', { name: /^Masala, 70 g/ })).toBeVisible();
});

test('a search for a size shows that size, whose page lists all sizes as links', async ({ page, shop }) => {
  const family = await claimFamily(shop, 2);
  await search(page, family, ' 5 kg');
  const card = familyCard(page, family);
  await expect(card).toContainText('5 kg');
  await card.getByRole('heading').getByRole('link').click();
  const sizes = page.getByRole('navigation', { name: 'Sizes' });
  await expect(sizes.locator('[aria-current=page]')).toContainText('5 kg');
  await sizes.getByRole('link', { name: /^1 kg/ }).click();
  await expect(sizes.locator('[aria-current=page]')).toContainText('1 kg');
  await expect(page.getByTestId('product-offer')).toContainText('₹60.00/kg');
  const canonical = page.locator('link[rel=canonical]');
  await expect(canonical).toHaveAttribute('href', new RegExp(`${family.sizes[0]?.id}$`));
});

test('without JavaScript ADD of a family leads to the page that lists its sizes', async ({
  openPage,
  shop,
}) => {
  const family = await claimFamily(shop, 3);
  const page = await openPage({ widthPx: 360, hasScript: false });
  await search(page, family);
  await familyCard(page, family)
    .getByRole('link', { name: /\d options/ })
    .click();
  const sizes = page.getByRole('navigation', { name: 'Sizes' });
  await expect(sizes.getByRole('link', { name: /^1 kg/ })).toBeVisible();
  await expect(sizes.getByRole('link', { name: /^5 kg/ })).toBeVisible();
});

test('the choice of sizes says that they could not be loaded, and loads them again', async ({
  phone: page,
  shop,
  errors,
}) => {
  errors.allow(/Failed to load resource/);
  const family = await claimFamily(shop, 4);
  await search(page, family);
  let isBroken = true;
  await page.route('**/api/product/get-product-details', (route) =>
    isBroken ? route.abort() : route.continue(),
  );
  await familyCard(page, family)
    .getByRole('link', { name: /\d options/ })
    .tap();
  await expect(sizeChooser(page, family).getByRole('alert')).toBeVisible();
  isBroken = false;
  await sizeChooser(page, family).getByRole('button', { name: 'Try again' }).tap();
  await expect(sizeOf(page, family, '5 kg')).toBeVisible();
});
