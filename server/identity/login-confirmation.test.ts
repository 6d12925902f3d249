import sql from 'sql-template-tag';
import { describe, expect, test, vi } from 'vitest';
import { maximumUnconfirmedPrices } from '#contract/base/limits.ts';
import { createCryptography } from '#server/base/secrets.ts';
import { connect } from '#server/database/connect.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { fromBase32, newProduct, openSession, testPassword } from '#tests/fixtures/accounts.ts';
import { Authenticator } from '#tests/fixtures/authenticator.ts';
import {
  catchAppError,
  catchAppErrors,
  countOutcomes,
  runCall,
  testContext,
} from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { createStaff, staffPage } from '#tests/fixtures/staff.ts';
import { accountRoutes, secondFactorRoutes } from './accounts.routes.ts';
import { hashPassword } from './password.ts';
import { totpAt } from './totp.ts';

const { db, url } = await openTestDatabase();

describe('a login of an account with an authenticator app', () => {
  test('gets no token for the password, and one for the code of the app', async () => {
    const staff = await createStaff(db);
    await staff.addTotp();
    const before = await staff.countSessions();
    const { code, status, details } = await catchAppError(staff.logIn());
    expect([code, status]).toEqual(['SECOND_FACTOR_NEEDED', 401]);
    expect(details).toMatchObject({ methods: ['totp', 'recovery-code'], options: null });
    expect(await staff.countSessions()).toBe(before);
    const { data } = await staff.confirm({ challenge: details?.challenge, code: staff.code() });
    expect(await testContext(db).tokens.verify(data.accesstoken)).not.toBeNull();
    expect(await staff.countSessions()).toBe(before + 1);
  });

  test('rejects a wrong password without a challenge', async () => {
    const staff = await createStaff(db);
    await staff.addTotp();
    const input = { email: staff.email, password: 'not the password' };
    const error = await catchAppError(runCall(accountRoutes, 'loginUser', testContext(db), input));
    expect([error.code, error.details]).toEqual(['BAD_CREDENTIALS', undefined]);
  });

  test('accepts each code once, also when two processes receive it at the same time', async () => {
    const staff = await createStaff(db);
    await staff.addTotp();
    const other = connect(url, { maxConnections: 2 });
    const [first, second] = [await staff.begin(), await staff.begin()];
    const code = staff.code();
    const outcomes = await countOutcomes([
      staff.confirm({ challenge: first, code }),
      staff.confirm({ challenge: second, code }, { db: other }),
    ]);
    await other.close();
    expect(outcomes).toEqual({ 200: 1, '400 BAD_SECOND_FACTOR': 1 });
    const used = await catchAppError(staff.confirm({ challenge: await staff.begin(), code }));
    expect(used.code).toBe('BAD_SECOND_FACTOR');
  });

  test('accepts the code of the setup for no login', async () => {
    const staff = await createStaff(db);
    const { data } = await staff.call('beginTotp');
    const otp = totpAt(fromBase32(data.secret), staff.context.now());
    await staff.call('confirmTotp', { challenge: data.challenge, otp });
    const error = await catchAppError(staff.confirm({ challenge: await staff.begin(), code: otp }));
    expect(error.code).toBe('BAD_SECOND_FACTOR');
  });

  test('rejects a challenge that was used, is unknown, or is older than five minutes', async () => {
    const staff = await createStaff(db);
    await staff.addTotp();
    const challenge = await staff.begin();
    await staff.confirm({ challenge, code: staff.code() });
    staff.later(60);
    expect((await catchAppError(staff.confirm({ challenge, code: staff.code() }))).code).toBe(
      'BAD_CHALLENGE',
    );
    const unknown = Buffer.alloc(32, 1).toString('base64url');
    expect((await catchAppError(staff.confirm({ challenge: unknown, code: '123456' }))).code).toBe(
      'BAD_CHALLENGE',
    );
    const late = await staff.begin();
    staff.later(5 * 60);
    expect((await catchAppError(staff.confirm({ challenge: late, code: staff.code() }))).code).toBe(
      'BAD_CHALLENGE',
    );
  });

  test('allows five codes for a password, and starts again with the password then', async () => {
    const staff = await createStaff(db);
    await staff.addTotp();
    const challenge = await staff.begin();
    for (let guess = 0; guess < 5; guess += 1)
      expect((await catchAppError(staff.confirm({ challenge, code: `00000${guess}` }))).code).toBe(
        'BAD_SECOND_FACTOR',
      );
    expect((await catchAppError(staff.confirm({ challenge, code: staff.code() }))).code).toBe(
      'BAD_CHALLENGE',
    );
    await staff.confirm({ challenge: await staff.begin(), code: staff.code() });
  });

  test('limits wrong codes of an account from all networks together', async () => {
    const staff = await createStaff(db);
    await staff.addTotp();
    const rateLimits = createRateLimits(db);
    const codes: string[] = [];
    let challenge = '';
    for (let guess = 0; guess < 25; guess += 1) {
      const given = { rateLimits, remoteAddress: `10.0.${guess}.1` };
      // One login allows five codes.
      if (guess % 5 === 0) challenge = await staff.begin();
      codes.push((await catchAppError(staff.confirm({ challenge, code: '000000' }, given))).code);
    }
    expect(codes.slice(0, 20)).toEqual(Array(20).fill('BAD_SECOND_FACTOR'));
    expect(codes.slice(20)).toContain('TOO_MANY_REQUESTS');
  });

  test('limits wrong codes by account and network', async () => {
    const staff = await createStaff(db);
    await staff.addTotp();
    const given = { rateLimits: createRateLimits(db), remoteAddress: '10.9.9.9' };
    for (const challenge of [await staff.begin(), await staff.begin()]) {
      for (let guess = 0; guess < 5; guess += 1)
        await catchAppError(staff.confirm({ challenge, code: '000000' }, given));
    }
    const error = await catchAppError(
      staff.confirm({ challenge: await staff.begin(), code: staff.code() }, given),
    );
    expect(error.code).toBe('TOO_MANY_REQUESTS');
  });

  test('ends when the password changes or the account is suspended before the code', async () => {
    const staff = await createStaff(db);
    await staff.addTotp();
    const challenge = await staff.begin();
    const other = await hashPassword('another password of hers', null);
    await db.query(sql`update account set password_hash = ${other} where id = ${staff.userId}`);
    expect((await catchAppError(staff.confirm({ challenge, code: staff.code() }))).code).toBe(
      'BAD_CHALLENGE',
    );
    await db.query(sql`update account set status = 'Suspended' where id = ${staff.userId}`);
    staff.later(30);
    expect((await catchAppError(staff.confirm({ challenge, code: staff.code() }))).code).toBe(
      'ACCOUNT_SUSPENDED',
    );
  });

  test('works with each recovery code once, also at the same time, in any spelling', async () => {
    const staff = await createStaff(db);
    const recoveryCodes = await staff.addTotp();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [code = '', spelt = ''] = recoveryCodes;
    const [first, second] = [await staff.begin(), await staff.begin()];
    const outcomes = await countOutcomes([
      staff.confirm({ challenge: first, code }),
      staff.confirm({ challenge: second, code }),
    ]);
    expect(outcomes).toEqual({ 200: 1, '400 BAD_SECOND_FACTOR': 1 });
    await staff.confirm({
      challenge: await staff.begin(),
      code: ` ${spelt.toUpperCase().replace('-', ' ')} `,
    });
    expect((await staff.call('getSecondFactor')).data.recoveryCodesLeft).toBe(8);
    expect(await staff.listNotices()).toContain('recovery-code-used');
  });

  test('works while AUTH_SECRET is replaced, and the app goes on with the new one alone', async () => {
    const [old, present] = ['the secret of the first year of the shop', 'the secret of the year after that'];
    const staff = await createStaff(db, { cryptography: createCryptography(old) });
    const [recoveryCode] = await staff.addTotp();
    const both = { cryptography: createCryptography(present, old) };
    await staff.confirm({ challenge: await staff.begin(), code: recoveryCode }, both);
    await staff.confirm({ challenge: await staff.begin(both), code: staff.code() }, both);
    staff.later(30);
    const alone = { cryptography: createCryptography(present) };
    await staff.confirm({ challenge: await staff.begin(alone), code: staff.code() }, alone);
  });

  test('rejects and logs a code when the AUTH_SECRET of the app is gone', async () => {
    const staff = await createStaff(db);
    const [recoveryCode] = await staff.addTotp();
    const { log } = testContext(db);
    const warn = vi.spyOn(log, 'warn');
    const given = { cryptography: createCryptography('another secret, made after a leak'), log };
    for (const code of [staff.code(), recoveryCode]) {
      const error = await catchAppError(staff.confirm({ challenge: await staff.begin(given), code }, given));
      expect(error.code).toBe('BAD_SECOND_FACTOR');
    }
    expect(warn).toHaveBeenCalledTimes(1);
  });

  test('stores neither the secret nor a recovery code in plain text', async () => {
    const staff = await createStaff(db);
    const recoveryCodes = await staff.addTotp();
    const rows = await db.query(sql`
      select to_jsonb(t)::text as text from totp t where account_id = ${staff.userId}
      union all select to_jsonb(r)::text from recovery_code r where account_id = ${staff.userId}`);
    const stored = JSON.stringify(rows);
    for (const secret of [staff.secret.toString('hex'), staff.secret.toString('base64url'), ...recoveryCodes])
      expect(stored).not.toContain(secret.replace('-', ''));
  });
});

describe('a login with a passkey', () => {
  test('is set up with a key of EdDSA, ES256 or RS256, and none of another algorithm', async () => {
    const staff = await createStaff(db);
    const { challenge, options } = (await staff.call('beginPasskey')).data;
    expect(options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257]);
    const { response, ...passkey } = new Authenticator().register(challenge, staffPage);
    const attestation = Buffer.from(response.attestationObject, 'base64url');
    // The algorithm of its key, as CBOR: no longer -7, but -15, which is none.
    attestation[attestation.indexOf(Buffer.from([0xa5, 1, 2, 3, 0x26])) + 4] = 0x2e;
    const other = { ...response, attestationObject: attestation.toString('base64url') };
    const add = (given: typeof response) =>
      staff.call('addPasskey', { challenge, name: 'Laptop', passkey: { ...passkey, response: given } });
    expect((await catchAppError(add(other))).code).toBe('BAD_SECOND_FACTOR');
    await add(response);
  });

  test('succeeds for the answer to its own challenge only', async () => {
    const staff = await createStaff(db);
    const { authenticator } = await staff.addPasskey();
    const { details } = await catchAppError(staff.logIn());
    expect(details).toMatchObject({
      methods: ['passkey', 'recovery-code'],
      options: { challenge: details?.challenge, rpId: 'shop.example' },
    });
    const challenge = String(details?.challenge);
    const old = authenticator.sign(await staff.begin(), staffPage);
    expect((await catchAppError(staff.confirm({ challenge, passkey: old }))).code).toBe('BAD_SECOND_FACTOR');
    await staff.confirm({ challenge, passkey: authenticator.sign(challenge, staffPage) });
  });

  test.each(['https://shop.example.evil.example', 'http://shop.example', 'https://evil.example'])(
    'rejects an answer that was given on %s',
    async (origin) => {
      const staff = await createStaff(db);
      const { authenticator } = await staff.addPasskey();
      const challenge = await staff.begin();
      const passkey = authenticator.sign(challenge, { origin });
      expect((await catchAppError(staff.confirm({ challenge, passkey }))).code).toBe('BAD_SECOND_FACTOR');
    },
  );

  test('rejects the passkey of another account and one that is unknown', async () => {
    const [staff, other] = [await createStaff(db), await createStaff(db)];
    await staff.addPasskey();
    const { authenticator } = await other.addPasskey();
    for (const stranger of [authenticator, new Authenticator()]) {
      const challenge = await staff.begin();
      const passkey = stranger.sign(challenge, staffPage);
      expect((await catchAppError(staff.confirm({ challenge, passkey }))).code).toBe('BAD_SECOND_FACTOR');
    }
  });

  test('rejects and logs a signature counter that does not increase', async () => {
    const staff = await createStaff(db);
    const { authenticator } = await staff.addPasskey();
    const { log } = testContext(db);
    const warn = vi.spyOn(log, 'warn');
    const attempt = async (counter: number) => {
      authenticator.counter = counter;
      const challenge = await staff.begin();
      return staff.confirm({ challenge, passkey: authenticator.sign(challenge, staffPage) }, { log });
    };
    await attempt(7);
    for (const counter of [7, 6, 0]) {
      expect((await catchAppError(attempt(counter))).code).toBe('BAD_SECOND_FACTOR');
    }
    expect(warn).toHaveBeenCalledTimes(3);
    await attempt(8);
  });

  test('is no code for an account without an app', async () => {
    const staff = await createStaff(db);
    await staff.addPasskey();
    const error = await catchAppError(staff.confirm({ challenge: await staff.begin(), code: '123456' }));
    expect(error.code).toBe('BAD_SECOND_FACTOR');
  });
});

describe('a sensitive call', () => {
  const quarterHour = 15 * 60;
  const addProducts = (count: number) => Promise.all(Array.from({ length: count }, () => addProduct(db)));
  const prices = (ids: readonly string[], price: number) => ({ changes: ids.map((_id) => ({ _id, price })) });
  const codeOf = async (call: Promise<unknown>) => (await catchAppError(call)).code;

  test('asks for the password 15 minutes after the login, and not before', async () => {
    const staff = await createStaff(db);
    staff.later(quarterHour);
    expect(
      await codeOf(staff.call('settleRefund', { _id: 'a', amount: 1, how: 'Cash', method: 'CASH' })),
    ).toBe('NOT_FOUND');
    staff.later(1);
    const manyProducts = await addProducts(maximumUnconfirmedPrices + 1);
    const calls = [
      staff.call('settleRefund', { _id: 'a', amount: 1, how: 'Cash', method: 'CASH' }),
      staff.call('changeProducts', prices(manyProducts, 10)),
      staff.call('changeOrders', { ids: ['a'], to: 'CANCELLED', reason: 'Out of stock' }),
    ];
    const codes = (await catchAppErrors(calls)).map(({ code }) => code);
    expect(codes).toEqual(calls.map(() => 'STEP_UP_REQUIRED'));
    // Other statuses need none.
    expect((await staff.call('changeOrders', { ids: ['a'], to: 'PACKING' })).status).toBe(200);
  });

  const sensitive = [
    ...(['addPasskey', 'beginPasskey', 'beginTotp', 'confirmTotp', 'removePasskey', 'removeTotp'] as const),
    ...(['replaceRecoveryCodes', 'exportOwnData', 'removeDemoCatalogue'] as const),
    ...(['checkImport', 'applyImport'] as const),
    ...(['correctPayment', 'settleRefund', 'refundItems', 'grantStoreCredit', 'reopenDay'] as const),
    ...(['createCoupon', 'updateCoupon'] as const),
  ];

  test.each(sensitive)('%s asks for the password whatever is sent', async (name) => {
    const staff = await createStaff(db);
    staff.later(quarterHour + 1);
    expect(await codeOf(staff.call(name, {}))).toBe('STEP_UP_REQUIRED');
  });

  test('for a price is asked for beyond a few prices of the session within an hour, in calls of one each too', async () => {
    const staff = await createStaff(db);
    staff.later(quarterHour + 1);
    const ids = await addProducts(maximumUnconfirmedPrices + 1);
    const [first = '', ...others] = ids;
    const priceOf = async (id: string) =>
      (await db.one<{ price_paise: number }>(sql`select price_paise from product where id = ${id}`))
        .price_paise;
    for (const id of others) await staff.call('changeProducts', prices([id], 90));
    expect(await codeOf(staff.call('changeProducts', prices([first], 90)))).toBe('STEP_UP_REQUIRED');
    expect(await codeOf(staff.call('changeProducts', { changes: [{ _id: first, discount: 99 }] }))).toBe(
      'STEP_UP_REQUIRED',
    );
    expect(await priceOf(first)).toBe(10_000);
    const edit = { ...(await newProduct(db)), _id: first, discount: 0, price: 1 };
    expect(await codeOf(staff.call('updateProduct', edit))).toBe('STEP_UP_REQUIRED');
    // Other fields, and the price as it is, need none.
    expect((await staff.call('updateProduct', { ...edit, price: 100 })).status).toBe(200);
    expect((await staff.call('changeProducts', { changes: [{ _id: first, stock: 7 }] })).status).toBe(200);
    // In an hour a few more.
    staff.later(60 * 60);
    await staff.call('changeProducts', prices([first], 90));
    expect(await codeOf(staff.call('changeProducts', prices(others, 80)))).toBe('STEP_UP_REQUIRED');
    await staff.call('stepUp', { password: testPassword });
    await staff.call('changeProducts', prices(ids, 80));
    expect(await priceOf(first)).toBe(8000);
  });

  test('for prices counts changes at the same time', async () => {
    const staff = await createStaff(db);
    staff.later(quarterHour + 1);
    const ids = await addProducts(maximumUnconfirmedPrices * 2);
    const outcomes = await countOutcomes(ids.map((id) => staff.call('changeProducts', prices([id], 90))));
    expect(outcomes).toEqual({
      200: maximumUnconfirmedPrices,
      '403 STEP_UP_REQUIRED': maximumUnconfirmedPrices,
    });
  });

  test('is allowed after the password, in that session only', async () => {
    const staff = await createStaff(db);
    const { accessToken } = await openSession(db, staff.userId);
    await db.query(sql`
      update session set authenticated_at = ${new Date(0)} where user_id = ${staff.userId}`);
    const wrong = await catchAppError(staff.call('stepUp', { password: 'not the password' }));
    expect([wrong.code, wrong.issues?.[0]?.path]).toEqual(['INVALID_INPUT', 'password']);
    expect(await codeOf(staff.call('beginTotp'))).toBe('STEP_UP_REQUIRED');
    await staff.call('stepUp', { password: testPassword });
    expect((await staff.call('beginTotp')).status).toBe(200);
    const caller = await staff.context.tokens.verify(accessToken);
    expect(await codeOf(runCall(secondFactorRoutes, 'beginTotp', { ...staff.context, caller }))).toBe(
      'STEP_UP_REQUIRED',
    );
  });

  test('is allowed after a passkey whose user was verified, once per challenge', async () => {
    const staff = await createStaff(db);
    const { authenticator } = await staff.addPasskey();
    staff.later(quarterHour + 1);
    const { challenge } = (await staff.call('beginStepUp')).data;
    const unverified = authenticator.sign(challenge, { ...staffPage, isUserVerified: false });
    expect(await codeOf(staff.call('stepUp', { challenge, passkey: unverified }))).toBe('BAD_SECOND_FACTOR');
    const passkey = authenticator.sign(challenge, staffPage);
    await staff.call('stepUp', { challenge, passkey });
    expect((await staff.call('beginTotp')).status).toBe(200);
    expect(await codeOf(staff.call('stepUp', { challenge, passkey }))).toBe('BAD_CHALLENGE');
  });
});
