import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { stockOf } from '#tests/fixtures/seed.ts';
import { pathIn } from './shop.ts';
import { expectToast, hold, order } from './storefront.ts';
import { expect, test } from './test.ts';

const scripts = /\/assets\/[^/]+\.js$/;
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** The bodies of the requests to an endpoint. */
function bodiesOf(page: Page, path: string): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(path)) bodies.push(request.postDataJSON());
  });
  return bodies;
}

test('the card form of the sandbox keeps what is typed, and pays once, while the code that checks it is delayed', async ({
  openPageAs,
  shop,
  shopper,
}) => {
  await shopper.addAddress('12 Lake Road');
  await shopper.addToCart(await shop.claimProduct(), 2);
  const checkout = await openPageAs(shopper, '/checkout', { widthPx: 360 });
  await order(checkout, 'Online Payment');
  await checkout.waitForURL(/\/pay\/sandbox\//);

  const page = await checkout.context().newPage();
  const payments = bodiesOf(page, '/api/sandbox-payment/pay');
  await page.goto(checkout.url());
  await expect(page.getByText('Pay by card')).toBeVisible();
  const number = page.getByLabel('Card number');
  await number.waitFor();
  // The schema of the form is loaded at the first focus.
  const releaseSchema = await hold(page, scripts);
  const typed = {
    ...{ 'Card number': '4242 4242 4242 4242', 'Valid until': '12/40' },
    ...{ 'Security code': '123', 'Name on the card': 'Asha Rao' },
  };
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text);
  const pay = page.getByRole('button', { name: 'Pay ₹200' });
  await pay.tap();
  await pay.tap({ force: true });
  for (const [label, text] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(text);
  expect(payments).toEqual([]);
  releaseSchema();
  await page.waitForURL(/\/success/);
  expect(payments).toHaveLength(1);
});

test('the link of a verification email works once when the scripts of its page arrive late', async ({
  openPage,
  shop,
  shopper,
}) => {
  await shopper.db.query(sql`update account set verify_email = false where id = ${shopper.userId}`);
  await shopper.call('sendVerification', {});
  const mail = await shop.waitForEmail(shopper.email, /Confirm your email address/);
  for (const files of [scripts, /\/verify-email-page-/]) {
    const page = await openPage({ widthPx: 360 });
    const requests = bodiesOf(page, '/api/user/verify-email');
    const release = await hold(page, files);
    const opening = page.goto(pathIn(mail));
    await page.getByRole('main').getByRole('heading', { name: 'One moment' }).waitFor();
    expect(requests).toEqual([]);
    release();
    await opening;
    await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();
    expect(requests).toHaveLength(1);
  }
});

test('an order is cancelled once, and ordered again, when the code of the dialogs arrives after the taps', async ({
  openPageAs,
  shop,
  shopper,
}) => {
  const [plenty, scarce] = [await shop.claimProduct({ stock: 30 }), await shop.claimProduct({ stock: 2 })];
  const { _id } = await shopper.placeOrder([plenty, scarce], 2);
  const page = await openPageAs(shopper, '/dashboard/myorders', { widthPx: 360 });
  const cancellations = bodiesOf(page, '/api/order/cancel');
  const release = await hold(page, /\/reorder-dialog-/);
  await page.goto(`/orders/${_id}`);

  await page.getByRole('button', { name: 'Order again' }).tap();
  await expect.poll(() => shopper.cart()).toEqual({ [plenty.id]: 2 });
  await expect(dialog(page, 'Not everything is in stock')).toBeHidden();
  release();
  await expect(dialog(page, 'Not everything is in stock').getByText(scarce.name)).toBeVisible();
  await dialog(page, 'Not everything is in stock').getByRole('button', { name: 'Close' }).last().tap();

  const other = await page.context().newPage();
  const otherCancellations = bodiesOf(other, '/api/order/cancel');
  const releaseOther = await hold(other, /\/cancel-dialog-/);
  await other.goto(`/orders/${_id}`);
  await other.getByRole('button', { name: 'Cancel order' }).tap();
  await other.getByRole('button', { name: 'Cancel order' }).tap();
  await expect(dialog(other, 'Cancel this order?')).toBeHidden();
  releaseOther();
  const question = dialog(other, 'Cancel this order?');
  await expect(question).toHaveCount(1);
  await question.getByRole('button', { name: 'Cancel order' }).tap();
  await expectToast(other, 'Order cancelled');
  expect([...cancellations, ...otherCancellations]).toEqual([{ _id }]);
  expect(await stockOf(shop.db, plenty.id)).toBe(30);
});

test('an arrow of a home row that was clicked before the page is hydrated scrolls the row by one step', async ({
  page,
}) => {
  const release = await hold(page, scripts);
  const opening = page.goto('/');
  const arrow = page.getByRole('button', { name: /^Scroll .* on$/ }).first();
  await expect.poll(async () => (await arrow.boundingBox())?.width).toBe(44);
  const strip = arrow.locator('xpath=preceding-sibling::ul');
  await arrow.click();
  await expect(arrow).toHaveAttribute('data-tapped', /^Scroll /);
  expect(await strip.evaluate(({ scrollLeft }) => scrollLeft)).toBe(0);
  release();
  await opening;
  await expect.poll(() => strip.evaluate(({ scrollLeft }) => scrollLeft)).toBe(200);
  await page
    .getByRole('button', { name: /^Scroll .* back$/ })
    .first()
    .click();
  await expect.poll(() => strip.evaluate(({ scrollLeft }) => scrollLeft)).toBe(0);
  await expect(page.locator('[data-tapped]')).toHaveCount(0);
});
