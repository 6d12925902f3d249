import type { Page } from '@playwright/test';
import { adminSections } from '#web/base/admin-sections.ts';
import { overflowPx } from './accessibility.ts';
import { guestPages, otherPages, publicPaths } from './pages.ts';
import { startSession } from './storefront.ts';
import { expect, test } from './test.ts';

// WCAG 2.2, 1.4.10 Reflow: 1280 × 1024 px at 400 % zoom are 320 × 256 CSS pixels.
const view = { widthPx: 320, heightPx: 256 };
/** The most of the view that bars may cover, in percent. */
const maximumCovered = 40;

/** Percent of the view under elements that do not scroll, at the worst of four positions. */
async function coveredPercent(page: Page): Promise<{ percent: number; bars: string }> {
  return page.evaluate(async () => {
    const bars = () =>
      [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
        const { position, visibility, opacity } = getComputedStyle(element);
        if (visibility === 'hidden' || opacity === '0' || element.closest('dialog') !== null) return false;
        if (position === 'fixed') return true;
        if (position !== 'sticky') return false;
        const stuck = element.getBoundingClientRect();
        const before = element.style.position;
        element.style.position = 'static';
        const free = element.getBoundingClientRect();
        element.style.position = before;
        return stuck.top !== free.top || stuck.left !== free.left;
      });
    let worst = { percent: 0, bars: '' };
    const stepPx = 4;
    for (const part of [0, 1 / 3, 2 / 3, 1]) {
      window.scrollTo(0, part * (document.documentElement.scrollHeight - innerHeight));
      await new Promise((done) => requestAnimationFrame(done));
      const found = bars();
      const boxes = found.map((element) => element.getBoundingClientRect());
      let [covered, all] = [0, 0];
      for (let x = stepPx / 2; x < innerWidth; x += stepPx) {
        for (let y = stepPx / 2; y < innerHeight; y += stepPx) {
          all += 1;
          if (boxes.some((box) => x > box.left && x < box.right && y > box.top && y < box.bottom))
            covered += 1;
        }
      }
      const percent = Math.round((100 * covered) / all);
      if (percent >= worst.percent)
        worst = { percent, bars: found.map(({ outerHTML }) => outerHTML.slice(0, 90)).join(' | ') };
    }
    window.scrollTo(0, 0);
    return worst;
  });
}

/** HTML of the focused elements that cannot be seen, for as many presses of Tab (2.4.11 Focus Not Obscured). */
async function hiddenFocus(page: Page, presses: number): Promise<string[]> {
  const hidden: string[] = [];
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(async () => {
      // Without motion a transition still takes a frame.
      await new Promise((done) => requestAnimationFrame(done));
      // `finished` rejects if the page cancels the animation.
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      const shown = element.closest('label') ?? element;
      const { left, right, top, bottom } = shown.getBoundingClientRect();
      const points = [0.1, 0.5, 0.9].flatMap((x) =>
        [0.1, 0.5, 0.9].map((y) => [left + x * (right - left), top + y * (bottom - top)] as const),
      );
      const isSeen = points.some(([x, y]) => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && (shown.contains(hit) || hit.contains(shown));
      });
      return isSeen ? null : element.outerHTML.slice(0, 150);
    });
    if (found !== null) hidden.push(found);
  }
  return hidden;
}

async function openLoaded(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('main .bg-line.animate-pulse')).toHaveCount(0);
}

async function expectUsable(page: Page, path: string): Promise<void> {
  await openLoaded(page, path);
  const { percent, bars } = await coveredPercent(page);
  expect.soft({ path, bars, isFree: percent <= maximumCovered }).toEqual({ path, bars, isFree: true });
  expect.soft({ path, overflowPx: await overflowPx(page) }).toEqual({ path, overflowPx: 0 });
  expect.soft({ path, hidden: await hiddenFocus(page, 25) }).toEqual({ path, hidden: [] });
}

test('bars cover at most 40 % of a page of the shop at 320 × 256 px, and no focus', async ({
  openPage,
  openPageAs,
  shop,
  shopper,
}) => {
  test.slow();
  const product = await shop.claimProduct();
  const { _id } = await shopper.placeOrder([product], 1);
  await shopper.addToCart(product, 1);
  const page = await openPageAs(shopper, '/offline', view);
  const catalogue = Object.values(await publicPaths(shop));
  for (const path of [...catalogue, ...otherPages, `/orders/${_id}`]) await expectUsable(page, path);
  const pageOfGuest = await openPage(view);
  for (const path of guestPages) await expectUsable(pageOfGuest, path);
});

test('bars cover at most 40 % of a page of the staff at 320 × 256 px, and no focus', async ({
  admin,
  openPage,
  shop,
  shopper,
}) => {
  await shopper.placeOrder([await shop.claimProduct()], 1);
  const page = await openPage(view);
  await startSession(page, admin);
  const paths = adminSections.flatMap(({ pages }) => pages.map(({ path }) => path));
  for (const path of [
    ...paths,
    `/dashboard/customers/${shopper.userId}`,
    '/dashboard/product-import/pictures',
  ])
    await expectUsable(page, path);
});

test('a focused field of a phone is not below a bar', async ({ openPageAs, admin, shop, shopper }) => {
  const product = await shop.claimProduct();
  await shopper.addAddress('12 Lake Road');
  await shopper.addToCart(product, 1);
  const { listing } = await publicPaths(shop);
  const phone = { widthPx: 360, heightPx: 640 };
  const page = await openPageAs(shopper, '/checkout', phone);
  const staff = await openPageAs(admin, '/dashboard/upload-product', phone);
  for (const [of, path] of [
    [page, '/checkout'],
    [page, listing],
    [page, product.path],
    [staff, '/dashboard/upload-product'],
    [staff, '/dashboard/product'],
  ] as const) {
    await openLoaded(of, path);
    expect.soft({ path, hidden: await hiddenFocus(of, 60) }).toEqual({ path, hidden: [] });
  }
});

/** Every control of the open dialog is reached by scrolling it, and what scrolls is most of the screen. */
async function expectDialogUsable(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expect(dialog.locator('.bg-line.animate-pulse')).toHaveCount(0);
  const controls = dialog.locator('button, a[href], input:not(.sr-only), select, textarea');
  for (const control of await controls.filter({ visible: true }).all()) {
    if (!(await control.isEnabled())) continue;
    // Scrolls to it, and fails if something else is hit.
    await control.click({ trial: true });
  }
  const scrollingPx = await dialog.evaluate((element) =>
    [...element.querySelectorAll('*')]
      .filter(
        (part) =>
          part.scrollHeight > part.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(part).overflowY),
      )
      .map((part) => part.clientHeight),
  );
  for (const heightPx of scrollingPx) expect(heightPx).toBeGreaterThan(0.6 * view.heightPx);
  expect(await overflowPx(page)).toBe(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

test('dialogs of the shop are used to the end at 320 × 256 px', async ({ openPageAs, shop, shopper }) => {
  const product = await shop.claimProduct();
  const { _id } = await shopper.placeOrder([product], 1);
  await shopper.addToCart(product, 1);
  const { listing } = await publicPaths(shop);
  const page = await openPageAs(shopper, '/cart', view);
  for (const [path, opener] of [
    ['/cart', 'Save the cart as a list'],
    ['/dashboard/address', 'Add Address'],
    ['/dashboard/profile', 'Change password'],
    ['/dashboard/profile', 'Delete account'],
    [`/orders/${_id}`, 'Cancel order'],
    [listing, 'Sort'],
    [listing, 'Filter'],
  ] as const) {
    await test.step(`${opener} on ${path}`, async () => {
      await openLoaded(page, path);
      await page
        .getByRole('main')
        .getByRole('button', { name: opener })
        .or(page.getByRole('main').getByRole('link', { name: opener }))
        .first()
        .click();
      await expectDialogUsable(page);
    });
  }
});

test('dialogs of the staff are used to the end at 320 × 256 px', async ({
  admin,
  openPageAs,
  shop,
  shopper,
}) => {
  const order = await shopper.placeOrder([await shop.claimProduct()], 1);
  const page = await openPageAs(admin, '/dashboard', view);
  for (const [path, opener] of [
    ['/dashboard/orders', new RegExp(`^${order.orderId}`)],
    ['/dashboard/category', 'Add Category'],
    ['/dashboard/subcategory', 'Add Sub Category'],
    ['/dashboard/product', /^Edit /],
    ['/dashboard/product', /^Delete /],
    ['/dashboard/offers', 'New offer'],
    ['/dashboard/offers', 'New coupon'],
    ['/dashboard', 'All'],
  ] as const) {
    await test.step(`${opener} on ${path}`, async () => {
      await openLoaded(page, path);
      await page.getByRole('button', { name: opener, exact: true }).first().click();
      await expectDialogUsable(page);
    });
  }
});
