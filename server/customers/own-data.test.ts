import { randomBytes } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { formerCustomerDays } from '#contract/base/durations.ts';
import { namedInvoicePaise } from '#contract/base/limits.ts';
import { apiRoutes } from '#server/app/app.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { RequestContext } from '#server/http/context.ts';
import { toAppError } from '#server/http/errors.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { customerDigestJobs } from '#server/identity/customer-digest.service.ts';
import { dummyPasswordHash, hashPassword } from '#server/identity/password.ts';
import { findKnownImages } from '#server/images/image.service.ts';
import { queueEmail } from '#server/notifications/notifications.service.ts';
import { cancelUnpaidOrder } from '#server/orders/order.service.ts';
import { flushSecurityLog } from '#server/sessions/security-log.service.ts';
import { restoreAccount, suspendAccount } from '#server/staff/staff.service.ts';
import { createAdmin, createShopper, home, logIn, register, testPassword } from '#tests/fixtures/accounts.ts';
import { Authenticator } from '#tests/fixtures/authenticator.ts';
import { catchAppError, countOutcomes, runCall, testContext, testShop } from '#tests/fixtures/context.ts';
import { openTestDatabase, untilWaiting } from '#tests/fixtures/database.ts';
import { listEmails, listEmailsTo } from '#tests/fixtures/jobs.ts';
import { orderByCard, pay } from '#tests/fixtures/payments.ts';
import { addImage, addProblem, addProduct } from '#tests/fixtures/seed.ts';

const database = await openTestDatabase();
const milk = await addProduct(database.db, { name: 'Milk', stock: 1000, pricePaise: 10_000 });
const passwordHash = await hashPassword(testPassword, null);

const proof = { password: testPassword };

/** A shopper with a password, a verified address, a session and a product in the cart. */
async function createOwner(given: Partial<RequestContext> = {}) {
  const shopper = await createShopper(database.db);
  const email = `${shopper.userId.toLowerCase()}@example.com`;
  await database.db.query(sql`
    update account set name = 'Asha Rao', email = ${email}, password_hash = ${passwordHash}, verify_email = true,
      mobile = '9876543210'
    where id = ${shopper.userId}`);
  const { accessToken, refreshToken } = await logIn(database.db, email);
  const open = testContext(database.db, given);
  const context = { ...open, caller: await open.tokens.verify(accessToken) };
  await shopper.fill({ [milk]: 2 });
  const remove = (input: unknown = proof) => runCall(apiRoutes, 'deleteAccount', context, input);
  const buy = async (input?: unknown) => (await shopper.order(input ?? (await shopper.checkout()))).data;
  const read = async () => (await runCall(apiRoutes, 'exportOwnData', context)).data;
  return { ...shopper, email, context, refreshToken, remove, buy, read };
}
type Owner = Awaited<ReturnType<typeof createOwner>>;

const codeOf = async (call: Promise<unknown>) => (await catchAppError(call)).code;

/** As the staff does it. */
async function deliver(orderId: string) {
  const meera = await createAdmin(database.db);
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'])
    await meera.call('changeOrders', { ids: [orderId], to, allowUnpicked: true });
}

async function addPasskey({ context }: Owner, name = 'My phone') {
  const authenticator = new Authenticator();
  const { challenge } = (await runCall(apiRoutes, 'beginPasskey', context)).data;
  const passkey = authenticator.register(challenge, { origin: testShop.url });
  await runCall(apiRoutes, 'addPasskey', context, { challenge, name, passkey });
  return authenticator;
}

async function requestDeliveryTo(email: string) {
  await database.db.query(sql`
    insert into delivery_request (email, pincode, requested_at) values (${email}, '411001', now())`);
}

/** Every row of the database that contains one of these texts, as `table: row`. */
async function findEverywhere(texts: readonly string[]): Promise<string[]> {
  const tables = await database.db.query<{ name: string }>(sql`
    select c.oid::regclass::text as name from pg_class c
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await database.db.query<{ row: string }>(raw(`select t::text as row from ${name} t`));
    for (const { row } of rows) if (texts.some((text) => row.includes(text))) found.push(`${name}: ${row}`);
  }
  return found;
}

describe('a download of the own data', () => {
  test('has the profile, addresses, orders with lines and payments, cart, sessions and passkeys, without secrets', async () => {
    const owner = await createOwner();
    const placed = await owner.buy();
    await owner.fill({ [milk]: 3 });
    await runCall(apiRoutes, 'saveShoppingList', owner.context, { name: 'Weekly' });
    await runCall(apiRoutes, 'changeWishlist', owner.context, { add: [milk] });
    await addPasskey(owner);
    const data = await owner.read();
    expect(data.profile).toMatchObject({ name: 'Asha Rao', email: owner.email, mobile: '9876543210' });
    expect(data.addresses).toMatchObject([{ _id: owner.addressId, status: true }]);
    expect(data.orders).toMatchObject([
      {
        _id: placed._id,
        items: [{ name: 'Milk', quantity: 2 }],
        steps: [{ status: 'PLACED' }],
        payments: [],
      },
    ]);
    expect(data.cart.lines).toMatchObject([{ productId: milk, name: 'Milk', quantity: 3 }]);
    expect(data.lists).toMatchObject([{ name: 'Weekly', lines: [{ name: 'Milk', quantity: 3 }] }]);
    expect(data.wishlist).toMatchObject([{ productId: milk, name: 'Milk' }]);
    expect(data.sessions).toMatchObject([{ _id: owner.context.caller?.sessionId, userAgent: 'a test' }]);
    expect(data.security.passkeys).toMatchObject([{ name: 'My phone' }]);
    expect(data.emails.waiting).toBe(1);
    const text = JSON.stringify(data);
    for (const secret of ['password_hash', 'argon2', 'public_key', 'token_hash', 'encrypted'])
      expect(text).not.toContain(secret);
  });

  test('has the payments and refunds of card orders', async () => {
    const owner = await createOwner();
    const card = await orderByCard(owner);
    await pay(owner, card);
    await runCall(apiRoutes, 'cancelOrder', owner.context, { _id: card.order._id });
    const { orders } = await owner.read();
    expect(orders[0]?.payments).toMatchObject([
      { kind: 'PAYMENT', amount: 200, status: 'DONE', provider: 'sandbox' },
      { kind: 'REFUND', amount: 200, status: 'PENDING' },
    ]);
  });

  test('has the places that wait for delivery once the address is verified, because anyone can register it', async () => {
    const owner = await createOwner();
    await requestDeliveryTo(owner.email);
    expect((await owner.read()).deliveryRequests).toEqual([
      { pincode: '411001', location: null, requestedAt: expect.any(String) },
    ]);
    await database.db.query(sql`update account set verify_email = false where id = ${owner.userId}`);
    expect((await owner.read()).deliveryRequests).toEqual([]);
  });

  test('has the events of the security log', async () => {
    const owner = await createOwner();
    await owner.read();
    await flushSecurityLog(owner.context);
    const { security } = await owner.read();
    expect(security.events).toMatchObject([{ kind: 'export', details: { what: 'own data' }, count: 1 }]);
  });

  test('contains nothing of another account', async () => {
    const [owner, other] = [await createOwner(), await createOwner()];
    await other.buy();
    const newEmail = `${newId().toLowerCase()}@example.com`;
    const change = { name: 'Other', email: newEmail, mobile: '9876543210', password: testPassword };
    await runCall(apiRoutes, 'updateUser', other.context, change);
    const text = JSON.stringify(await owner.read());
    for (const id of [other.userId, other.email, newEmail, other.addressId]) expect(text).not.toContain(id);
  });

  test('needs a confirmed session, and is limited', async () => {
    const owner = await createOwner({ rateLimits: createRateLimits(database.db) });
    for (let times = 0; times < 10; times += 1) await owner.read();
    expect(await codeOf(owner.read())).toBe('TOO_MANY_REQUESTS');
    await database.db.query(sql`
      update session set authenticated_at = now() - interval '16 minutes' where user_id = ${owner.userId}`);
    expect(await codeOf(owner.read())).toBe('STEP_UP_REQUIRED');
  });
});

describe('the deletion of an account', () => {
  test('leaves no row with the name, addresses, numbers and secrets of the person', async () => {
    const owner = await createOwner();
    // Unlike those of the other accounts of this file.
    const newEmail = `${newId().toLowerCase()}@example.com`;
    const person = {
      ...{ name: `Ravi ${newId()}`, mobile: '9123450987', address_line: `${newId()} Lane` },
      ...{
        recipient: `Meera ${newId()}`,
        landmark: `${newId()} gate`,
        note: `Ask ${newId()}`,
        latitude: '11.98765',
      },
    };
    await database.db.query(sql`
      update account set name = ${person.name}, mobile = ${person.mobile} where id = ${owner.userId}`);
    await database.db.query(sql`
      update address set address_line = ${person.address_line}, mobile = ${person.mobile},
        recipient_name = ${person.recipient}, landmark = ${person.landmark}, delivery_note = ${person.note},
        latitude = ${person.latitude}::numeric, longitude = 73.85674
      where id = ${owner.addressId}`);
    await database.db.query(
      sql`update account set avatar = ${await addImage(database.db)} where id = ${owner.userId}`,
    );
    const listName = `Party of ${newId()}`;
    await runCall(apiRoutes, 'saveShoppingList', owner.context, { name: listName });
    await runCall(apiRoutes, 'changeWishlist', owner.context, { add: [milk] });
    const { _id, orderId } = await owner.buy();
    await runCall(apiRoutes, 'cancelOrder', owner.context, { _id, reason: `${person.name} moved` });
    await owner.fill({ [milk]: 1 });
    const delivered = await owner.buy();
    await deliver(delivered._id);
    await addPasskey(owner, 'The phone of a person');
    await database.db.query(sql`
      insert into known_device values (${owner.userId}, ${randomBytes(32)}, now(), now())`);
    await runCall(apiRoutes, 'updateUser', owner.context, {
      name: person.name,
      email: newEmail,
      mobile: person.mobile,
      password: testPassword,
    });
    await runCall(apiRoutes, 'forgotPassword', testContext(database.db), { email: owner.email });
    await owner.fill({ [milk]: 1 });
    await owner.remove();
    const texts = [
      ...Object.values(person),
      owner.email,
      newEmail,
      'The phone of a person',
      owner.addressId,
      listName,
    ];
    expect(await findEverywhere(texts)).toEqual([]);
    const rows = await database.db.query<{ name: string; count: number }>(sql`
      select 'cart' as name, count(*) from cart_line where user_id = ${owner.userId}
      union all select 'wishlist', count(*) from wishlist_item where user_id = ${owner.userId}
      union all select 'device', count(*) from known_device where account_id = ${owner.userId}
      union all select 'link', count(*) from email_verification where user_id = ${owner.userId}
      union all select 'passkey', count(*) from passkey where account_id = ${owner.userId}
      union all select 'recovery', count(*) from recovery_code where account_id = ${owner.userId}
      union all select 'token', count(*) from refresh_token t join session s on s.id = t.session_id
        where s.user_id = ${owner.userId}`);
    expect(rows.map(({ name, count }) => [name, Number(count)])).toEqual(
      ['cart', 'wishlist', 'device', 'link', 'passkey', 'recovery', 'token'].map((name) => [name, 0]),
    );
    // The amounts, numbers and the place of supply stay.
    const orders = await database.db.query(sql`
      select order_number, total_paise, delivery_address ->> 'state' as state, delivery_address ->> 'city' as city
      from customer_order where user_id = ${owner.userId} order by created_at`);
    expect(orders).toEqual([
      { order_number: orderId, total_paise: 20_000, state: 'Maharashtra', city: '' },
      { order_number: delivered.orderId, total_paise: 10_000, state: 'Maharashtra', city: '' },
    ]);
  });

  test('keeps name and postal address of an order from which on an invoice has to name them', async () => {
    const owner = await createOwner();
    await database.db.query(sql`
      update address set label = 'home', recipient_name = 'Ravi', landmark = 'Blue gate', delivery_note = 'Ring twice',
        latitude = 1, longitude = 2 where id = ${owner.addressId}`);
    const gold = await addProduct(database.db, { name: 'Saffron', pricePaise: namedInvoicePaise });
    await owner.fill({ [gold]: 1 });
    const { _id } = await owner.buy();
    await deliver(_id);
    await owner.remove();
    const meera = await createAdmin(database.db);
    const { data } = await meera.call('getBoardOrder', { _id });
    expect(data.shopper).toEqual({ name: 'Asha Rao', email: '', mobile: '' });
    expect(data.delivery_address).toEqual({
      ...{ address_line: '12 Lake Road', city: 'Pune', state: 'Maharashtra', country: 'India' },
      ...{ pincode: '411001', mobile: '' },
    });
  });

  test('removes the image of the account, unless another account has the same', async () => {
    const [owner, other] = [await createOwner(), await createOwner()];
    const avatar = await addImage(database.db);
    await database.db.query(sql`
      update account set avatar = ${avatar} where id in (${owner.userId}, ${other.userId})`);
    const isStored = async () => (await findKnownImages(owner.context, [avatar])).has(avatar);
    await owner.remove();
    expect(await isStored()).toBe(true);
    await other.remove();
    expect(await isStored()).toBe(false);
  });

  test('sends one email, to the former address, and drops those that waited', async () => {
    const owner = await createOwner();
    const changedAt = new Date().toISOString();
    await queueEmail(owner.context, {
      kind: 'password-changed',
      to: owner.email,
      name: 'Asha Rao',
      changedAt,
    });
    await owner.remove();
    expect(await listEmailsTo(database.db, owner.email)).toEqual([
      { kind: 'account-deleted', to: owner.email, name: '', deletedAt: expect.any(String) },
    ]);
  });

  test('sends no email about a former order', async () => {
    const owner = await createOwner();
    const { _id } = await owner.buy();
    await deliver(_id);
    await owner.remove();
    expect(await listEmails(database.db)).not.toContainEqual(
      expect.objectContaining({ order: expect.objectContaining({ _id }) }),
    );
  });

  test('frees the address: a new account does not see the orders of the former one', async () => {
    const owner = await createOwner();
    await deliver((await owner.buy())._id);
    await owner.remove();
    expect(await codeOf(logIn(database.db, owner.email))).toBe('BAD_CREDENTIALS');
    const id = await register(database.db, owner.email);
    expect(id).not.toBe(owner.userId);
    const { accessToken } = await logIn(database.db, owner.email);
    const open = testContext(database.db);
    const context = { ...open, caller: await open.tokens.verify(accessToken) };
    expect((await runCall(apiRoutes, 'listOrders', context, {})).data).toEqual([]);
  });

  test('ends the store credit, whose entries stay, and removes the notes of the staff', async () => {
    const owner = await createOwner();
    const meera = await createAdmin(database.db);
    await meera.call('grantStoreCredit', { _id: owner.userId, amount: 40, reason: 'Late delivery' });
    await meera.call('addCustomerNote', { _id: owner.userId, text: 'Rings twice.' });
    await meera.call('blockCustomer', { _id: owner.userId, isBlocked: true, reason: 'Fraud' });
    const { storeCredit, notes, blocked } = await owner.read();
    expect(storeCredit).toMatchObject({ balance: 40, entries: [{ kind: 'GRANT', amount: 40 }] });
    expect(notes).toMatchObject([{ text: 'Rings twice.' }]);
    expect(blocked).toMatchObject({ reason: 'Fraud' });
    await owner.remove();
    const entries = await database.db.query(sql`
      select kind, amount_paise from store_credit_entry where account_id = ${owner.userId} order by created_at, id`);
    expect(entries).toEqual([
      { kind: 'GRANT', amount_paise: 4000 },
      { kind: 'CLOSE', amount_paise: -4000 },
    ]);
    expect(await findEverywhere(['Rings twice.'])).toEqual([]);
  });

  test('is refused without the password or a passkey, and for those of someone else', async () => {
    const [owner, other] = [await createOwner(), await createOwner()];
    const authenticator = await addPasskey(other);
    const { challenge } = (await runCall(apiRoutes, 'beginStepUp', other.context)).data;
    const passkey = authenticator.sign(challenge, { origin: testShop.url });
    for (const input of [
      {},
      { password: '' },
      { password: 'not the password' },
      { _id: other.userId, ...proof },
    ])
      expect(await codeOf(owner.remove(input))).toBe('INVALID_INPUT');
    expect(await codeOf(owner.remove({ challenge, passkey }))).toBe('BAD_CHALLENGE');
    expect((await owner.read()).profile.email).toBe(owner.email);
    await other.remove({ challenge, passkey });
    expect(await codeOf(other.read())).toBe('UNAUTHENTICATED');
  });

  test('limits wrong passwords', async () => {
    const owner = await createOwner({ rateLimits: createRateLimits(database.db) });
    for (let tries = 0; tries < 10; tries += 1) await codeOf(owner.remove({ password: 'not the password' }));
    expect(await codeOf(owner.remove())).toBe('TOO_MANY_REQUESTS');
  });

  test('is refused while an order is under way, awaits payment, or a problem or a refund is not complete', async () => {
    const owner = await createOwner();
    const { _id } = await owner.buy();
    expect(await codeOf(owner.remove())).toBe('OPEN_ORDER');
    await deliver(_id);
    const problem = await addProblem(database.db, _id);
    expect(await codeOf(owner.remove())).toBe('OPEN_ORDER');
    const meera = await createAdmin(database.db);
    await meera.call('declineProblem', { _id: problem, message: 'It was sealed.' });
    expect((await owner.read()).orders[0]?.problems).toMatchObject([{ note: 'Torn' }]);
    await owner.fill({ [milk]: 1 });
    const card = await orderByCard(owner);
    expect(await codeOf(owner.remove())).toBe('OPEN_ORDER');
    await pay(owner, card);
    await runCall(apiRoutes, 'cancelOrder', owner.context, { _id: card.order._id });
    expect(await codeOf(owner.remove())).toBe('OPEN_ORDER');
    await database.db.query(sql`
      update ledger_entry set status = 'DONE', settled_at = now() where order_id = ${card.order._id} and kind = 'REFUND'`);
    expect((await owner.remove()).status).toBe(200);
    expect(await database.db.query(sql`select note from problem_report where id = ${problem}`)).toEqual([
      { note: '' },
    ]);
  });

  test('is refused with UNPAID_DELIVERY until the payment of a delivered order is recorded', async () => {
    const owner = await createOwner();
    const { _id } = await owner.buy();
    const meera = await createAdmin(database.db);
    for (const to of ['PACKING', 'OUT_FOR_DELIVERY'])
      await meera.call('changeOrders', { ids: [_id], to, allowUnpicked: true });
    const unpaid = { allowUnpaid: true, reason: 'No change' };
    await meera.call('changeOrders', { ids: [_id], to: 'DELIVERED', ...unpaid });
    expect(await codeOf(owner.remove())).toBe('UNPAID_DELIVERY');
    expect((await owner.read()).profile.email).toBe(owner.email);
    await meera.call('recordPayment', { _id, method: 'CASH', amount: 200 });
    expect((await owner.remove()).status).toBe(200);
  });

  test('keeps a block for a year: a new account of the mailbox is blocked until the staff unblocks', async () => {
    const owner = await createOwner();
    const meera = await createAdmin(database.db);
    await meera.call('blockCustomer', { _id: owner.userId, isBlocked: true, reason: 'Fraud' });
    await owner.remove();
    expect(await findEverywhere(['Fraud', owner.email])).not.toContainEqual(
      expect.stringContaining('customer_digest'),
    );
    const isBlocked = async (id: string) =>
      (await meera.call('getCustomer', { _id: id })).data.blockedAt !== null;
    const tagged = owner.email.replace('@', '+new@');
    const again = await register(database.db, tagged);
    expect(await isBlocked(again)).toBe(true);
    expect(await isBlocked(await register(database.db, `other.${owner.email}`))).toBe(false);
    await meera.call('blockCustomer', { _id: again, isBlocked: false });
    expect(await isBlocked(await register(database.db, owner.email))).toBe(false);
  });

  test('forgets by which digest an account was known after a year', async () => {
    const owner = await createOwner();
    await owner.remove();
    const known = () =>
      database.db.query(sql`select expires_at from customer_digest where account_id = ${owner.userId}`);
    expect(await known()).toHaveLength(1);
    const deleteAfter = (days: number) => {
      const now = () => new Date(Date.now() + days * 24 * 60 * 60_000);
      const { signal } = new AbortController();
      const job = { id: '1', payload: {}, queuedAt: now(), signal };
      return customerDigestJobs({ ...testContext(database.db), now })['delete-customer-digests']?.(job);
    };
    await deleteAfter(formerCustomerDays - 1);
    expect(await known()).toHaveLength(1);
    await deleteAfter(formerCustomerDays + 1);
    expect(await known()).toEqual([]);
  });

  test('is refused for the last administrator, and of two at the same time one stays', async () => {
    const admins = await Promise.all([createAdmin(database.db), createAdmin(database.db)]);
    await database.db.query(sql`
      delete from staff_role where account_id <> all (${admins.map(({ userId }) => userId)}::text[])`);
    await database.db.query(sql`update account set password_hash = ${passwordHash} where role = 'ADMIN'`);
    const outcomes = await countOutcomes(admins.map(({ call }) => call('deleteAccount', proof)));
    expect(outcomes).toEqual({ '200': 1, '409 LAST_ADMIN': 1 });
  });

  test('leaves the id of a former administrator in the audit log, not the name', async () => {
    await createAdmin(database.db);
    const ravi = await createAdmin(database.db, 'Ravi Kumar');
    await ravi.call('addCategory', { name: 'Tea', image: await addImage(database.db) });
    const email = 'ravi.kumar@example.com';
    await database.db.query(sql`
      update account set password_hash = ${passwordHash}, email = ${email} where id = ${ravi.userId}`);
    await suspendAccount(ravi.context, email);
    await restoreAccount(ravi.context, email);
    await database.db.query(sql`update session set revoked_at = null where user_id = ${ravi.userId}`);
    await ravi.call('deleteAccount', proof);
    const entries = await database.db.query(sql`
      select account_id, account_name, entity_id, entity_name from audit_entry
      where account_id = ${ravi.userId} or entity_id = ${ravi.userId} order by at, id`);
    expect(entries).toMatchObject([
      { account_id: ravi.userId, account_name: 'Deleted account', entity_name: 'Tea' },
      { entity_id: ravi.userId, entity_name: 'Deleted account' },
      { entity_id: ravi.userId, entity_name: 'Deleted account' },
    ]);
    expect(await findEverywhere(['Ravi Kumar', email])).toEqual([]);
  });

  test('ends all sessions of all processes', async () => {
    const owner = await createOwner();
    const second = await logIn(database.db, owner.email);
    await owner.remove();
    const { context } = owner;
    expect(context.revokedSessions.findRevocation(context.caller?.sessionId ?? '')).toBe('ended');
    for (const bearerToken of [owner.refreshToken, second.refreshToken])
      expect(
        await codeOf(runCall(apiRoutes, 'refreshToken', testContext(database.db, { bearerToken }))),
      ).toBe('BAD_REFRESH_TOKEN');
    // A process that has not heard of it yet.
    const unaware = { ...context, revokedSessions: testContext(database.db).revokedSessions };
    const calls = [
      ['getUserDetails', {}],
      ['updateUser', { name: 'Asha', email: owner.email, mobile: '9876543210' }],
      ['createAddress', home],
      ['createCartLine', { productId: milk }],
      ['beginTotp', {}],
      ['deleteAccount', proof],
    ] as const;
    for (const [name, input] of calls)
      await expect(
        runCall(apiRoutes, name, unaware, input).catch((error: unknown) => toAppError(error).code),
        name,
      ).resolves.toBe('UNAUTHENTICATED');
  });

  test('deletes the requests for delivery of its address', async () => {
    const owner = await createOwner();
    await requestDeliveryTo(owner.email);
    const other = `${newId().toLowerCase()}@example.com`;
    await requestDeliveryTo(other);
    await owner.remove();
    const left = await database.db.query(sql`
      select email from delivery_request where email in (${owner.email}, ${other})`);
    expect(left).toEqual([{ email: other }]);
  });

  test('happens once when it is requested twice at the same time', async () => {
    const owner = await createOwner();
    const outcomes = await countOutcomes([owner.remove(), owner.remove(), owner.remove()]);
    expect(outcomes).toEqual({ '200': 1, '401 UNAUTHENTICATED': 2 });
    expect(await listEmailsTo(database.db, owner.email)).toHaveLength(1);
  });

  test('and an order at the same time: either the order is placed and the account stays, or neither', async () => {
    for (let round = 0; round < 8; round += 1) {
      const owner = await createOwner();
      const input = await owner.checkout();
      const [removed, ordered] = await Promise.allSettled([
        owner.remove(),
        owner.buy(input),
        owner.add(milk),
        runCall(apiRoutes, 'createAddress', owner.context, home),
      ]);
      const counts = await database.db.one<{ orders: number; others: number; is_deleted: boolean }>(sql`
        select (select count(*) from customer_order where user_id = a.id) as orders, deleted_at is not null as is_deleted,
          (select count(*) from cart_line where user_id = a.id) + (select count(*) from address where user_id = a.id)
            as others
        from account a where id = ${owner.userId}`);
      expect(counts.is_deleted).toBe(removed.status === 'fulfilled');
      expect(counts.orders).toBe(ordered.status === 'fulfilled' ? 1 : 0);
      if (counts.is_deleted) expect(counts).toMatchObject({ orders: 0, others: 0 });
    }
  });

  test('waits for an order that is being written, and then is refused', async () => {
    const owner = await createOwner();
    const { removing } = await database.db.transaction(async (db) => {
      await db.query(sql`
        insert into customer_order (id, order_number, user_id, status, payment_status, sub_total_paise, total_paise,
          bill, delivery_address)
        values (${newId()}, 'ORD-00000001', ${owner.userId}, 'PLACED', 'CASH ON DELIVERY', 100, 100,
          '[{"kind": "ITEMS", "amount_paise": 100}]', '{}')`);
      const refusal = catchAppError(owner.remove());
      await untilWaiting(database.db);
      return { removing: refusal };
    });
    expect((await removing).code).toBe('OPEN_ORDER');
  });

  test('waits for a change of the password that it does not know, and then is refused', async () => {
    const owner = await createOwner();
    const { removing } = await inTransaction(owner.context, async ({ db }) => {
      await db.query(sql`
        update account set password_hash = ${dummyPasswordHash} where id = ${owner.userId}`);
      const refusal = catchAppError(owner.remove());
      await untilWaiting(database.db, 1);
      return { removing: refusal };
    });
    expect(await removing).toMatchObject({ code: 'INVALID_INPUT', issues: [{ path: 'password' }] });
  });

  test('is in the security log', async () => {
    const owner = await createOwner();
    await owner.remove();
    await flushSecurityLog(owner.context);
    const events = await database.db.query(sql`
      select kind from security_event where account_id = ${owner.userId}`);
    expect(events).toEqual([{ kind: 'account-deleted' }]);
  });

  test('that fails in the middle changes nothing', async () => {
    const owner = await createOwner();
    const context = {
      ...owner.context,
      cryptography: {
        ...owner.context.cryptography,
        // The last step encrypts the email.
        encrypt() {
          throw new Error('The process ends.');
        },
      },
    };
    await expect(runCall(apiRoutes, 'deleteAccount', context, proof)).rejects.toThrow('The process ends.');
    expect(await owner.read()).toMatchObject({
      profile: { name: 'Asha Rao' },
      addresses: [{ _id: owner.addressId }],
      cart: { lines: [{ quantity: 2 }] },
      sessions: [{ endedAt: null }],
    });
  });

  test('a payment that arrives after it is refunded', async () => {
    const owner = await createOwner();
    const card = await orderByCard(owner);
    await cancelUnpaidOrder(owner.context, card.order._id, 'It was not paid in time.');
    await owner.remove();
    expect(await pay(owner, card)).toMatchObject({ outcome: 'refunded late' });
  });

  test('of an unverified address is limited, because each registration sends emails to it', async () => {
    const email = 'stranger@example.com';
    const rateLimits = createRateLimits(database.db);
    const removeOnce = async () => {
      await register(database.db, email);
      await database.db.query(sql`update account set password_hash = ${passwordHash} where email = ${email}`);
      const { accessToken } = await logIn(database.db, email);
      const open = testContext(database.db, { rateLimits });
      return runCall(
        apiRoutes,
        'deleteAccount',
        { ...open, caller: await open.tokens.verify(accessToken) },
        proof,
      );
    };
    for (let times = 0; times < 6; times += 1) await removeOnce();
    expect(await codeOf(removeOnce())).toBe('TOO_MANY_REQUESTS');
  });
});

test('the schema refuses a deleted account with a name, and rows that would belong to it', async () => {
  const owner = await createOwner();
  await owner.remove();
  const refused = [
    sql`update account set name = 'Asha' where id = ${owner.userId}`,
    sql`update account set role = 'ADMIN' where id = ${owner.userId}`,
    sql`insert into session (id, user_id, expires_at) values ('s', ${owner.userId}, now())`,
    sql`insert into totp values (${owner.userId}, '', 0, now())`,
  ];
  for (const statement of refused) await expect(database.db.query(statement)).rejects.toThrow();
});
