import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { endEverySession, makeOwner, removeRoles, removeSecondFactor } from '#server/staff/staff.service.ts';
import { fromBase32, openSession } from '#tests/fixtures/accounts.ts';
import { Authenticator } from '#tests/fixtures/authenticator.ts';
import { catchAppError } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addAdmin } from '#tests/fixtures/seed.ts';
import { createStaff } from '#tests/fixtures/staff.ts';
import { totpAt } from './totp.ts';

const { db } = await openTestDatabase();

describe('a change of the second factors', () => {
  test('ends the other sessions and sends an email', async () => {
    const staff = await createStaff(db);
    await openSession(db, staff.userId);
    const { recoveryCodes } = await staff.addPasskey();
    expect(recoveryCodes).toHaveLength(10);
    expect(await staff.countSessions()).toBe(1);
    await openSession(db, staff.userId);
    const [passkey] = (await staff.call('getSecondFactor')).data.passkeys;
    await staff.call('removePasskey', { _id: passkey?._id });
    expect(await staff.countSessions()).toBe(1);
    expect(await staff.listNotices()).toEqual(['passkey-added', 'passkey-removed']);
    // Without a factor there are no codes, and the password is enough again.
    expect((await staff.call('getSecondFactor')).data.recoveryCodesLeft).toBe(0);
    expect((await staff.logIn()).status).toBe(200);
  });

  test('returns recovery codes for the first factor only, and new ones on request', async () => {
    const staff = await createStaff(db);
    const recoveryCodes = await staff.addTotp();
    expect((await staff.addPasskey()).recoveryCodes).toEqual([]);
    const { data } = await staff.call('replaceRecoveryCodes');
    const challenge = await staff.begin();
    const [old] = recoveryCodes;
    expect((await catchAppError(staff.confirm({ challenge, code: old }))).code).toBe('BAD_SECOND_FACTOR');
    await staff.confirm({ challenge, code: data.recoveryCodes[0] });
  });

  test('needs the code of the new app, and a challenge of the same account', async () => {
    const [staff, other] = [await createStaff(db), await createStaff(db)];
    const { data } = await staff.call('beginTotp');
    const otp = totpAt(fromBase32(data.secret), staff.context.now());
    const wrong = await catchAppError(
      staff.call('confirmTotp', { challenge: data.challenge, otp: '000000' }),
    );
    expect([wrong.code, wrong.issues?.[0]?.path]).toEqual(['INVALID_INPUT', 'otp']);
    const input = { challenge: data.challenge, otp };
    expect((await catchAppError(other.call('confirmTotp', input))).code).toBe('BAD_CHALLENGE');
    await staff.call('confirmTotp', input);
    expect((await catchAppError(staff.call('confirmTotp', input))).code).toBe('BAD_CHALLENGE');
  });

  test('rejects a passkey that was created on another site, and an eleventh one', async () => {
    const staff = await createStaff(db);
    const { challenge } = (await staff.call('beginPasskey')).data;
    const passkey = new Authenticator().register(challenge, { origin: 'https://evil.example' });
    const refusal = await catchAppError(staff.call('addPasskey', { challenge, name: 'Laptop', passkey }));
    expect(refusal.code).toBe('BAD_SECOND_FACTOR');
    for (let count = 0; count < 10; count += 1) await staff.addPasskey();
    expect((await catchAppError(staff.call('beginPasskey'))).code).toBe('CONFLICT');
  });

  test('removes nothing of another account', async () => {
    const [staff, other] = [await createStaff(db), await createStaff(db)];
    await staff.addPasskey();
    const [passkey] = (await staff.call('getSecondFactor')).data.passkeys;
    expect((await catchAppError(other.call('removePasskey', { _id: passkey?._id }))).code).toBe('NOT_FOUND');
    expect((await catchAppError(other.call('removeTotp'))).code).toBe('NOT_FOUND');
    expect((await staff.call('getSecondFactor')).data.passkeys).toHaveLength(1);
  });
});

describe('a shop that requires a second factor of its staff', () => {
  const required = { isSecondFactorRequired: true };

  test('refuses the calls of the staff until there is one, and its removal', async () => {
    const staff = await createStaff(db, required);
    expect((await staff.call('getUserDetails')).data.second_factor).toBe('required');
    expect((await catchAppError(staff.call('getDashboard'))).code).toBe('SECOND_FACTOR_REQUIRED');
    await staff.addTotp();
    expect((await staff.call('getUserDetails')).data.second_factor).toBe('active');
    expect((await staff.call('getDashboard')).status).toBe(200);
    expect((await catchAppError(staff.call('removeTotp'))).code).toBe('SECOND_FACTOR_REQUIRED');
    await staff.addPasskey();
    await staff.call('removeTotp');
  });

  test('asks no shopper for one', async () => {
    const staff = await createStaff(db, required);
    await addAdmin(db);
    await db.query(sql`delete from staff_role where account_id = ${staff.userId}`);
    expect((await staff.call('getUserDetails')).data.second_factor).toBe('none');
  });
});

test('the operator removes the second factor, which ends all sessions', async () => {
  const staff = await createStaff(db);
  await staff.addTotp();
  expect(await removeSecondFactor(staff.context, staff.email)).toBe(true);
  expect(await staff.countSessions()).toBe(0);
  expect((await staff.logIn()).status).toBe(200);
  expect(await removeSecondFactor(staff.context, staff.email)).toBe(false);
});

test('an account that is made an administrator has no second factor of the account before', async () => {
  const staff = await createStaff(db);
  await staff.addTotp();
  await createStaff(db);
  await removeRoles(staff.context, staff.email);
  await makeOwner(staff.context, staff.email, { isForced: true });
  expect(await removeSecondFactor(staff.context, staff.email)).toBe(false);
  await endEverySession(staff.context);
});
