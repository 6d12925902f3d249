import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EndpointName, endpoints } from '#contract/api.ts';
import type { Access, Endpoint } from '#contract/base/endpoint.ts';
import { type Permission, permissionsByRole, type Role, roles } from '#contract/base/permissions.ts';
import { invoicePath } from '#contract/orders/invoice-file.ts';
import { orderUpdatesPath } from '#contract/orders/order-updates.ts';
import { bagLabelsPath } from '#contract/picking/bag-label.ts';
import { productExportPath } from '#contract/product-import/product-file.ts';
import { reportExportPath } from '#contract/reports/reports.ts';
import {
  accountingExportPath,
  closingStockPath,
  gstr1Path,
  receiptRegisterPath,
} from '#contract/tax/accounting.ts';
import { buildApp } from '#server/app/app.ts';
import { Database } from '#server/database/connect.ts';
import { newId } from '#server/database/id.ts';
import { startSession } from '#server/sessions/sessions.service.ts';
import { type Account, type ApiShop, createApiShop } from '#tests/fixtures/api.ts';
import { namedEndpoints } from '#tests/fixtures/context.ts';
import { validInput } from '#tests/fixtures/inputs.ts';

let shop: ApiShop;
/** Callers who have no data of the user. */
let strangers: Record<Exclude<CallerName, 'user'>, Account | null>;
let staff: Record<Role, Account>;
beforeAll(async () => {
  shop = await createApiShop();
  const suspended = await shop.openAccount();
  await shop.suspend(suspended);
  staff = {
    owner: await shop.openAccount('owner'),
    manager: await shop.openAccount('manager'),
    picker: await shop.openAccount('picker'),
    rider: await shop.openAccount('rider'),
    support: await shop.openAccount('support'),
    accountant: await shop.openAccount('accountant'),
  };
  strangers = {
    ...{ anonymous: null, suspended },
    'other user': await shop.openAccount(),
    admin: await shop.openAccount('ADMIN'),
  };
});
afterAll(() => shop.close());

const callers = ['anonymous', 'user', 'other user', 'admin', 'suspended'] as const;
type CallerName = (typeof callers)[number];
/** The statuses for `callers`, in their order, for data of `user`. */
type Statuses = [number, number, number, number, number];

const open: Statuses = [200, 200, 200, 200, 200];
/** Data of the caller. */
const own: Statuses = [401, 200, 200, 200, 403];
/** Data of the shop. */
const ofAdmins: Statuses = [401, 403, 403, 200, 403];
const createdByAdmins: Statuses = [401, 403, 403, 201, 403];
/** Hidden from others, including admins. */
const ofUser: Statuses = [401, 200, 404, 404, 403];

const byAudience: Record<Access['audience'], Statuses> = { anyone: open, user: own, staff: ofAdmins };

/** Endpoints whose statuses differ from those of their audience. */
const exceptions: Partial<Record<EndpointName, Statuses>> = {
  refreshToken: own,
  registerUser: [201, 201, 201, 201, 201],
  registerInvited: [201, 201, 201, 201, 201],
  // In a session by PIN only.
  confirmByPin: [401, 403, 403, 403, 403],
  endSession: ofUser,
  removePasskey: ofUser,
  addCategory: createdByAdmins,
  createSubCategory: createdByAdmins,
  createProduct: createdByAdmins,
  addCustomerNote: createdByAdmins,
  createCoupon: createdByAdmins,
  createBanner: createdByAdmins,
  createCollection: createdByAdmins,
  updateCartQuantity: ofUser,
  deleteCartLine: ofUser,
  createAddress: [401, 201, 201, 201, 403],
  updateAddress: ofUser,
  disableAddress: ofUser,
  setDefaultAddress: ofUser,
  placeCashOrder: [401, 201, 404, 404, 403],
  placeUpiOrder: [401, 201, 404, 404, 403],
  checkoutOrder: [401, 201, 404, 404, 403],
  getOrder: ofUser,
  cancelOrder: ofUser,
  reorder: ofUser,
  listQuestions: ofUser,
  answerQuestion: ofUser,
  quoteAddition: ofUser,
  addToOrder: ofUser,
  getDelivery: ofUser,
  reportProblem: [401, 201, 404, 404, 403],
  listOrderProblems: [401, 200, 404, 200, 403],
  getShoppingList: ofUser,
  saveShoppingList: [401, 201, 201, 201, 403],
  renameShoppingList: ofUser,
  deleteShoppingList: ofUser,
  deleteShoppingListLine: ofUser,
  addShoppingListToCart: ofUser,
};

/** What shows admins the account and the addresses of a customer. */
const aboutCustomers = new Set<EndpointName>([
  'listCustomers',
  'getCustomer',
  'listCustomerOrders',
  'addCustomerNote',
  'blockCustomer',
  'grantStoreCredit',
]);

function statusesOf(name: EndpointName): Statuses {
  return exceptions[name] ?? byAudience[endpoints[name].audience];
}

async function openCaller(who: CallerName, user: Account): Promise<Account | null> {
  if (who === 'anonymous') return null;
  if (who === 'user') return user;
  const account = await shop.openAccount(who === 'admin' ? 'ADMIN' : 'USER');
  if (who === 'suspended') await shop.suspend(account);
  return account;
}

const names = namedEndpoints.map(({ name }) => name);

test.each(names)('%s answers each kind of caller with its status', async (name) => {
  const expected = callers.map((who, column) => ({ who, status: statusesOf(name)[column] ?? 0 }));
  const user = await shop.openAccount();
  const input = await validInput(shop, name, user);
  // Rejected calls change nothing, so they share accounts and input.
  for (const { who, status } of expected.filter(({ status }) => status >= 400))
    await expectStatus(name, who, status, { user, caller: who === 'user' ? user : strangers[who], input });
  for (const { who, status } of expected.filter(({ status }) => status < 400)) {
    const owner = who === 'user' ? user : await shop.openAccount();
    const caller =
      endpoints[name].audience === 'anyone' && who !== 'user' ? strangers[who] : await openCaller(who, owner);
    const own = who === 'user' ? input : await validInput(shop, name, owner, caller ?? owner);
    await expectStatus(name, who, status, { user: owner, caller, input: own });
  }
});

async function expectStatus(
  name: EndpointName,
  who: CallerName,
  status: number,
  { user, caller, input }: { user: Account; caller: Account | null; input: unknown },
): Promise<void> {
  const bearer = name === 'refreshToken' ? caller?.refreshToken : caller?.accessToken;
  const given = await shop.send(name, input, bearer ?? null);
  expect(given.status, `${who}: ${given.text}`).toBe(status);
  if (status === 401)
    expect(given.code).toBe(name === 'refreshToken' ? 'BAD_REFRESH_TOKEN' : 'UNAUTHENTICATED');
  if (status === 403) expect(given.code).toBe(who === 'suspended' ? 'ACCOUNT_SUSPENDED' : 'FORBIDDEN');
  if (who === 'user' || endpoints[name].audience === 'anyone') return;
  const isAllowedAdmin = who === 'admin' && endpoints[name].audience === 'staff';
  const shownToAdmins = [user.email, ...(aboutCustomers.has(name) ? [user.id, user.addressId] : [])];
  for (const secret of [user.email, user.id, user.addressId, user.lineId, user.otherSessionId])
    if (!isAllowedAdmin || !shownToAdmins.includes(secret)) expect(given.text).not.toContain(secret);
}

test('a rejected call for data of another account changes nothing', async () => {
  const [user, other] = [await shop.openAccount(), await shop.openAccount('ADMIN')];
  const { db } = shop.context;
  const state = async () =>
    JSON.stringify([
      await db.query(sql`select * from account where id = ${user.id}`),
      await db.query(sql`select * from address where user_id = ${user.id}`),
      await db.query(sql`select * from cart_line where user_id = ${user.id}`),
      await db.query(sql`select * from session where user_id = ${user.id} order by id`),
      await db.query(sql`select id from customer_order where user_id = ${user.id}`),
      await db.query(sql`select * from passkey where account_id = ${user.id}`),
      await db.query(sql`
        select * from shopping_list l join shopping_list_line s on s.list_id = l.id where user_id = ${user.id}
        order by s.id`),
    ]);
  const calls: [EndpointName, unknown][] = [];
  for (const name of names.filter((each) => statusesOf(each)[2] === 404))
    calls.push([name, await validInput(shop, name, user)]);
  const before = await state();
  for (const [name, input] of calls)
    for (const bearer of [null, other.accessToken]) await shop.send(name, input, bearer);
  expect(await state()).toBe(before);
});

test('of all GET requests only the logout changes the database, and only one other locks a row', async () => {
  const readOnly = new Database({
    ...shop.db.pool.options,
    options: '-c default_transaction_read_only=on',
  });
  const app = buildApp({ ...shop.context, db: readOnly }, 'http://localhost:3000').fastify;
  const refused: EndpointName[] = [];
  for (const { name, method, path } of namedEndpoints) {
    if (method !== 'GET') continue;
    const admin = await shop.openAccount('ADMIN');
    const input = await validInput(shop, name, admin);
    const query = Object.fromEntries(
      Object.entries(input ?? {}).map(([field, value]) => [field, String(value)]),
    );
    const headers = { authorization: `Bearer ${admin.accessToken}` };
    const { statusCode } = await app.inject({ method, url: path, query, headers });
    if (statusCode !== 200) refused.push(name);
  }
  await app.close();
  await readOnly.close();
  // The second reads a bill with its order, which it locks.
  expect(refused).toEqual(['logoutUser', 'getRefundable']);
});

const staffNames = names.filter((name) => endpoints[name].audience === 'staff');

/** What the valid input of an endpoint with several permissions needs; of the others the contract says it. */
const neededByInput: Partial<Record<EndpointName, Permission[]>> = {
  changeOrders: ['pick'],
  recordPayment: ['take-cash'],
  clockIn: ['deliver'],
  createProduct: ['edit-products', 'change-prices', 'count-stock'],
  // The valid input changes nothing but the name.
  updateProduct: ['edit-products'],
  changeProducts: ['count-stock'],
};

function isAllowed(name: EndpointName, role: Role): boolean {
  const endpoint: Endpoint = endpoints[name];
  const permissions: readonly Permission[] = endpoint.permissions ?? [];
  const held = permissionsByRole[role];
  return (
    permissions.some((permission) => held.includes(permission)) &&
    (neededByInput[name] ?? []).every((permission) => held.includes(permission))
  );
}

test.each(staffNames)('%s is for the roles with its permission only', async (name) => {
  // Rejected calls change nothing, so they share the input.
  const shared = await validInput(shop, name, await shop.openAccount());
  for (const role of roles) {
    const { accessToken } = staff[role];
    if (isAllowed(name, role)) {
      const input = await validInput(shop, name, await shop.openAccount(), staff[role]);
      const { status, text } = await shop.send(name, input, accessToken);
      expect([401, 403], `${role}: ${text}`).not.toContain(status);
    } else {
      const { status, code } = await shop.send(name, shared, accessToken);
      expect({ role, status, code }).toEqual({ role, status: 403, code: 'FORBIDDEN' });
    }
  }
});

test('only an owner manages staff, payment settings and the security log', () => {
  for (const permission of ['staff', 'payment-settings', 'security-log'] as const)
    expect(roles.filter((role) => permissionsByRole[role].includes(permission))).toEqual(['owner']);
});

/** Files, which are no endpoints. */
const permissionByFile: Record<string, Permission> = {
  [productExportPath]: 'import',
  [accountingExportPath]: 'accounting',
  [closingStockPath]: 'accounting',
  [gstr1Path]: 'accounting',
  [receiptRegisterPath]: 'accounting',
  [reportExportPath]: 'reports',
};
const staffFiles = Object.keys(permissionByFile);

test.each(Object.entries(permissionByFile))(
  'the file %s is for the roles with %s only',
  async (url, needed) => {
    const app = buildApp(shop.context, 'http://localhost:3000').fastify;
    for (const role of roles) {
      const { accessToken } = staff[role];
      const { statusCode } = await app.inject({ url, headers: { authorization: `Bearer ${accessToken}` } });
      // A query that lacks its parameters is refused after the permission.
      expect([role, statusCode === 403]).toEqual([role, !permissionsByRole[role].includes(needed)]);
    }
    await app.close();
  },
);

test('the invoice of an order is for its shopper and the roles with view-invoices only', async () => {
  const app = buildApp(shop.context, 'http://localhost:3000').fastify;
  const owner = await shop.openAccount();
  const url = `${invoicePath}?_id=${owner.orderId}`;
  const statuses = [];
  for (const role of roles) {
    const { accessToken } = staff[role];
    const { statusCode } = await app.inject({ url, headers: { authorization: `Bearer ${accessToken}` } });
    statuses.push([role, statusCode]);
  }
  expect(Object.fromEntries(statuses)).toEqual({
    ...{ owner: 200, manager: 200, support: 200, accountant: 200 },
    ...{ picker: 403, rider: 403 },
  });
  await app.close();
});

test('labels of bags are for the roles with pick, and not even for them if another one has packed the order', async () => {
  const app = buildApp(shop.context, 'http://localhost:3000').fastify;
  const { orderId } = await shop.openAccount();
  const url = `${bagLabelsPath}?_id=${orderId}&paper=A6`;
  const statuses = [];
  for (const role of roles) {
    const { accessToken } = staff[role];
    const { statusCode } = await app.inject({ url, headers: { authorization: `Bearer ${accessToken}` } });
    statuses.push([role, statusCode]);
  }
  expect(Object.fromEntries(statuses)).toEqual({
    ...{ owner: 404, manager: 404, picker: 404 },
    ...{ rider: 403, support: 403, accountant: 403 },
  });
  await app.close();
});

test.each(staffFiles)('the file %s is for administrators with a recent login only', async (url) => {
  const app = buildApp(shop.context, 'http://localhost:3000').fastify;
  const stale = await shop.openAccount('ADMIN');
  await shop.db.query(sql`
    update session set authenticated_at = now() - interval '1 hour' where user_id = ${stale.id}`);
  const codes = [];
  for (const caller of [null, strangers['other user'], strangers.suspended, stale]) {
    const headers = caller === null ? {} : { authorization: `Bearer ${caller.accessToken}` };
    codes.push((await app.inject({ url, headers })).json().code);
  }
  expect(codes).toEqual(['UNAUTHENTICATED', 'FORBIDDEN', 'ACCOUNT_SUSPENDED', 'STEP_UP_REQUIRED']);
  await app.close();
});

test('an account with a generated password can read itself, log out and change the password, and nothing else', async () => {
  const { context, send } = shop;
  const { id } = await shop.openAccount('ADMIN');
  await context.db.query(sql`update account set must_change_password = true where id = ${id}`);
  const { accessToken, refreshToken } = await startSession(context, id);
  const answered: string[] = [];
  for (const { name, audience } of namedEndpoints) {
    if (audience === 'anyone' || name === 'logoutUser') continue;
    const { code } = await send(name, {}, accessToken);
    if (code !== 'PASSWORD_CHANGE_REQUIRED') answered.push(name);
  }
  expect(answered).toEqual(['getUserDetails', 'changePassword']);
  const refreshed = await send('refreshToken', {}, refreshToken);
  expect((await send('listOrders', {}, refreshed.data.accessToken ?? '')).code).toBe(
    'PASSWORD_CHANGE_REQUIRED',
  );
  const other = await startSession(context, id);
  expect((await send('logoutUser', {}, other.accessToken)).status).toBe(200);

  const app = buildApp(context, 'http://localhost:3000').fastify;
  for (const url of [
    productExportPath,
    accountingExportPath,
    closingStockPath,
    gstr1Path,
    receiptRegisterPath,
    reportExportPath,
    `${invoicePath}?_id=${newId()}`,
    `${bagLabelsPath}?_id=${newId()}&paper=A6`,
    orderUpdatesPath,
  ]) {
    const response = await app.inject({ url, headers: { authorization: `Bearer ${accessToken}` } });
    expect(response.json().code, url).toBe('PASSWORD_CHANGE_REQUIRED');
  }
  await app.close();
});
