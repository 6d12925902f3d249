import type { Locator, Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { overflowPx } from './accessibility.ts';
import type { Shop, TestProduct } from './shop.ts';
import { cartControl, hold, productCards } from './storefront.ts';
import { expect, test } from './test.ts';

/** Smallest width and height of a touch target in pixels. */
const targetPx = 44;

/** Links, buttons and fields below 44 px, except links within a sentence and what is hidden for the eye. */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((minimum) => {
    const found: string[] = [];
    for (const element of document.querySelectorAll(
      'main :is(a, button, input, summary), header :is(a, button)',
    )) {
      const target = element.closest('label') ?? element;
      const { width, height } = target.getBoundingClientRect();
      const { display, visibility, opacity } = getComputedStyle(target);
      // The link of a product card covers the card.
      const isEnlarged = getComputedStyle(target, '::after').position === 'absolute';
      const isInText = /\S/.test(target.parentElement?.firstChild?.nodeValue ?? '');
      if (
        isEnlarged ||
        width < 2 ||
        visibility === 'hidden' ||
        opacity === '0' ||
        display === 'none' ||
        isInText
      )
        continue;
      if (width >= minimum - 0.5 && height >= minimum - 0.5) continue;
      found.push(`${Math.round(width)} × ${Math.round(height)}: ${target.outerHTML.slice(0, 120)}`);
    }
    return found;
  }, targetPx);
}

/**
 * The ids of products with the longest name, and of one with its unit in brackets in its name. Names with a word of
 * 40 or more characters do not count: another test gives such a name to a product, and it is cut.
 */
async function findProducts({ db }: Shop) {
  const [row] = await db.query<{
    longest: string;
    longest_name: string;
    sized: string;
    sized_name: string;
    unit: string;
  }>(sql`
    select longest.id as longest, longest.name as longest_name, sized.id as sized, sized.name as sized_name, sized.unit
    from (select * from product_with_categories where stock > 4 and name not like '%)' and name not similar to '[^ ]{40,}' order by length(name) desc, id limit 1) longest,
      (select * from product_with_categories where stock > 4 and name like '%(' || unit || ')' order by id limit 1) sized`);
  if (row === undefined) throw new Error('The demo catalogue is empty.');
  return row;
}

/** A product with three images. */
async function claimWithThumbnails(shop: Shop): Promise<TestProduct> {
  const product = await shop.claimProduct();
  await shop.db.query(sql`
    update product set images = (
      select array_agg(other.images[1]) from (
        select images from product where cardinality(images) > 0 order by id desc limit 3) as other)
    where id = ${product.id}`);
  await shop.updateProduct(product, { stock: 39 });
  return product;
}

/** Whether all text of an element is shown: its lines are not clamped and do not stick out. */
async function isCut(locator: Locator): Promise<boolean> {
  return locator.evaluate(
    ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
      scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1,
  );
}

test('touch targets of product, cart, checkout and orders are at least 44 px at 360 px, and titles of orders are whole', async ({
  openPageAs,
  shop,
  shopper,
}) => {
  const { longest, longest_name, sized, sized_name, unit } = await findProducts(shop);
  const product = await shop.claimProduct();
  await shopper.placeOrder([product], 1);
  await shopper.db.query(sql`update order_line set name = ${longest_name} where product_id = ${product.id}`);
  for (const productId of [longest, sized]) await shopper.call('createCartLine', { productId });
  const page = await openPageAs(shopper, '/', { widthPx: 360 });
  for (const { path, loaded } of [
    { path: product.path, loaded: product.name },
    { path: '/cart', loaded: longest_name },
    { path: '/checkout', loaded: longest_name },
    { path: '/dashboard/myorders', loaded: longest_name },
    { path: '/user', loaded: 'Log Out' },
  ]) {
    await page.goto(path);
    const text = page.getByRole('main').getByText(loaded).filter({ visible: true }).first();
    await expect(text).toBeVisible();
    // The font may arrive after the text.
    if (path === '/dashboard/myorders') await expect.poll(() => isCut(text)).toBe(false);
    expect({ path, small: await smallTargets(page) }).toEqual({ path, small: [] });
    if (!/cart|checkout/.test(path)) continue;
    const name = page.getByRole('main').getByRole('listitem').getByRole('link', { name: longest_name });
    expect(await name.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThanOrEqual(140);
  }
  await expect(page.getByRole('main').getByRole('link', { name: 'Profile', exact: true })).toBeVisible();
  await page.goto('/cart');
  // Between the products and their bill, so that the delivery time is below the total alone.
  const save = await page.getByRole('button', { name: 'Save the cart as a list' }).boundingBox();
  const bill = await page.getByRole('heading', { name: 'Bill details' }).boundingBox();
  expect(save?.y).toBeLessThan(bill?.y ?? 0);
  const title = sized_name.replace(` (${unit})`, '');
  await expect(page.getByRole('main').getByText(title, { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByText(unit, { exact: true }).first()).toBeVisible();
  await expect(page.getByText(`(${unit})`)).toHaveCount(0);
});

test('a phone shows name, price and ADD of a product on the first screen, and a bar for a cart that has something', async ({
  phone: page,
  shop,
}) => {
  const product = await claimWithThumbnails(shop);
  await page.goto('/');
  const bar = page.getByRole('navigation', { name: 'Cart' });
  await expect(bar).toBeHidden();
  await page.goto(product.path);
  await expect(bar.getByText('₹100')).toBeVisible();
  const { add, quantity } = cartControl(page, product);
  const barTop = (await bar.boundingBox())?.y ?? 0;
  const name = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect((name?.y ?? 780) + (name?.height ?? 0)).toBeLessThanOrEqual(barTop);
  const box = await add.boundingBox();
  expect((box?.y ?? 780) + (box?.height ?? 0)).toBeLessThanOrEqual(780);
  await add.tap();
  await expect(bar.getByRole('link', { name: '1 item · ₹100' })).toBeVisible();
  // The stepper stays where ADD was.
  expect(await bar.getByRole('group').boundingBox()).toMatchObject({ y: box?.y });
  await expect(quantity).toHaveText('1');
  await page.goto('/');
  await expect(bar.getByRole('link', { name: /1 item · ₹100/ })).toBeVisible();
});

test('labels of categories are not wider than their tiles', async ({ openPage }) => {
  for (const widthPx of [360, 412, 768]) {
    const page = await openPage({ widthPx });
    await page.goto('/');
    const wider = await page.getByRole('navigation', { name: 'Shop by category' }).evaluate((categories) =>
      [...categories.querySelectorAll('li')].flatMap((tile) => {
        const label = tile.querySelector('a > span:last-child');
        const text = document.createRange();
        if (label !== null) text.selectNodeContents(label);
        return text.getBoundingClientRect().width > tile.getBoundingClientRect().width + 0.5
          ? [label?.textContent]
          : [];
      }),
    );
    expect({ widthPx, wider }).toEqual({ widthPx, wider: [] });
  }
});

test('the placeholder of the search field is not cut at any width', async ({ openPage }) => {
  for (const widthPx of [320, 360, 768, 1024]) {
    const page = await openPage({ widthPx });
    await page.goto('/search');
    const { text, field } = await page.getByRole('combobox').evaluate((input) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(input);
      const context = document.createElement('canvas').getContext('2d');
      if (!(input instanceof HTMLInputElement) || context === null) throw new Error('There is no field.');
      context.font = font;
      const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
      // The button that empties the field takes 18 px.
      return { text: context.measureText(input.placeholder).width, field: input.clientWidth - padding - 18 };
    });
    expect(text, `${widthPx} px`).toBeLessThanOrEqual(field);
  }
});

test('the boxes of a code stay within their form', async ({ openPage }) => {
  for (const widthPx of [320, 360]) {
    const page = await openPage({ widthPx });
    await page.addInitScript(() =>
      history.replaceState({ usr: { email: 'asha@example.com' }, key: 'x', idx: 0 }, ''),
    );
    await page.goto('/verification-otp');
    const button = await page.getByRole('button', { name: 'Verify' }).boundingBox();
    const [first, last] = await Promise.all(
      [1, 6].map((digit) => page.getByLabel(`Digit ${digit} of 6`).boundingBox()),
    );
    if (!button || !first || !last) throw new Error('The form is not shown.');
    expect(first.x, `${widthPx} px`).toBeGreaterThanOrEqual(button.x);
    expect(last.x + last.width, `${widthPx} px`).toBeLessThanOrEqual(button.x + button.width + 0.5);
    if (widthPx === 360) expect(first.width).toBeGreaterThanOrEqual(targetPx);
  }
});

for (const way of ['browser', 'page'] as const) {
  test(`a product page fits 1440 px with a font size of 32 px of the ${way}`, async ({ page, shop }) => {
    const { path } = await shop.claimProduct();
    if (way === 'browser') {
      const session = await page.context().newCDPSession(page);
      await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    }
    await page.goto(path);
    if (way === 'page') {
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '32px';
      });
    }
    expect(await overflowPx(page)).toBe(0);
    const description = await page.locator('dd').first().boundingBox();
    expect(description?.width).toBeGreaterThan(250);
  });
}

for (const widthPx of [320, 360]) {
  test(`the shop fits ${widthPx} px with a font size of 32 px`, async ({ openPage, shop }) => {
    const page = await openPage({ widthPx });
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await page.goto('/');
    const categories = page.getByRole('navigation', { name: 'Shop by category' }).getByRole('link');
    const listings = await categories.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const { path } = await shop.claimProduct();
    for (const each of ['/', '/search?q=milk', path, '/cart', '/login', ...listings.slice(0, 8)]) {
      await page.goto(each ?? '/');
      expect([each, await overflowPx(page)]).toEqual([each, 0]);
    }
  });
}

test('thumbnails show their focus apart from the selection', async ({ page, shop }) => {
  const product = await claimWithThumbnails(shop);
  await page.goto(product.path);
  await page.getByRole('list', { name: 'Pictures' }).focus();
  for (const index of [1, 2]) {
    const thumbnail = page.getByRole('button', { name: `Show picture ${index} of 3` });
    const outline = () =>
      thumbnail.evaluate((button) => {
        const { outlineStyle, outlineColor, outlineWidth } = getComputedStyle(button);
        return outlineStyle === 'none' ? 'none' : `${outlineWidth} ${outlineColor}`;
      });
    expect(await outline()).toBe('none');
    await page.keyboard.press('Tab');
    await expect(thumbnail).toBeFocused();
    expect(await outline()).toMatch(/^2px (?!rgba\(0, 0, 0, 0\))/);
  }
});

test('the backdrop of a dialog does not fade with reduced motion', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'My Cart' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cart' });
  await expect(dialog).toBeVisible();
  expect(await dialog.evaluate((element) => getComputedStyle(element, '::backdrop').animationDuration)).toBe(
    '0.001s',
  );
});

test('Load more has a name while it loads, and says so', async ({ phone: page }) => {
  await page.goto('/search?q=milk');
  const release = await hold(page, /\/api\/product\/search-product/);
  const link = page.getByRole('link', { name: 'Load more' });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole('status').filter({ hasText: 'Loading more products' })).toBeAttached();
  await expect(link).toHaveAccessibleName('Load more');
  release();
  await expect(productCards(page)).toHaveCount(24);
});
