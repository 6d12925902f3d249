import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { deliveryRequestDays } from '#contract/base/durations.ts';
import { everywhere } from '#contract/delivery/delivery-area.ts';
import { initialStoreSettings, type StoreSettings } from '#contract/store/store-settings.ts';
import { apiRoutes } from '#server/app/app.ts';
import { connect } from '#server/database/connect.ts';
import type { RequestContext } from '#server/http/context.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { renderEmail } from '#server/notifications/email-delivery.ts';
import { createAdmin } from '#tests/fixtures/accounts.ts';
import { catchAppError, runCall, testContext } from '#tests/fixtures/context.ts';
import { holdTransaction, openTestDatabase, untilWaiting } from '#tests/fixtures/database.ts';
import { listEmails } from '#tests/fixtures/jobs.ts';
import { saveSettings } from '#tests/fixtures/settings.ts';
import { deliveryRequestJobs, requestDelivery } from './delivery-request.service.ts';

const { db, url } = await openTestDatabase();
const meera = await createAdmin(db);
beforeEach(async () => {
  await deliverTo('5600');
  await db.query(sql`delete from delivery_request`);
  await db.query(sql`delete from graphile_worker._private_jobs`);
});

const change = (deliveryArea: StoreSettings['deliveryArea']) =>
  saveSettings(meera, { deliveryArea }, initialStoreSettings);

const toPincodes = (...pincodes: string[]): StoreSettings['deliveryArea'] => ({
  ...{ ...everywhere, kind: 'PINCODES' },
  groups: [{ name: '', pincodes, deliveryFeeAmt: null, minimumOrderAmt: null, extraMinutes: 0 }],
});
const deliverTo = (...pincodes: string[]) => change(toPincodes(...pincodes));

const ask = (email: string, pincode: string, given: object = {}, context = testContext(db)) =>
  runCall(apiRoutes, 'requestDelivery', context, { email, pincode, ...given });

const stored = () =>
  db.query<{ email: string; pincode: string }>(sql`
    select email, pincode from delivery_request order by email, pincode`);

async function runJob(
  name: 'tell-delivery-requests' | 'delete-delivery-requests' = 'tell-delivery-requests',
  context: Pick<RequestContext, 'db' | 'now' | 'cryptography'> = testContext(db),
) {
  const { signal } = new AbortController();
  await deliveryRequestJobs(context)[name]?.({ id: '1', payload: {}, queuedAt: new Date(), signal });
}

const told = async () =>
  (await listEmails(db)).flatMap((email) =>
    email.kind === 'delivery-available' ? [[email.to, ...email.pincodes]] : [],
  );

const countJobs = async () => {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from graphile_worker.jobs where task_identifier = 'tell-delivery-requests'`);
  return count;
};

test('a request outside of the area is stored once, whatever its spelling, and answered alike each time', async () => {
  const first = await ask('asha@example.com', '411001');
  const second = await ask(' Asha@Example.com', '411 001');
  expect([first.data, second]).toEqual([{ isInside: false }, first]);
  expect(await stored()).toEqual([{ email: 'asha@example.com', pincode: '411001' }]);
});

test('a place inside of the area is not stored', async () => {
  expect((await ask('asha@example.com', '561034')).status).toBe(200);
  expect((await ask('asha@example.com', '561034')).data).toEqual({ isInside: false });
  expect((await ask('asha@example.com', '560001')).data).toEqual({ isInside: true });
  expect(await stored()).toEqual([{ email: 'asha@example.com', pincode: '561034' }]);
});

test.each([
  ['a PIN code of 5 digits', { pincode: '41100' }, 'pincode'],
  ['a PIN code that begins with 0', { pincode: '011001' }, 'pincode'],
  ['letters', { pincode: '41100a' }, 'pincode'],
  ['an invalid address', { email: 'asha@' }, 'email'],
  ['a header in the address', { email: 'asha@example.com\r\nBcc: all@example.com' }, 'email'],
  ['half of a position', { location: { latitude: 1 } }, 'location.longitude'],
])('refuses %s', async (_what, given, path) => {
  const refusal = await catchAppError(ask('asha@example.com', '411001', given));
  expect([refusal.code, refusal.issues?.[0]?.path]).toEqual(['INVALID_INPUT', path]);
  expect(await stored()).toEqual([]);
});

test('stores at most 20 PIN codes of an address, also when more are asked for at the same time, with the same answer', async () => {
  const codes = Array.from({ length: 30 }, (_each, index) => `4110${index + 10}`);
  const answers = await Promise.all(codes.map((pincode) => ask('asha@example.com', pincode)));
  expect(new Set(answers.map(({ data }) => data.isInside))).toEqual(new Set([false]));
  expect(await stored()).toHaveLength(20);
  await ask('ravi@example.com', '411001');
  expect(await stored()).toHaveLength(21);
});

test('refuses more than 20 requests of a network in 10 minutes, without telling of the address', async () => {
  const context = testContext(db, { rateLimits: createRateLimits(db) });
  for (let index = 0; index < 20; index += 1) await ask(`asha${index}@example.com`, '411001', {}, context);
  expect((await catchAppError(ask('ravi@example.com', '411001', {}, context))).code).toBe(
    'TOO_MANY_REQUESTS',
  );
});

test('a larger area queues one email per address with its PIN codes, and deletes their requests only', async () => {
  await ask('asha@example.com', '411001');
  await ask('asha@example.com', '411002');
  await ask('asha@example.com', '400001');
  await ask('ravi@example.com', '411001');
  await deliverTo('5600', '4110');
  expect(await countJobs()).toBe(1);
  await runJob();
  expect((await told()).sort()).toEqual([
    ['asha@example.com', '411001', '411002'],
    ['ravi@example.com', '411001'],
  ]);
  expect(await stored()).toEqual([{ email: 'asha@example.com', pincode: '400001' }]);
  await runJob();
  expect(await told()).toHaveLength(2);
});

test('a change of something else queues nothing', async () => {
  await saveSettings(meera, { minimumOrderAmt: 100 });
  expect(await countJobs()).toBe(0);
});

test('a position decides in a circle around the store, a listed PIN code without one', async () => {
  const circle = (km: number, pincodes: string[] = []) =>
    change({ ...everywhere, kind: 'RADIUS', radius: { latitude: 18.52, longitude: 73.85, km, pincodes } });
  await circle(1);
  await ask('near@example.com', '411001', { location: { latitude: 18.54, longitude: 73.85 } });
  await ask('far@example.com', '411001', { location: { latitude: 19.5, longitude: 73.85 } });
  await ask('unknown@example.com', '411001');
  await circle(5);
  await runJob();
  expect(await told()).toEqual([['near@example.com', '411001']]);
  await circle(5, ['411001']);
  await runJob();
  expect((await told()).at(-1)).toEqual(['unknown@example.com', '411001']);
  expect((await stored()).map(({ email }) => email)).toEqual(['far@example.com']);
});

test('processes that work at the same time send each email once', async () => {
  for (let index = 0; index < 30; index += 1) await ask(`asha${index}@example.com`, '411001');
  await deliverTo('4110');
  const others = [1, 2, 3].map(() => connect(url));
  await Promise.all(others.map((db) => runJob('tell-delivery-requests', testContext(db))));
  for (const db of others) await db.close();
  expect(new Set((await told()).map(([to]) => to)).size).toBe(30);
  expect(await told()).toHaveLength(30);
});

test('a process that dies while it tells keeps the request, and the next attempt sends one email', async () => {
  await ask('asha@example.com', '411001');
  await ask('ravi@example.com', '411001');
  await deliverTo('4110');
  const context = testContext(db);
  let encryptions = 0;
  const cryptography = {
    ...context.cryptography,
    encrypt(text: string) {
      encryptions += 1;
      if (encryptions === 2) throw new Error('The process ends.');
      return context.cryptography.encrypt(text);
    },
  };
  await expect(runJob('tell-delivery-requests', { ...context, cryptography })).rejects.toThrow('ends');
  expect([await told(), (await stored()).length]).toEqual([[['asha@example.com', '411001']], 1]);
  await runJob();
  expect(await told()).toEqual([
    ['asha@example.com', '411001'],
    ['ravi@example.com', '411001'],
  ]);
});

test('a request that is being stored while the area changes is told by the job, which waits for it', async () => {
  const asking = await holdTransaction(db, (transaction) =>
    transaction.query(sql`
      insert into delivery_request (email, pincode, requested_at) values ('asha@example.com', '411001', now())`),
  );
  await deliverTo('4110');
  const telling = runJob();
  await untilWaiting(db);
  await Promise.all([asking.end(), telling]);
  expect(await told()).toEqual([['asha@example.com', '411001']]);
});

test('a request that reads the former area before a change is committed is told by the job', async () => {
  const context = testContext(db);
  const changing = await holdTransaction(db, (transaction) =>
    transaction.query(sql`
      insert into store_settings (version, settings, changed_by)
      select max(version) + 1, ${JSON.stringify({ ...initialStoreSettings, deliveryArea: toPincodes('4110') })}::text::jsonb,
        ${meera.userId} from store_settings`),
  );
  const request = { email: 'asha@example.com', pincode: '411001', location: null };
  expect(await requestDelivery(context, request)).toEqual({ isInside: false });
  await changing.end();
  await runJob();
  expect([await told(), await stored()]).toEqual([[['asha@example.com', '411001']], []]);
});

test('the staff see numbers by PIN code, most first, and no addresses', async () => {
  await ask('asha@example.com', '411001');
  await ask('ravi@example.com', '411001');
  await ask('asha@example.com', '400001');
  const { data } = await meera.call('listDeliveryRequests');
  expect(data).toEqual({
    totalCount: 3,
    pincodes: [
      { pincode: '411001', count: 2 },
      { pincode: '400001', count: 1 },
    ],
  });
});

test('old requests are deleted', async () => {
  await ask('asha@example.com', '411001');
  const days = (count: number) =>
    testContext(db, { now: () => new Date(Date.now() + count * 24 * 60 * 60_000) });
  await runJob('delete-delivery-requests', days(deliveryRequestDays - 1));
  expect(await stored()).toHaveLength(1);
  await runJob('delete-delivery-requests', days(deliveryRequestDays + 1));
  expect(await stored()).toHaveLength(0);
});

test('the email names the places and has no other text of the request', () => {
  const shop = {
    ...{ name: 'Tokri', url: 'https://shop.example', contactEmail: 'hello@shop.example', phone: '' },
    ...{ address: '', legal: [], sender: { name: 'Tokri', address: 'orders@shop.example' } },
  };
  const render = (pincodes: string[]) =>
    renderEmail({ kind: 'delivery-available', to: 'asha@example.com', name: '', pincodes }, shop, {
      ...{ id: '1', date: new Date() },
    });
  expect(render(['411001', '411002'])).toMatchObject({
    to: { name: '', address: 'asha@example.com' },
    subject: 'Tokri now delivers to 411001 and 411002',
  });
  expect(render(['411001']).text).toContain('We now deliver to 411001.');
  expect(render(['411001', '411002', '411003', '411004']).subject).toBe(
    'Tokri now delivers to your PIN codes',
  );
});
