import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';
import sql from 'sql-template-tag';
import { type EndpointInput, type EndpointName, type EndpointResponse, endpoints } from '#contract/api.ts';
import type { Role } from '#contract/base/permissions.ts';
import { productPath } from '#contract/base/slug.ts';
import { toDatabaseAccess } from '#server/database/app-role.ts';
import type { Database } from '#server/database/connect.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { freePort, startShop } from '#tests/fixtures/processes.ts';
import { closedPushOrigin } from '#tests/fixtures/push.ts';

/** The password of every account that a shop creates. */
export const password = 'seven mangoes';

/** A shop process with its own database, a copy of the demo catalogue. */
export interface Shop {
  url: string;
  db: Database;
  createShopper(): Promise<Account>;
  createAdmin(name?: string): Promise<Account>;
  /** Reserves a product for one test: 40 pieces at ₹100, without a Hindi name, unless `fields` says otherwise. */
  claimProduct(fields?: ProductFields): Promise<TestProduct>;
  /** Changes a product in the database and waits until the shop serves the change. */
  updateProduct(product: { id: string }, fields: ProductFields): Promise<void>;
  /** Calls a public endpoint. */
  call<Name extends EndpointName>(
    name: Name,
    input: EndpointInput<Name>,
  ): Promise<EndpointResponse<Name>['data']>;
  /** Emails in the outbox to an address, oldest first. */
  emailsTo(address: string): Promise<Email[]>;
  /** Waits until `count` emails to an address have such a subject; returns the newest. */
  waitForEmail(address: string, subject: RegExp, count?: number): Promise<Email>;
  close(): Promise<void>;
}

/** A product that one test has for itself. */
export interface TestProduct {
  id: string;
  name: string;
  /** Path of its page. */
  path: string;
}

interface ProductFields {
  stock?: number;
  pricePaise?: number;
  discountBasisPoints?: number;
  nameHindi?: string;
}

/** An account and calls in its name, for the state that a test starts from. */
export interface Account {
  email: string;
  userId: string;
  db: Database;
  call<Name extends EndpointName>(
    name: Name,
    input: EndpointInput<Name>,
  ): Promise<EndpointResponse<Name>['data']>;
  addToCart(product: TestProduct, quantity: number): Promise<void>;
  addAddress(line: string, mobile?: string): Promise<{ _id: string }>;
  /** Quantity by product id, as stored. */
  cart(): Promise<Record<string, number>>;
  /** Orders a quantity of each product, at ₹100 each, to be paid in cash; adds an address if there is none. */
  placeOrder(products: TestProduct[], quantity: number): Promise<EndpointResponse<'placeCashOrder'>['data']>;
  /** `ADMIN` is an owner; a role is the only one of the account. */
  setRole(role: 'USER' | 'ADMIN' | Role): Promise<void>;
  revokeSessions(): Promise<void>;
}

let accounts = 0;

/** Images are stored by content, so all shops of a run share them, and each picture is drawn once. */
function imageDirectory(): string {
  const directory = process.env.TEST_IMAGE_DIRECTORY;
  if (directory === undefined) throw new Error('The global setup has not made a folder for images.');
  return directory;
}

/**
 * Environment variables of a shop that replace the usual ones of the tests. With `DEMO_CATALOGUE: 'off'` it has no
 * products.
 */
export type ShopSettings = Readonly<Record<string, string>>;

export async function openShop(settings: ShopSettings = {}): Promise<Shop> {
  const {
    db,
    url: databaseUrl,
    drop,
  } = await createTestDatabase(settings.DEMO_CATALOGUE === 'off' ? 'template_shop' : 'template_demo');
  const dataDirectory = await mkdtemp(join(tmpdir(), 'tokri-e2e-'));
  await symlink(imageDirectory(), join(dataDirectory, 'images'));
  // Open already: the list of a new store would be on the dashboard of each test.
  await db.query(sql`insert into store_opening (went_live_at, list_hidden_at) values (now(), now())`);
  const access = toDatabaseAccess(databaseUrl);
  const port = await freePort();
  // Also when PUBLIC_URL names another host.
  const url = `http://localhost:${port}`;
  const { stop } = await startShop({
    NODE_ENV: 'production',
    DATABASE_URL: access.url,
    DATABASE_OWNER_URL: access.ownerUrl,
    DATA_DIR: dataDirectory,
    AUTH_SECRET: 'a secret for the browser tests, long enough',
    PORT: String(port),
    // Passkeys need the name of a host.
    PUBLIC_URL: url,
    LOG_LEVEL: 'error',
    PUSH_TEST_ORIGIN: closedPushOrigin,
    RATE_LIMITS: 'off',
    ...settings,
  });
  const claimed: string[] = [];
  const call: Shop['call'] = async (name, input) => (await request(url, name, input)).data;

  async function createShopper(): Promise<Account> {
    accounts += 1;
    const email = `ravi${accounts}.${Date.now()}@example.com`;
    const credentials = { email, password };
    const { _id } = await call('registerUser', {
      name: 'Ravi Menon',
      ...credentials,
      confirmPassword: password,
    });
    const tokens = await call('loginUser', credentials);
    return toAccount({ url, db }, { userId: _id, email, accessToken: tokens.accesstoken });
  }

  async function updateProduct({ id }: { id: string }, fields: ProductFields): Promise<void> {
    const { stock = null, pricePaise = null, discountBasisPoints = null, nameHindi = null } = fields;
    const [row] = await db.query<{ stock: number; price: number; discount: number; nameHindi: string }>(sql`
      with restocked as (
        update product_stock set stock = coalesce(${stock}, stock) where product_id = ${id} returning stock
      )
      update product set
        price_paise = coalesce(${pricePaise}, price_paise),
        discount_basis_points = coalesce(${discountBasisPoints}, discount_basis_points),
        name_hindi = coalesce(${nameHindi}, name_hindi)
      from restocked
      where id = ${id}
      returning stock, price_paise / 100.0::float8 as price, discount_basis_points / 100.0::float8 as discount,
        name_hindi as "nameHindi"`);
    await expect.poll(() => call('getProductDetails', { productId: id })).toMatchObject(row ?? {});
  }

  async function emailsTo(address: string): Promise<Email[]> {
    const outbox = join(dataDirectory, 'outbox');
    // The folder is created with the first email.
    const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
    const emails = await Promise.all(
      names.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))),
    );
    return emails.filter(({ to }) => to?.some((mailbox) => mailbox.address === address));
  }

  return {
    ...{ url, db, call, createShopper, updateProduct, emailsTo },
    async createAdmin(name = 'Ravi Menon') {
      const account = await createShopper();
      await db.query(sql`update account set role = 'ADMIN', name = ${name} where id = ${account.userId}`);
      return account;
    },
    async claimProduct(fields = {}) {
      const [row] = await db.query<{ id: string; name: string }>(sql`
        select id, name from product_with_categories
        -- Pages show names in other sizes, such as 'Rice (10 kg)', without the size.
        -- Lists show the sizes of a family under one name.
        where stock > 0 and name not like '%)' and family = '' and maximum_per_order is null and not id = any(${claimed}) order by id limit 1`);
      if (row === undefined) throw new Error('The demo catalogue is empty.');
      claimed.push(row.id);
      await updateProduct(row, {
        stock: 40,
        pricePaise: 10_000,
        discountBasisPoints: 0,
        nameHindi: '',
        ...fields,
      });
      return { ...row, path: productPath({ _id: row.id, name: row.name }) };
    },
    async waitForEmail(address, subject, count = 1) {
      const find = async () => (await emailsTo(address)).filter((email) => subject.test(email.subject ?? ''));
      await expect.poll(async () => (await find()).length).toBeGreaterThanOrEqual(count);
      const email = (await find()).at(-1);
      if (email === undefined) throw new Error(`An email to ${address} has disappeared.`);
      return email;
    },
    async close() {
      await stop();
      await drop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

function toAccount(
  { url, db }: Pick<Shop, 'url' | 'db'>,
  { userId, email, accessToken }: { userId: string; email: string; accessToken: string },
): Account {
  const call: Account['call'] = async (name, input) => (await request(url, name, input, accessToken)).data;
  async function addToCart({ id }: TestProduct, quantity: number): Promise<void> {
    const line = await call('createCartLine', { productId: id });
    await call('updateCartQuantity', { _id: line._id, qty: quantity });
  }
  async function addAddress(line: string, mobile = '9876543210') {
    const address = { address_line: line, city: 'Pune', state: 'Maharashtra', pincode: '411001' };
    return call('createAddress', { ...address, country: 'India', mobile });
  }
  return {
    ...{ email, userId, db, call, addToCart, addAddress },
    async cart() {
      const rows = await db.query<{ product_id: string; quantity: number }>(sql`
        select product_id, quantity from cart_line where user_id = ${userId}`);
      return Object.fromEntries(rows.map((row) => [row.product_id, row.quantity]));
    },
    async placeOrder(products, quantity) {
      for (const product of products) await addToCart(product, quantity);
      const [address = await addAddress('12 Lake Road')] = await call('listAddresses', {});
      const total = 100 * quantity * products.length;
      return call('placeCashOrder', {
        list_items: products.map(({ id }) => ({ productId: id, quantity })),
        addressId: address._id,
        subTotalAmt: total,
        totalAmt: total,
      });
    },
    async setRole(role) {
      await db.query(sql`delete from staff_role where account_id = ${userId}`);
      if (role === 'USER') return;
      await db.query(sql`
        insert into staff_role (account_id, store_id, role)
        values (${userId}, 'main', ${role === 'ADMIN' ? 'owner' : role})`);
    },
    async revokeSessions() {
      await db.query(sql`update session set revoked_at = now() where user_id = ${userId}`);
    },
  };
}

async function request<Name extends EndpointName>(
  url: string,
  name: Name,
  input: EndpointInput<Name>,
  accessToken?: string,
): Promise<EndpointResponse<Name>> {
  const { method, path } = endpoints[name];
  const headers = new Headers();
  if (accessToken !== undefined) headers.set('Authorization', `Bearer ${accessToken}`);
  if (method !== 'GET') headers.set('Content-Type', 'application/json');
  const body = method === 'GET' ? null : JSON.stringify(input);
  const response = await fetch(url + path, { method, headers, body });
  if (!response.ok) throw new Error(`${name} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** The six-digit code in an email. */
export function codeIn(email: Email): string {
  const [code] = /\b\d{6}\b/.exec(email.text ?? '') ?? [];
  if (code === undefined) throw new Error(`There is no code in: ${email.text}`);
  return code;
}

/** Path and query of the link in an email. */
export function pathIn(email: Email): string {
  const [link] = /https?:\/\/\S+\?code=\S+/.exec(email.text ?? '') ?? [];
  if (link === undefined) throw new Error(`There is no link in: ${email.text}`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}
