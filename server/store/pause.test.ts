import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { initialStoreSettings } from '#contract/store/store-settings.ts';
import { apiRoutes } from '#server/app/app.ts';
import { type Admin, createAdmin, createShopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, countOutcomes, runCall } from '#tests/fixtures/context.ts';
import { holdTransaction, openTestDatabase, untilWaiting } from '#tests/fixtures/database.ts';
import { addProduct, changeSettings } from '#tests/fixtures/seed.ts';
import { saveSettings } from '#tests/fixtures/settings.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
const dev = await createAdmin(db, 'Dev');
const milk = await addProduct(db, { name: 'Milk', stock: 1000, pricePaise: 10_000 });
beforeEach(() => saveSettings(meera, initialStoreSettings));

const minuteMs = 60_000;
const forMinutes = (minutes: number, reason = 'Flooded street') => ({
  reason,
  end: { kind: 'AFTER', minutes },
});
const untilResumed = { reason: 'Flooded street', end: { kind: 'RESUMED' } };
const readPause = async (admin = meera) => (await admin.call('getStorePause')).data.pause;
const changePause = async (pause: unknown, seen: unknown, admin = meera) =>
  (await admin.call('changeStorePause', { pause, seen })).data.pause;
const codeOf = async (call: Promise<unknown>) => (await catchAppError(call)).code;
const atTime = (admin: Admin, now: Date): Admin => ({
  ...admin,
  context: { ...admin.context, now: () => now },
  call: (name, input = {}) => runCall(apiRoutes, name, { ...admin.context, now: () => now }, input),
});
const countVersions = async () =>
  (await db.one<{ count: number }>(sql`select count(*) as count from store_settings`)).count;

describe('a pause', () => {
  test.each([30, 60, 120])(
    'of %i minutes refuses orders from the next request on, and ends by time',
    async (minutes) => {
      const pause = await changePause(forMinutes(minutes), null);
      expect(pause).toEqual({ reason: 'Flooded street', until: expect.any(String) });
      const leftMs = Date.parse(pause?.until ?? '') - Date.now();
      expect(leftMs).toBeGreaterThan((minutes - 1) * minuteMs);
      expect(leftMs).toBeLessThanOrEqual(minutes * minuteMs);
      const shopper = await createShopper(db);
      await shopper.fill({ [milk]: 1 });
      const input = await shopper.checkout();
      expect(await catchAppError(shopper.order(input))).toMatchObject({
        code: 'STORE_CLOSED',
        details: { reason: 'Flooded street', opensAt: pause?.until },
      });
      // Over: it is not shown any more, and an order is placed.
      const later = atTime(meera, new Date(Date.now() + (minutes + 1) * minuteMs));
      const { data } = await later.call('getStorePause');
      expect(data).toEqual({ pause: null, text: 'Open 24 hours.' });
      const late = { ...shopper.context, now: later.context.now };
      expect((await runCall(apiRoutes, 'placeCashOrder', late, input)).status).toBe(201);
      expect(await changePause(null, null, later)).toBeNull();
    },
  );

  test('until it is ended, or until a time today or tomorrow, is in the audit log with before and after', async () => {
    const first = await changePause(untilResumed, null);
    expect(first).toEqual({ reason: 'Flooded street', until: null });
    const until = new Date(Date.now() + 60 * minuteMs).toISOString();
    const second = await changePause({ reason: 'Rain', end: { kind: 'AT', at: until } }, first, dev);
    expect(second).toEqual({ reason: 'Rain', until });
    expect(await changePause(null, second)).toBeNull();
    const entries = (await meera.historyOf('store')).slice(0, 3).map(({ by, action, changes }) => ({
      ...{ by: by.name, action, changes },
    }));
    expect(entries).toEqual([
      { by: 'Meera', action: 'resumed', changes: [{ field: 'pause', before: second, after: null }] },
      { by: 'Dev', action: 'paused', changes: [{ field: 'pause', before: first, after: second }] },
      { by: 'Meera', action: 'paused', changes: [{ field: 'pause', before: null, after: first }] },
    ]);
  });

  const at = (offsetMs: number) => ({
    reason: 'Rain',
    end: { kind: 'AT', at: new Date(Date.now() + offsetMs).toISOString() },
  });
  test.each([
    ['a time that is over', at(-minuteMs), 'pause.end.at'],
    ['a time after tomorrow', at(2 * 24 * 60 * minuteMs), 'pause.end.at'],
    ['no reason', { ...untilResumed, reason: ' ' }, 'pause.reason'],
    ['no minutes', forMinutes(0), 'pause.end.minutes'],
    ['half a minute', forMinutes(0.5), 'pause.end.minutes'],
    ['too many minutes', forMinutes(1e9), 'pause.end.minutes'],
    ['an unknown end', { reason: 'Rain', end: { kind: 'NEVER' } }, 'pause.end.kind'],
  ])('with %s is refused at its field', async (_what, pause, path) => {
    const error = await catchAppError(changePause(pause, null));
    expect([error.code, error.issues?.map((issue) => issue.path)]).toEqual(['INVALID_INPUT', [path]]);
    expect(await readPause()).toBeNull();
  });

  test('and its end count at the next order, also when another process changed the settings', async () => {
    const shopper = await createShopper(db);
    await shopper.fill({ [milk]: 1 });
    const input = await shopper.checkout();
    const refused = () => codeOf(shopper.order(input));
    await changeSettings(db, { pause: { reason: 'Rain', until: null } });
    expect([await refused(), await refused()]).toEqual(['STORE_CLOSED', 'STORE_CLOSED']);
    const { paymentMethods } = initialStoreSettings;
    await changeSettings(db, { pause: null, paymentMethods: { ...paymentMethods, cash: false } });
    expect(await refused()).toBe('CASH_PAYMENT_OFF');
    await changeSettings(db, { paymentMethods });
    expect((await shopper.order(input)).status).toBe(201);
  });
});

describe('of two administrators', () => {
  test('the second one, who has not seen the pause, is told of it and changes nothing', async () => {
    const pause = await changePause(untilResumed, null);
    const error = await catchAppError(changePause(forMinutes(30, 'Rain'), null, dev));
    expect([error.code, error.details]).toEqual(['CHANGED_MEANWHILE', { pause }]);
    expect(await readPause(dev)).toEqual(pause);
    const longer = await changePause(forMinutes(120), pause, dev);
    // The first one would end another pause than the one that is shown.
    expect(await codeOf(changePause(null, pause))).toBe('CHANGED_MEANWHILE');
    expect(await readPause()).toEqual(longer);
  });

  test('exactly one succeeds at once', async () => {
    const reasons = ['Rain', 'Flood', 'Storm', 'Fire', 'Strike'];
    const calls = reasons.map((reason) =>
      changePause({ ...untilResumed, reason }, null).then(() => ({ status: 200 })),
    );
    expect(await countOutcomes(calls)).toEqual({ '200': 1, '409 CHANGED_MEANWHILE': 4 });
  });

  test('one who saves other settings at the same time does not hinder the pause', async () => {
    const { data } = await dev.call('getStoreSettings');
    const saving = await holdTransaction(db, (transaction) =>
      transaction.query(sql`
        insert into store_settings (version, settings)
        values (${data.version + 1}, ${JSON.stringify({ ...data.settings, minimumOrderAmt: 9 })}::text::jsonb)`),
    );
    const pausing = changePause(untilResumed, null);
    await untilWaiting(db, 1);
    await saving.end();
    expect(await pausing).toEqual({ reason: 'Flooded street', until: null });
    const { settings } = (await dev.call('getStoreSettings')).data;
    expect([settings.minimumOrderAmt, settings.pause]).toEqual([9, await readPause()]);
  });
});

describe('a repeated request', () => {
  test('of a pause or its end changes nothing more', async () => {
    const pause = await changePause(forMinutes(30), null);
    const versions = await countVersions();
    expect(await changePause(forMinutes(30), null)).toEqual(pause);
    expect(await countVersions()).toBe(versions);
    expect(await changePause(null, pause)).toBeNull();
    expect(await changePause(null, pause)).toBeNull();
    expect(await countVersions()).toBe(versions + 1);
  });
});

describe('settings that were read before a pause', () => {
  test('are saved and keep the pause; an older pause does not come back', async () => {
    const { data: form } = await dev.call('getStoreSettings');
    const pause = await changePause(untilResumed, null);
    const saved = await dev.call('updateStoreSettings', {
      version: form.version,
      settings: { ...form.settings, minimumOrderAmt: 50 },
    });
    expect(saved.data.settings).toMatchObject({ minimumOrderAmt: 50, pause });
    await changePause(null, pause);
    const again = await dev.call('updateStoreSettings', {
      version: saved.data.version,
      settings: { ...saved.data.settings, minimumOrderAmt: 60 },
    });
    expect(again.data.settings).toMatchObject({ minimumOrderAmt: 60, pause: null });
  });

  test('are refused if anything else was changed too, or if they change the pause themselves', async () => {
    const { data: form } = await dev.call('getStoreSettings');
    const pause = await changePause(untilResumed, null);
    const own = { ...form.settings, pause: { reason: 'Mine', until: null } };
    const call = (settings: unknown) => dev.call('updateStoreSettings', { version: form.version, settings });
    expect(await codeOf(call(own))).toBe('CHANGED_MEANWHILE');
    await meera.call('updateStoreSettings', {
      version: form.version,
      settings: { ...form.settings, minimumOrderAmt: 5 },
    });
    expect(await codeOf(call({ ...form.settings, minimumOrderAmt: 50 }))).toBe('CHANGED_MEANWHILE');
    const { settings } = (await dev.call('getStoreSettings')).data;
    expect(settings).toMatchObject({ minimumOrderAmt: 5, pause });
  });
});
