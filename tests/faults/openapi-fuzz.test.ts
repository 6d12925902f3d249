import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from '#contract/api.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { newId } from '#server/database/id.ts';
import type { RequestContext } from '#server/http/context.ts';
import { hashPassword } from '#server/identity/password.ts';
import { createTokenSigner } from '#server/sessions/access-token.ts';
import { startSession } from '#server/sessions/sessions.service.ts';
import { currentSettings } from '#server/store/settings.service.ts';
import { testPassword } from '#tests/fixtures/accounts.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { addCoupon } from '#tests/fixtures/coupons.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { bytesOf, plainImage } from '#tests/fixtures/files.ts';
import { type Inspector, openInspector } from '#tests/fixtures/inspector.ts';
import {
  bodyOf,
  type FuzzedRequest,
  listOperations,
  type Operation,
  queryOf,
  sendRequest,
} from '#tests/fixtures/openapi-requests.ts';
import { inputsOf, type KnownValues } from '#tests/fixtures/openapi-values.ts';
import { freePort, productionSecret, type Running, startProductionShop } from '#tests/fixtures/processes.ts';
import { closedPushOrigin, PushBrowser } from '#tests/fixtures/push.ts';
import {
  addAddress,
  addCategory,
  addCollection,
  addImage,
  addProblem,
  addProduct,
  addRole,
  addShopper,
  addSubCategory,
  changeProduct,
  changeSettings,
  deliverOrder,
} from '#tests/fixtures/seed.ts';
import { addDevice, addInvitation } from '#tests/fixtures/staff-access.ts';

const requests = 100_000;
/** Data that the requests have deleted is replaced after each round. */
const requestsOfRound = 500;
const connections = 16;
/** A request that takes longer counts as a hang. */
const hangMs = 60_000;
/**
 * Calls that succeed only with a code from an email, an app or an owner, a passkey, a PIN, a refresh token, or an order
 * in a certain state.
 */
const needSecrets = [
  ...[
    'refreshToken',
    'resetPassword',
    'verifyEmail',
    'verifyForgotPasswordOtp',
    'settleRefund',
    'recordUndelivered',
    'addPasskey',
  ],
  ...['confirmLogin', 'confirmTotp', 'removePasskey', 'removeTotp', 'replaceRecoveryCodes'],
  ...['readInvitation', 'acceptInvitation', 'registerInvited', 'approveDevice', 'loginByPin', 'confirmByPin'],
  ...['recordPickedLine', 'askShopper', 'answerQuestion', 'packOrder', 'giveBackOrder'],
  ...['quoteAddition', 'addToOrder'],
  ...[
    'takeDelivery',
    'assignDelivery',
    'giveBackDelivery',
    'leaveWithOrder',
    'addDeliveryPhoto',
    'deliverOrder',
  ],
  ...['recordFailedDelivery', 'clockOut'],
];
const seed = 20_261_122;
const knownBrand = 'Gauvana';
/** The damage of a request that sends its token without the word Bearer. */
const tokenWithoutScheme = 1;

/** One request of the fuzzer. */
interface Case extends FuzzedRequest {
  role: Role;
}

const roles = ['anonymous', 'shopper', 'other shopper', 'administrator', 'suspended', 'forged'] as const;
type Role = (typeof roles)[number];
// Calls of accounts with a session reach the most code.
const weights = { anonymous: 1, shopper: 4, 'other shopper': 2, administrator: 4, suspended: 1, forged: 1 };

const database = await openTestDatabase();
let directory: string;
let shop: Running;
let inspector: Inspector;
let knownAddresses: string[] = [];
/** The address of the present account in a role. */
const addresses = new Map<Role, string>();
/** A delivered order of the present account in a role, and all such orders of the round. */
const delivered = new Map<Role, string>();
let knownDelivered: string[] = [];
/** A line in the cart of the present account in a role, and the lines that requests choose from. */
const cartLines = new Map<Role, string>();
let knownLines: string[] = [];
/** A problem that is not decided. */
let problem: string;
/** A payment that the staff recorded, of a delivered order. */
let recorded: { _id: string; paymentId: string };
/** The products in the cart of each new account. */
let inCarts: string[];
/** A coupon that orders can use; changes of it may end that. */
let coupon: { id: string; code: string };
/** What the owners of the store change: people, an invitation, an approved phone and one to be withdrawn. */
let staff: { people: string[]; invitation: string; device: string; leaving: string };
/** A photo in base64. */
let photo: string;
/** A product file that can be imported. */
let productFile: string;
/** Those with which orders are taken. */
let initialSettings: StoreSettings;
const logged: string[] = [];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tokri-fuzz-'));
  const inspectPort = await freePort();
  shop = await startProductionShop(
    { database, directory },
    {
      ...{ RATE_LIMITS: 'off', LOG_LEVEL: 'error', TMPDIR: await mkdtemp(join(directory, 'temporary-')) },
      PUSH_TEST_ORIGIN: closedPushOrigin,
      NODE_OPTIONS: `--inspect-port=127.0.0.1:${inspectPort}`,
    },
  );
  shop.process.stdout?.on('data', (text: Buffer) => logged.push(String(text)));
  inspector = await openInspector(shop, inspectPort);
  photo = Buffer.from(await bytesOf(plainImage(40, 30).png())).toString('base64');
  // Another UPI account would need a step-up.
  await changeSettings(database.db, { upi: { vpa: 'store@okbank', payeeName: 'Tokri Store' } });
  initialSettings = (await currentSettings(database)).settings;
});
afterAll(async () => {
  inspector.close();
  await shop.stop();
  await rm(directory, { recursive: true, force: true });
});

test(`${requests} valid, boundary and malformed requests to every call in every role get a documented response below 500`, {
  timeout: 1_200_000,
}, async () => {
  onTestFailed(() => {
    process.stderr.write(logged.join(''));
  });
  const operations = await listOperations(shop.url);
  const context = testContext(database.db, { tokens: createTokenSigner(productionSecret) });
  const passwordHash = await hashPassword(testPassword, null);
  const tokens = new Map<Role, string | null>();
  const replacing = new Map<Role, Promise<void>>();
  /** Opens one account for all requests that found the session of the last one ended; a token is null for a guest. */
  const replaceAccount = async (role: Role, token: string | null): Promise<void> => {
    if (token === null || tokens.get(role) !== token) return;
    const replaced =
      replacing.get(role) ??
      openAccount(context, passwordHash, role)
        .then((next) => void tokens.set(role, next))
        .finally(() => replacing.delete(role));
    replacing.set(role, replaced);
    await replaced;
  };
  const broken = new Map<string, string>();
  const called = new Set<string>();
  const successes = new Set<string>();
  let sent = 0;
  let heapBytes = 0;
  for (let round = 0; sent < requests; round += 1) {
    await addCatalogue();
    knownDelivered = [];
    for (const role of roles) tokens.set(role, await openAccount(context, passwordHash, role));
    const cases = fc.sample(casesOf(operations, await listKnownValues()), {
      numRuns: requestsOfRound,
      seed: seed + round,
    });
    await inParallel(cases, async (one) => {
      const { operation, role } = one;
      const input = ['reportProblem', 'listQuestions', 'getDelivery'].includes(operation.name)
        ? withOwn('_id', knownDelivered, one.input, delivered.get(role))
        : operation.tag === 'Cart'
          ? withOwn('_id', knownLines, one.input, cartLines.get(role))
          : withOwn('addressId', knownAddresses, one.input, addresses.get(role));
      const token = tokens.get(role) ?? null;
      const outcome = await send({ ...one, input }, token).catch((error: unknown) => String(error));
      called.add(`${operation.name} ${role}`);
      if (outcome === 'OK') successes.add(operation.name);
      else if (!operation.codes.has(outcome)) broken.set(`${operation.name}: ${outcome}`, describe(one));
      // The request, or one beside it, has ended the session, unless its token was not sent as one.
      if (outcome === 'UNAUTHENTICATED' && role !== 'forged' && one.damage !== tokenWithoutScheme)
        await replaceAccount(role, token);
    });
    sent += cases.length;
    if (sent === requests / 2) heapBytes = await inspector.readHeapBytes();
  }
  expect(Object.fromEntries(broken), `seed ${seed}`).toEqual({});
  expect(called.size).toBe(operations.length * roles.length);
  expect(
    operations.map(({ name }) => name).filter((name) => !successes.has(name) && !needSecrets.includes(name)),
  ).toEqual([]);
  // The line break after the address at start may come late.
  expect(logged.join('').trim()).toBe('');
  const grownBytes = (await inspector.readHeapBytes()) - heapBytes;
  expect(grownBytes).toBeLessThan(20 * 1024 * 1024);
  expect(await listLeftovers()).toEqual([]);
});

/** Adds what the requests of a round change and delete. */
async function addCatalogue(): Promise<void> {
  const { db } = database;
  for (let index = 0; index < 5; index += 1) {
    await addProduct(db, { stock: 1000 });
    await addSubCategory(db, [await addCategory(db)]);
    await addCategory(db);
  }
  await changeProduct(db, await addProduct(db), { brand: knownBrand });
  const category = `Category ${newId()}`;
  const subCategory = `Sub-category ${newId()}`;
  await addSubCategory(db, [await addCategory(db, category)], subCategory);
  productFile = `name,categories,sub_categories,unit,price,stock,description\nPoha ${newId()},${category},${subCategory},1 kg,40,10,Fresh\n`;
  const product = { pricePaise: 10_000, stock: 1_000_000 };
  inCarts = [await addProduct(db, product), await addProduct(db, product)];
  coupon = await addCoupon(db);
  const people = [await addShopper(db), await addShopper(db), await addShopper(db)];
  for (const id of people) await addRole(db, id, 'picker');
  const [{ id: invitation }, { device }, { id: leaving }] = [
    await addInvitation(db),
    await addDevice(db),
    await addDevice(db),
  ];
  staff = { people, invitation, device, leaving };
}

function casesOf(
  operations: readonly Operation[],
  known: ({ name, tag }: Operation) => KnownValues,
): fc.Arbitrary<Case> {
  return fc.oneof(
    ...operations.map((operation) =>
      fc.record({
        operation: fc.constant(operation),
        role: fc.oneof(...roles.map((role) => ({ weight: weights[role], arbitrary: fc.constant(role) }))),
        input: inputsOf(operation.input, known(operation)),
        damage: fc.nat(99),
      }),
    ),
  );
}

/**
 * The access token of a new account in a role; with another session, a cart, a list of its lines and a push
 * subscription; shoppers have an address and an order.
 */
async function openAccount(
  context: RequestContext,
  passwordHash: string,
  role: Role,
): Promise<string | null> {
  if (role === 'anonymous') return null;
  const { db } = database;
  const id = newId();
  await db.query(sql`
    insert into account (id, name, email, password_hash, role)
    values (${id}, 'Asha', ${`${id.toLowerCase()}@example.com`}, ${passwordHash},
      ${role === 'administrator' ? 'ADMIN' : 'USER'})`);
  const { accessToken } = await startSession(context, id);
  await startSession(context, id);
  const hasAddress = role === 'shopper' || role === 'administrator';
  const addressId = hasAddress ? await addAddress(db, id) : '';
  if (hasAddress) addresses.set(role, addressId);
  cartLines.set(role, await fillCart(id));
  await saveList(id);
  if (hasAddress) {
    const orderId = await placeOrder(accessToken, addressId);
    cartLines.set(role, await fillCart(id));
    await deliverOrder(db, orderId);
    delivered.set(role, orderId);
    knownDelivered.push(orderId);
    if (role === 'administrator') {
      problem = await addProblem(db, orderId);
      recorded = { _id: orderId, paymentId: await addCollection(db, orderId, id) };
    }
  }
  if (role === 'shopper') {
    await placeOrder(accessToken, addressId);
    cartLines.set(role, await fillCart(id));
  }
  if (role === 'suspended') await db.query(sql`update account set status = 'Suspended' where id = ${id}`);
  return role === 'forged' ? `${accessToken.slice(0, -4)}AAAA` : accessToken;
}

/**
 * The id of an address or order in a field becomes that of the account: the one that was chosen may be that of an
 * account before.
 */
function withOwn(field: string, known: readonly string[], input: unknown, own: string | undefined): unknown {
  const value: unknown = Object(input)[field];
  return own !== undefined && typeof value === 'string' && known.includes(value)
    ? { ...Object(input), [field]: own }
    : input;
}

/** Returns the id of the last line. */
async function fillCart(userId: string): Promise<string> {
  let lineId = '';
  for (const productId of inCarts) {
    lineId = newId();
    await database.db.query(sql`
      insert into cart_line (id, user_id, product_id, quantity, seen_price_paise, seen_discount_basis_points)
      select ${lineId}, ${userId}, id, 2, price_paise, discount_basis_points from product where id = ${productId}`);
  }
  return lineId;
}

/** Saves the cart as a list. */
async function saveList(userId: string): Promise<void> {
  const { db } = database;
  const listId = newId();
  await db.query(
    sql`insert into shopping_list (id, user_id, name) values (${listId}, ${userId}, 'Every week')`,
  );
  for (const [position, productId] of inCarts.entries())
    await db.query(sql`
      insert into shopping_list_line (id, list_id, position, product_id, name, unit, quantity)
      select ${newId()}, ${listId}, ${position}, id, name, unit, 2 from product where id = ${productId}`);
}

async function placeOrder(token: string, addressId: string): Promise<string> {
  for (;;) {
    await resumeOrders();
    const response = await fetch(`${shop.url}${endpoints.placeCashOrder.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...cartTotals, addressId, list_items: linesOfCart() }),
    });
    const text = await response.text();
    // A request beside this one has paused the store again.
    if (text.includes('"code":"STORE_CLOSED"')) continue;
    expect(response.status, text).toBe(201);
    return z.object({ data: z.object({ _id: z.string() }) }).parse(JSON.parse(text)).data._id;
  }
}

/** Ends a pause of the store that a request has begun. */
async function resumeOrders(): Promise<void> {
  const { settings } = await currentSettings(database);
  if (settings.pause !== null) await changeSettings(database.db, { pause: null });
}

const cartTotals = { subTotalAmt: 400, totalAmt: 400 };
const linesOfCart = () => inCarts.map((productId) => ({ productId, quantity: 2 }));

/**
 * Ids and other values of rows that exist now, by the name of the field that may hold them; `_id` by the tag of the
 * call.
 */
async function listKnownValues(): Promise<({ name, tag }: Operation) => KnownValues> {
  const { db } = database;
  const idsOf = async (query: Sql) => (await db.query<{ id: string }>(query)).map(({ id }) => id);
  const product = await idsOf(
    sql`select id from product where id != all(${inCarts}) order by random() limit 20`,
  );
  const category = await idsOf(sql`select id from category order by created_at desc limit 10`);
  const subCategory = await idsOf(sql`select id from sub_category order by created_at desc limit 5`);
  const address = await idsOf(sql`select id from address order by created_at desc limit 2`);
  knownAddresses = address;
  const order = await idsOf(sql`select id from customer_order order by created_at desc limit 2`);
  const placed = await idsOf(
    sql`select id from customer_order where status = 'PLACED' order by created_at desc limit 2`,
  );
  const line = await idsOf(sql`select id from cart_line order by created_at desc limit 5`);
  knownLines = line;
  const payment = await idsOf(sql`select id from payment_session order by created_at desc limit 5`);
  const productImport = await idsOf(sql`select id from product_import order by random() limit 5`);
  const session = await idsOf(sql`select id from session order by created_at desc limit 8`);
  const email = await idsOf(sql`
    select email as id from account where deleted_at is null order by created_at desc limit 4`);
  const userId = await idsOf(sql`select id from account order by id desc limit 5`);
  const list = await idsOf(sql`select id from shopping_list order by id desc limit 5`);
  const listLine = await idsOf(sql`select id from shopping_list_line order by id desc limit 8`);
  const brand = await idsOf(sql`select brand as id from product where brand <> '' order by random() limit 5`);
  const [terms] = await db.query<{ version: number }>(sql`
    select coalesce(max(version), 0) as version from page_version where page = 'terms'`);
  const banner = await idsOf(sql`select id from banner order by id desc limit 5`);
  const collection = await idsOf(sql`select id from product_collection order by id desc limit 5`);
  const closedDay = await idsOf(sql`
    select to_char(day, 'YYYY-MM-DD') as id from day_closing order by closed_at desc limit 5`);
  const { version } = await currentSettings(database);
  const layout = await db.query<{ version: number }>(sql`select version from home_layout`);
  const { endpoint, keys } = new PushBrowser(closedPushOrigin).subscription;
  const password = [testPassword, 'monsoon over the ghats'];
  const known = {
    ...{ id: [...category, ...payment], ids: [...product, ...order], userId, addressId: address },
    ...{
      productId: [...product, ...inCarts],
      categoryId: category,
      subCategoryId: subCategory,
      brand: [knownBrand, ...brand],
      category,
      subCategory,
    },
    ...{ email: [...email, `${newId().toLowerCase()}@example.com`], image: [await addImage(db)] },
    ...{ name: [`Name ${newId()}`], mobile: ['9876543210'], pincode: ['411001'] },
    ...{ country: ['India', 'IN'], state: ['Maharashtra'] },
    // Random digits have the right check digit, and random texts are a new SKU, too seldom.
    ...{ barcode: [''], sku: [''], hsn: ['', '0401'] },
    ...{ password, newPassword: password, confirmPassword: password },
    // The cart of a new account, and what it costs without a coupon and with it.
    ...{
      list_items: [linesOfCart()],
      subTotalAmt: [400],
      totalAmt: [400, 350],
      couponCode: [coupon.code],
      creditAmt: [0],
    },
    ...{ categoryIds: [[], category], productIds: [[], product] },
    ...{ settings: [initialSettings], version: [version], amount: [50], reason: ['Bread was missing'] },
    ...{ endpoint: [endpoint], p256dh: [keys.p256dh], auth: [keys.auth] },
    ...{ number: ['4242 4242 4242 4242'], expiry: ['12/40'], securityCode: ['123'] },
  };
  const byTag: KnownValues = {
    ...{
      Accounts: session,
      Addresses: address,
      Categories: [...category, ...subCategory],
      Products: product,
    },
    ...{
      Imports: productImport,
      Cart: line,
      Orders: order,
      Lists: list,
      Customers: userId,
      Coupons: [coupon.id],
      Problems: knownDelivered,
      Picking: placed,
      Riders: knownDelivered,
      Staff: staff.people,
    },
  };
  return ({ name, tag }) => ({
    ...{ ...known, thingId: product },
    // Its other fields exclude the password.
    ...((name === 'deleteAccount' || name === 'stepUp') && { '': [{ password: testPassword }] }),
    // A new price may need the password, and ids of one request differ.
    ...(name === 'changeProducts' && { changes: product.map((_id) => [{ _id, discount: 5 }]) }),
    // Only the requests of shoppers take from what is in carts.
    ...(tag === 'Stock' && { productId: product }),
    ...(name === 'checkCoupon' && { code: [coupon.code] }),
    ...(name === 'updateCoupon' && { version: [1] }),
    ...(tag === 'Home' && {
      ...{
        version: [name === 'arrangeHome' ? (layout[0]?.version ?? 0) : 1],
        bannerIds: [banner],
        rows: [[]],
      },
      ...{ title: [`Title ${newId()}`], titleHindi: [''], link: ['/search?q=milk'], phoneImage: [''] },
      ...{ startsAt: [null], endsAt: [null], collectionId: collection, productCount: [20] },
      source: [{ kind: 'PRODUCTS', productIds: product }],
    }),
    ...(name === 'reportProblem' && {
      lines: [[{ position: 0, quantity: 1, kind: 'DAMAGED' }]],
      photo: [photo],
    }),
    ...(name === 'refundItems' && {
      lines: [[{ position: 0, amount: 1 }]],
      chargesAmt: [0],
      problemId: [problem],
    }),
    ...(tag === 'Staff' && { device: [staff.device] }),
    // Each round has an open day without payments.
    ...(name === 'closeDay' && {
      day: [new Date(Date.UTC(2020, 0, Math.ceil(Math.random() * 1800))).toISOString().slice(0, 10)],
      version: [0],
      expected: [{ cash: 0, upi: 0, card: 0 }],
      counted: [{ cash: 0, upi: 0, card: null }],
    }),
    ...(name.endsWith('StorePage') && {
      page: ['terms'],
      version: [terms?.version ?? 0],
      english: ['Terms'],
      isPublished: [true],
    }),
    ...(name === 'moveRiderCash' && {
      ...{ riderId: staff.people, requestId: [newId()], kind: ['GIVEN'], held: [0], isAll: [false] },
    }),
    ...(name === 'reopenDay' && { day: closedDay, version: [1] }),
    ...(name === 'correctPayment' && { paymentId: [recorded.paymentId], refundedAmt: [0] }),
    _id: name.endsWith('SubCategory')
      ? subCategory
      : tag === 'Home'
        ? name.endsWith('Banner')
          ? banner
          : collection
        : name === 'deleteShoppingListLine'
          ? listLine
          : name === 'declineProblem'
            ? [problem]
            : name === 'correctPayment'
              ? [recorded._id]
              : name === 'revokeInvitation'
                ? [staff.invitation]
                : name === 'withdrawDevice'
                  ? [staff.leaving]
                  : name === 'listQuestions'
                    ? knownDelivered
                    : (byTag[tag] ?? product),
  });
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items].reverse();
  const worker = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: connections }, worker));
}

/** Sends a request. Returns 'OK', the error code, or the status and body of an internal error. */
async function send(one: Case, token: string | null): Promise<string> {
  const { operation, damage } = one;
  const { body, type } = await bodyOf(one, productFile);
  const query = operation.method === 'get' ? `?${queryOf(one.input)}` : '';
  const { status, text } = await sendRequest(`${shop.url}${operation.path}${query}`, {
    method: operation.method.toUpperCase(),
    headers: {
      ...(token !== null && { authorization: damage === tokenWithoutScheme ? token : `Bearer ${token}` }),
      ...(type !== null && { 'content-type': type }),
      ...(damage === 2 && { 'idempotency-key': 'x'.repeat(300) }),
      ...(damage >= 90 && { 'idempotency-key': `fuzz-${one.damage}` }),
    },
    body,
    signal: AbortSignal.timeout(hangMs),
  });
  if (status >= 500) return `${status} ${text.slice(0, 200)}`;
  return status < 300 ? 'OK' : errorBody.parse(JSON.parse(text)).code;
}

const errorBody = z.object({ code: z.string() });

/** What the failed requests leave behind: open transactions and temporary files. */
async function listLeftovers(): Promise<string[]> {
  const open = await database.db.query<{ query: string }>(sql`
    select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`);
  const folders = (await readdir(directory)).filter((name) => name.startsWith('temporary-'));
  const files = await Promise.all(folders.map((name) => readdir(join(directory, name))));
  return [...open.map(({ query }) => query), ...files.flat()];
}

function describe({ role, input, damage }: Case): string {
  return `as ${role}, damage ${damage}: ${JSON.stringify(input)?.slice(0, 300)}`;
}
