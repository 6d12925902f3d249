import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { newId } from '#server/database/id.ts';
import { toAppError } from '#server/http/errors.ts';
import { createAdmin, createShopper, type Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { orderByCard, pay } from '#tests/fixtures/payments.ts';
import { addProduct } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
const milk = await addProduct(db, { stock: 1000, pricePaise: 5000 });

async function createCustomer(
  given: { name?: string; email?: string; mobile?: string } = {},
): Promise<Shopper> {
  const shopper = await createShopper(db);
  const { name = 'Asha Rao', email = `${newId().toLowerCase()}@example.com`, mobile = '' } = given;
  await db.query(sql`
    update account set name = ${name}, email = ${email}, mobile = ${mobile} where id = ${shopper.userId}`);
  return shopper;
}

const order = async (shopper: Shopper) => {
  await shopper.fill({ [milk]: 1 });
  return (await shopper.order(await shopper.checkout())).data;
};
const idsOf = async (input: object) =>
  (await meera.call('listCustomers', { limit: 100, ...input })).data.map(({ _id }) => _id);

describe('the list of customers', () => {
  test('finds an account by name, email address, phone and order number, and takes wildcards and operators as they are', async () => {
    const asha = await createCustomer({
      name: "Zubeida O'Neil-Rao",
      email: 'zoya.kumar+shop@mail.example',
      mobile: '+91 98123 45670',
    });
    const { orderId } = await order(asha);
    await db.query(sql`update address set mobile = '70000 11122' where user_id = ${asha.userId}`);
    for (const search of [
      'zub',
      "o'neil",
      'rao zubeida',
      'ZOYA',
      'zoya.kumar+shop@mail.example',
      'mail.example',
      '9812345670',
      '+91 98123',
      '7000011122',
      orderId,
      orderId.slice(4),
      orderId.slice(4, 9).toLowerCase(),
    ])
      expect(await idsOf({ search }), search).toContain(asha.userId);
    for (const search of [
      "' or true --",
      '%',
      '_',
      '\\',
      "zub & !x '",
      ':*',
      '|',
      '00000000000000',
      'ubeida',
      '“',
    ])
      expect(await idsOf({ search }), search).not.toContain(asha.userId);
  });

  test('has orders and spend, newest accounts first, in pages, without deleted accounts', async () => {
    const [asha, ravi] = [
      await createCustomer({ name: 'Qadir One' }),
      await createCustomer({ name: 'Qadir Two' }),
    ];
    await order(asha);
    const cancelled = await order(asha);
    await meera.call('changeOrders', { ids: [cancelled._id], to: 'CANCELLED', reason: 'Late' });
    const { data, totalCount } = await meera.call('listCustomers', { search: 'qadir' });
    expect(totalCount).toBe(2);
    expect(data).toMatchObject([
      {
        _id: ravi.userId,
        orders: 0,
        spentAmt: 0,
        lastOrderAt: null,
        isEmailVerified: false,
        uncountedOrders: 0,
      },
      { _id: asha.userId, orders: 1, spentAmt: 50, uncountedOrders: 1 },
    ]);
    const second = await meera.call('listCustomers', { search: 'qadir', limit: 1, page: 2 });
    expect(second.data.map(({ _id }) => _id)).toEqual([asha.userId]);
    expect((await meera.call('listCustomerOrders', { _id: asha.userId })).data).toHaveLength(2);
  });

  test('is searched by indexes', async () => {
    await db.transaction(async (transaction) => {
      await transaction.query(sql`
        insert into account (id, name, email, password_hash)
        select 'plan' || n, 'Customer ' || md5(n::text), md5(n::text) || '@plan.example', '-' from generate_series(1, 4000) n`);
      await transaction.query(sql`analyze account`);
      const plan = await transaction.query<Record<string, string>>(sql`
        explain select id from account where customer_words(name, email) @@ to_tsquery('simple', '''c4ca4238'':*')
          and deleted_at is null`);
      expect(JSON.stringify(plan)).toContain('account_by_word');
    });
    for (const index of ['account_by_phone', 'address_by_phone', 'order_by_number', 'account_by_creation'])
      expect(await db.query(sql`select from pg_indexes where indexname = ${index}`)).toHaveLength(1);
  });
});

describe('notes', () => {
  test('have their author, newest first, and cannot be changed or removed', async () => {
    const asha = await createCustomer();
    const ravi = await createAdmin(db, 'Ravi');
    await meera.call('addCustomerNote', { _id: asha.userId, text: 'Rings twice.' });
    const { data } = await ravi.call('addCustomerNote', { _id: asha.userId, text: 'Line one\nline two' });
    expect(data.notes.map(({ by, text }) => [by, text])).toEqual([
      ['Ravi', 'Line one\nline two'],
      ['Meera', 'Rings twice.'],
    ]);
    for (const statement of [
      sql`update customer_note set text = 'x'`,
      sql`delete from customer_note where account_id = ${asha.userId}`,
    ])
      await expect(db.query(statement)).rejects.toThrow(/only be appended/);
  });

  test.each([{ text: '' }, { text: '  ' }, { text: 'x'.repeat(1001) }, { text: 'a\0b' }, {}])(
    'refuse %o',
    async (input) => {
      const call = meera.call('addCustomerNote', { _id: 'a', ...input });
      expect((await catchAppError(call)).code).toBe('INVALID_INPUT');
    },
  );

  test('about an unknown account are not found', async () => {
    const call = meera.call('addCustomerNote', { _id: newId(), text: 'Hello' });
    expect((await catchAppError(call)).code).toBe('NOT_FOUND');
  });
});

describe('a blocked account', () => {
  const block = (_id: string, isBlocked = true, reason?: string) =>
    meera.call('blockCustomer', {
      _id,
      isBlocked,
      ...(isBlocked && { reason: reason ?? 'Refused three orders' }),
    });

  test('cannot order in its running session, keeps its cart, and can order again when it is unblocked', async () => {
    const asha = await createCustomer();
    await asha.fill({ [milk]: 1 });
    const { data } = await block(asha.userId);
    expect(data).toMatchObject({ blockedAt: expect.any(String), blockedReason: 'Refused three orders' });
    const input = await asha.checkout();
    const refusal = toAppError(await asha.order(input).catch((error: unknown) => error));
    expect(refusal).toMatchObject({ code: 'ACCOUNT_BLOCKED', status: 403 });
    expect(refusal.message).toContain('contact the store');
    expect(await asha.cart()).toHaveLength(1);
    expect(await idsOf({ filter: 'BLOCKED' })).toContain(asha.userId);
    await block(asha.userId, false);
    expect((await asha.order(input)).status).toBe(201);
    const entries = await meera.historyOf(asha.userId);
    expect(entries.map(({ action }) => action).toSorted()).toEqual(['blocked', 'unblocked']);
  });

  test('gets the late payment of an order back', async () => {
    const asha = await createCustomer();
    await asha.fill({ [milk]: 1 });
    const card = await orderByCard(asha);
    await meera.call('changeOrders', { ids: [card.order._id], to: 'CANCELLED', reason: 'Fraud' });
    await block(asha.userId);
    expect((await pay(asha, card)).outcome).toBe('refunded late');
  });

  test('is never one of the staff, and needs a reason', async () => {
    expect((await catchAppError(block(meera.userId))).code).toBe('CONFLICT');
    const call = meera.call('blockCustomer', { _id: 'a', isBlocked: true });
    expect((await catchAppError(call)).code).toBe('INVALID_INPUT');
  });
});
