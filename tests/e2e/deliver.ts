import type { Page } from '@playwright/test';
import type { EndpointInput } from '#contract/api.ts';
import type { Account, Shop, TestProduct } from './shop.ts';

/** A person of the staff with one role. */
export async function createPerson(shop: Shop, role: 'picker' | 'rider', name: string): Promise<Account> {
  const person = await shop.createAdmin(name);
  await person.setRole(role);
  return person;
}

export interface PlacedOrder {
  id: string;
  number: string;
}

/** An order in cash of products at ₹100 that a picker has packed. */
export async function placePackedOrder(
  shopper: Account,
  picker: Account,
  products: TestProduct[],
  quantity: number,
): Promise<PlacedOrder> {
  const { _id, orderId } = await shopper.placeOrder(products, quantity);
  const { version } = await picker.call('takeOrder', { _id });
  const at = new Date().toISOString();
  for (const position of products.keys())
    await picker.call('recordPickedLine', { _id, version, position, found: quantity, replacement: null, at });
  await picker.call('packOrder', { _id, version, bags: 2, at });
  return { id: _id, number: orderId };
}

type StoreSettings = EndpointInput<'updateStoreSettings'>['settings'];

/** Changes some settings of the store. */
export async function changeSettings(owner: Account, change: Partial<StoreSettings>): Promise<void> {
  const { settings, version } = await owner.call('getStoreSettings', {});
  await owner.call('updateStoreSettings', { version, settings: { ...settings, ...change } });
}

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
