import { expect, type Locator, type Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { endpoints } from '#contract/api.ts';
import { addDevice, addPin, testPin } from '#tests/fixtures/staff-access.ts';
import type { Account, Shop } from './shop.ts';
import { storeSession } from './storefront.ts';

/** Starts the session by PIN of a new picker on an approved phone. The page shows a plain text afterwards. */
export async function startPinSession(page: Page, shop: Shop): Promise<Account> {
  const picker = await shop.createShopper();
  await picker.setRole('picker');
  const employeeCode = await addPin(shop.db, picker.userId);
  const { device } = await addDevice(shop.db);
  const data = { device, employeeCode, pin: testPin };
  await storeSession(page, {
    path: endpoints.loginByPin.path,
    data,
    stored: { 'tokri.staffDevice': device },
  });
  return picker;
}

/** An order of two products that is paid by card. */
export async function placePaidOrder(shop: Shop, shopper: Account) {
  const products = [await shop.claimProduct(), await shop.claimProduct()] as const;
  for (const product of products) await shopper.addToCart(product, 1);
  const { _id: addressId } = await shopper.addAddress('12 Lake Road');
  const list_items = products.map(({ id: productId }) => ({ productId, quantity: 1 }));
  const { url, order } = await shopper.call('checkoutOrder', {
    ...{ list_items, addressId, subTotalAmt: 200, totalAmt: 200 },
  });
  const card = { number: '4242 4242 4242 4242', expiry: '12/40', securityCode: '123', name: 'Asha Rao' };
  await shop.call('paySandboxPayment', { id: url.split('/').at(-1) ?? '', ...card });
  return { products, id: order._id };
}

/**
 * Leads a picker in an older session by PIN to the question for the PIN: a line of an order that is paid cannot be
 * packed. Returns the button that asked.
 */
export async function openPinStepUp(
  page: Page,
  { shop, shopper }: { shop: Shop; shopper: Account },
): Promise<Locator> {
  const { products, id } = await placePaidOrder(shop, shopper);
  const picker = await startPinSession(page, shop);
  await page.goto(`/dashboard/orders?order=${id}`);
  await shop.db.query(sql`
    update session set authenticated_at = now() - interval '1 hour' where user_id = ${picker.userId}`);
  await page.getByRole('button', { name: `Mark ${products[0].name} as unavailable` }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Mark as unavailable' });
  const opener = dialog.getByRole('button', { name: 'Mark as unavailable' });
  await opener.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Confirm that it’s you' })).toBeVisible();
  return opener;
}
