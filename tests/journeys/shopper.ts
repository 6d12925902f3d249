import type { Page } from 'playwright-core';
import sql from 'sql-template-tag';
import { type EndpointInput, type EndpointName, type EndpointResponse, endpoints } from '#contract/api.ts';
import type { Goods } from './goods.ts';
import type { OpenShop } from './open-shop.ts';

/** The password of every account that a journey opens here. */
export const password = 'seven mangoes';

/** An account, and a line to the shop beside the browser for what a journey takes for granted. */
export interface Account {
  email: string;
  userId: string;
  call<Name extends EndpointName>(
    name: Name,
    input: EndpointInput<Name>,
  ): Promise<EndpointResponse<Name>['data']>;
}

let accounts = 0;

/** Opens an account without looking at a page. */
export async function openAccount(shop: OpenShop): Promise<Account> {
  accounts += 1;
  const email = `ravi${accounts}.${Date.now()}@example.com`;
  const opened = await ask(shop, 'registerUser', {
    name: 'Ravi Menon',
    email,
    password,
    confirmPassword: password,
  });
  const { data: tokens } = await ask(shop, 'loginUser', { email, password });
  return {
    email,
    userId: opened.data._id,
    call: async (name, input) => (await ask(shop, name, input, tokens.accesstoken)).data,
  };
}

async function ask<Name extends EndpointName>(
  shop: OpenShop,
  name: Name,
  input: EndpointInput<Name>,
  bearer?: string,
): Promise<EndpointResponse<Name>> {
  const { method, path } = endpoints[name];
  const headers = new Headers();
  if (bearer !== undefined) headers.set('Authorization', `Bearer ${bearer}`);
  if (method !== 'GET') headers.set('Content-Type', 'application/json');
  const body = method === 'GET' ? null : JSON.stringify(input);
  const response = await fetch(shop.url + path, { method, headers, body });
  if (!response.ok) throw new Error(`${name} was answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Puts pieces of a product into the cart of an account. */
export async function fillCart(account: Account, goods: Goods, quantity: number): Promise<void> {
  const line = await account.call('createCartLine', { productId: goods.id });
  await account.call('updateCartQuantity', { _id: line._id, qty: quantity });
}

/** Saves an address of an account; `line` tells it from others. */
export async function saveAddressOf(account: Account, line: string): Promise<void> {
  await account.call('createAddress', {
    address_line: line,
    city: 'Pune',
    state: 'Maharashtra',
    pincode: '411001',
    country: 'India',
    mobile: '9876543210',
  });
}

/** Fills in the login page that is open and sends it. */
export async function logIn(page: Page, { email }: Pick<Account, 'email'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
}

/** Goes to the login page, logs in and is at home. */
export async function enter(page: Page, account: Pick<Account, 'email'>): Promise<void> {
  await page.goto('/login');
  await logIn(page, account);
  await page.waitForURL('/');
}

/** What the shop's books say is in the cart of an account: pieces by product. */
export async function cartInBooks(shop: OpenShop, { userId }: Account): Promise<Record<string, number>> {
  const rows = await shop.database.db.query<{ product_id: string; quantity: number }>(sql`
    select product_id, quantity from cart_line where user_id = ${userId}`);
  return Object.fromEntries(rows.map((row) => [row.product_id, row.quantity]));
}
