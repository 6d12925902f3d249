import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { hourMs, shiftHours } from '#contract/base/durations.ts';
import { newId } from '#server/database/id.ts';
import { type Admin, createAdmin, createPerson } from '#tests/fixtures/accounts.ts';
import { catchAppError, catchAppErrors, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addRole } from '#tests/fixtures/seed.ts';
import { shiftJobs } from './shift.service.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
let ravi: Admin;
beforeEach(async () => {
  ravi = await createPerson(db, 'rider');
});
const clockIn = async (who: Admin, _id = newId(), role = 'rider') =>
  (await who.call('clockIn', { _id, role })).data;
const shiftOf = async (who: Admin) => (await who.call('getShift')).data;
const rowsOf = ({ userId }: Admin) =>
  db.query<{ role: string; started_at: Date; ended_at: Date | null }>(
    sql`select role, started_at, ended_at from shift where account_id = ${userId} order by started_at, ended_at`,
  );
const isListed = async ({ userId }: Admin) =>
  (await meera.call('listShifts')).data.some(({ person }) => person._id === userId);

describe('a shift', () => {
  test('begins and ends once, however often that is sent, also after its end', async () => {
    const id = newId();
    const began = await Promise.all([1, 2, 3].map(() => clockIn(ravi, id)));
    expect(began).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ _id: id, role: 'rider' })),
    );
    expect(await isListed(ravi)).toBe(true);
    for (let count = 0; count < 2; count++) await ravi.call('clockOut', { _id: id });
    const [row] = await rowsOf(ravi);
    // The answer to the first one was lost, and it is sent again.
    expect(await clockIn(ravi, id)).toBeNull();
    await ravi.call('clockOut', { _id: id });
    expect(await rowsOf(ravi)).toEqual([row]);
    expect(row?.ended_at).not.toBeNull();
    expect(await isListed(ravi)).toBe(false);
  });

  test('is one, in whichever tabs it begins', async () => {
    const ids = await Promise.all([newId(), newId(), newId()].map((id) => clockIn(ravi, id)));
    expect(new Set(ids.map((shift) => shift?._id)).size).toBe(1);
    expect(await rowsOf(ravi)).toHaveLength(1);
  });

  test('of a former day is not ended by what ends another', async () => {
    const [first, second] = [newId(), newId()];
    await clockIn(ravi, first);
    await ravi.call('clockOut', { _id: first });
    await clockIn(ravi, second);
    await ravi.call('clockOut', { _id: first });
    expect(await shiftOf(ravi)).toMatchObject({ _id: second });
  });

  test('in another role ends the one before', async () => {
    const owner = await createAdmin(db);
    await clockIn(owner, newId(), 'picker');
    expect(await clockIn(owner, newId(), 'rider')).toMatchObject({ role: 'rider' });
    expect((await rowsOf(owner)).map(({ role, ended_at }) => [role, ended_at === null])).toEqual([
      ['picker', false],
      ['rider', true],
    ]);
  });

  test('is for those who do its work, and not ended or repeated by another person', async () => {
    const id = newId();
    await clockIn(ravi, id);
    const kiran = await createPerson(db, 'rider');
    expect(await catchAppErrors([clockIn(kiran, newId(), 'picker'), clockIn(kiran, id)])).toMatchObject([
      { code: 'FORBIDDEN' },
      { code: 'IDEMPOTENCY_MISMATCH' },
    ]);
    expect((await catchAppError(kiran.call('clockOut', { _id: id }))).code).toBe('NOT_FOUND');
    expect(await shiftOf(ravi)).toMatchObject({ _id: id });
    expect(await shiftOf(kiran)).toBeNull();
    const support = await createPerson(db, 'support');
    expect(
      await catchAppErrors([
        support.call('clockIn', { _id: newId(), role: 'rider' }),
        kiran.call('listShifts'),
      ]),
    ).toMatchObject([{ code: 'FORBIDDEN' }, { code: 'FORBIDDEN' }]);
  });

  test('that was forgotten ends 12 hours after it began', async () => {
    await clockIn(ravi);
    await db.query(sql`
      update shift set started_at = now() - interval '13 hours' where account_id = ${ravi.userId}`);
    expect([await shiftOf(ravi), await isListed(ravi)]).toEqual([null, false]);
    await shiftJobs(testContext(db))['end-shifts']?.({
      ...{ id: '1', payload: {}, queuedAt: new Date(), signal: new AbortController().signal },
    });
    const [row] = await rowsOf(ravi);
    expect(Number(row?.ended_at) - Number(row?.started_at)).toBe(shiftHours * hourMs);
  });

  test('begins although another was forgotten', async () => {
    await clockIn(ravi);
    await db.query(sql`
      update shift set started_at = now() - interval '13 hours' where account_id = ${ravi.userId}`);
    const id = newId();
    expect(await clockIn(ravi, id)).toMatchObject({ _id: id });
    const [row] = await rowsOf(ravi);
    expect(Number(row?.ended_at) - Number(row?.started_at)).toBe(shiftHours * hourMs);
  });

  test('ends with a suspension, and with the role', async () => {
    await clockIn(ravi);
    const suspend = (isSuspended: boolean) => meera.call('suspendStaff', { _id: ravi.userId, isSuspended });
    await suspend(true);
    expect(await isListed(ravi)).toBe(false);
    expect((await rowsOf(ravi)).map(({ ended_at }) => ended_at)).not.toContain(null);
    await suspend(false);
    expect(await isListed(ravi)).toBe(false);
    const kiran = await createPerson(db, 'rider');
    await clockIn(kiran);
    await addRole(db, kiran.userId, 'manager');
    await db.query(sql`delete from staff_role where account_id = ${kiran.userId} and role = 'rider'`);
    expect(await isListed(kiran)).toBe(true);
    await db.query(sql`delete from staff_role where account_id = ${kiran.userId}`);
    expect(await isListed(kiran)).toBe(false);
  });
});
