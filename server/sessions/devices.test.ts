import { expect, test } from 'vitest';
import { catchAppError, runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addShopper } from '#tests/fixtures/seed.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { endAccountSessions, endAccountSessionsExcept, startSession } from './sessions.service.ts';

const { db } = await openTestDatabase();

const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36';
const laptop = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';

/** Logs in with a browser; returns the context of its calls. */
async function logIn(userId: string, userAgent = 'a test', now = () => new Date()) {
  const context = testContext(db, { userAgent, now });
  const { accessToken, refreshToken } = await startSession(context, userId);
  const caller = await context.tokens.verify(accessToken);
  if (caller === null) throw new Error('The token of a new session does not work.');
  return {
    context: { ...context, now: () => new Date(), caller },
    refreshToken,
    sessionId: caller.sessionId,
  };
}

type LoggedIn = Awaited<ReturnType<typeof logIn>>;

async function devicesOf({ context }: LoggedIn) {
  return (await runCall(sessionRoutes, 'listSessions', context)).data;
}

const end = ({ context }: LoggedIn, _id: string) => runCall(sessionRoutes, 'endSession', context, { _id });
const endOthers = ({ context }: LoggedIn) => runCall(sessionRoutes, 'endOtherSessions', context);

async function refreshCode(refreshToken: string) {
  const context = testContext(db, { bearerToken: refreshToken });
  return (await catchAppError(runCall(sessionRoutes, 'refreshToken', context))).code;
}

const minutesAgo = (minutes: number) => () => new Date(Date.now() - minutes * 60_000);

test('lists devices by name, this one first, then by last use', async () => {
  const asha = await addShopper(db);
  const onLaptop = await logIn(asha, laptop, minutesAgo(60));
  const onTablet = await logIn(asha, 'something unheard of', minutesAgo(30));
  const onPhone = await logIn(asha, phone, minutesAgo(90));
  await logIn(await addShopper(db), phone);
  const devices = await devicesOf(onPhone);
  expect(devices.map(({ _id, device, kind, isCurrent }) => ({ _id, device, kind, isCurrent }))).toEqual([
    { _id: onPhone.sessionId, device: 'Chrome on Android', kind: 'phone', isCurrent: true },
    { _id: onTablet.sessionId, device: 'Unknown device', kind: 'unknown', isCurrent: false },
    { _id: onLaptop.sessionId, device: 'Firefox on Linux', kind: 'computer', isCurrent: false },
  ]);
});

test('a device that is used moves up', async () => {
  const asha = await addShopper(db);
  const onLaptop = await logIn(asha, laptop, minutesAgo(60));
  const onTablet = await logIn(asha, 'tablet', minutesAgo(30));
  const here = await logIn(asha, phone);
  const before = Date.now();
  await runCall(sessionRoutes, 'refreshToken', testContext(db, { bearerToken: onLaptop.refreshToken }));
  const devices = await devicesOf(here);
  expect(devices.map(({ _id }) => _id)).toEqual([here.sessionId, onLaptop.sessionId, onTablet.sessionId]);
  expect(Date.parse(devices[1]?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(before);
});

test('ended sessions are not listed', async () => {
  const asha = await addShopper(db);
  await logIn(asha, phone, minutesAgo(31 * 24 * 60));
  const left = await logIn(asha, laptop);
  const here = await logIn(asha);
  await runCall(sessionRoutes, 'logoutUser', left.context);
  expect(await devicesOf(here)).toHaveLength(1);
});

test('ending a device revokes its tokens and no others', async () => {
  const asha = await addShopper(db);
  const [here, lost, other] = [await logIn(asha), await logIn(asha), await logIn(asha)];
  await end(here, lost.sessionId);
  expect(await refreshCode(lost.refreshToken)).toBe('BAD_REFRESH_TOKEN');
  expect((await devicesOf(here)).map(({ _id }) => _id)).toEqual([here.sessionId, other.sessionId]);
  expect(here.context.revokedSessions.findRevocation(lost.sessionId)).toBe('ended');
});

test('ending this device logs out', async () => {
  const here = await logIn(await addShopper(db));
  await end(here, here.sessionId);
  expect((await catchAppError(devicesOf(here))).code).toBe('UNAUTHENTICATED');
});

test('of two concurrent calls for one device, one gets NOT_FOUND', async () => {
  const asha = await addShopper(db);
  const [here, lost] = [await logIn(asha), await logIn(asha)];
  const outcomes = await Promise.allSettled([end(here, lost.sessionId), end(here, lost.sessionId)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('ending all other devices keeps this one and those of other shoppers', async () => {
  const asha = await addShopper(db);
  const ravi = await logIn(await addShopper(db));
  const [here, second, third] = [await logIn(asha), await logIn(asha), await logIn(asha)];
  expect((await endOthers(here)).data).toEqual({ ended: 2 });
  expect((await endOthers(here)).data).toEqual({ ended: 0 });
  for (const { refreshToken } of [second, third])
    expect(await refreshCode(refreshToken)).toBe('BAD_REFRESH_TOKEN');
  expect(await devicesOf(here)).toHaveLength(1);
  expect(await devicesOf(ravi)).toHaveLength(1);
});

test('endAccountSessions returns the ids it ended', async () => {
  const asha = await addShopper(db);
  const [here, other] = [await logIn(asha), await logIn(asha)];
  expect(await endAccountSessionsExcept(here.context, asha, here.sessionId)).toEqual([other.sessionId]);
  expect(await endAccountSessions(here.context, asha)).toEqual([here.sessionId]);
  expect(await endAccountSessions(here.context, asha)).toEqual([]);
});
