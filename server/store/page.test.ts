import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import type { EndpointInput } from '#contract/api.ts';
import { initialStoreSettings } from '#contract/store/store-settings.ts';
import { apiRoutes } from '#server/app/app.ts';
import { createAdmin } from '#tests/fixtures/accounts.ts';
import { catchAppError, runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { saveSettings } from '#tests/fixtures/settings.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
type Page = EndpointInput<'getStorePage'>['page'];

const readPage = (page: Page) => runCall(apiRoutes, 'getStorePage', testContext(db), { page });
const readProfile = async () => (await runCall(apiRoutes, 'getStoreProfile', testContext(db))).data;

async function save(page: Page, changed: Partial<EndpointInput<'updateStorePage'>>) {
  const { pages } = (await meera.call('listStorePages')).data;
  const {
    version = 0,
    english = '',
    hindi = '',
    isPublished = false,
  } = pages.find((each) => each.page === page) ?? {};
  return (await meera.call('updateStorePage', { page, version, english, hindi, isPublished, ...changed }))
    .data;
}

describe('a page', () => {
  test('is public and named in the profile only while it is published', async () => {
    await save('terms', { english: '# Terms of {name}' });
    expect((await catchAppError(readPage('terms'))).code).toBe('NOT_FOUND');
    expect((await readProfile()).pages).toEqual([]);
    await save('about', { hindi: 'हमारे बारे में', isPublished: true });
    await save('terms', { isPublished: true });
    const { data } = await readPage('terms');
    expect(data.english).toEqual([
      { kind: 'heading', items: [[expect.objectContaining({ text: 'Terms of Tokri' })]] },
    ]);
    expect(data.hindi).toEqual(data.english);
    expect((await readPage('about')).data.english).toMatchObject([{ items: [[{ text: 'हमारे बारे में' }]] }]);
    expect((await readProfile()).pages).toEqual(['terms', 'about']);
    await save('terms', { isPublished: false });
    expect((await catchAppError(readPage('terms'))).code).toBe('NOT_FOUND');
    expect((await readProfile()).pages).toEqual(['about']);
  });

  test('of a second tab is refused when the first has saved, and keeps what the first has saved', async () => {
    const first = await save('help', { english: 'One' });
    const input = { page: 'help' as const, hindi: '', isPublished: false };
    const again = meera.call('updateStorePage', { ...input, version: first.version - 1, english: 'Two' });
    expect((await catchAppError(again)).code).toBe('CHANGED_MEANWHILE');
    const outcomes = await Promise.allSettled(
      ['Three', 'Four'].map((english) =>
        meera.call('updateStorePage', { ...input, version: first.version, english }),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('is not published without a text, with an unknown placeholder or with one that has no value', async () => {
    const issueOf = async (changed: Partial<EndpointInput<'updateStorePage'>>) =>
      (await catchAppError(save('privacy', { isPublished: true, ...changed }))).issues?.[0];
    expect(await issueOf({})).toMatchObject({
      path: 'english',
      message: 'Write a text before you publish the page.',
    });
    expect(await issueOf({ hindi: '{toString}' })).toMatchObject({ path: 'hindi' });
    expect(await issueOf({ english: 'Call {phone}' })).toMatchObject({
      path: 'english',
      message: 'Settings have no value for {phone}. Enter it, or remove {phone}.',
    });
    expect(await issueOf({ isPublished: false, english: '>'.repeat(20_000) })).toMatchObject({
      path: 'english',
    });
    await save('privacy', { english: 'Call {phone}' });
    const { identity } = initialStoreSettings;
    await saveSettings(meera, { identity: { ...identity, phone: '9876543210' } });
    await save('privacy', { isPublished: true });
    expect(JSON.stringify((await readPage('privacy')).data)).toContain('Call 9876543210');
  });

  test('has a history of who changed it and when, which nothing rewrites', async () => {
    await save('refunds', { english: 'First' });
    const second = await save('refunds', { english: 'Second', hindi: 'दूसरा' });
    const { data } = await meera.call('listPageVersions', { page: 'refunds' });
    expect(data).toEqual([
      second,
      expect.objectContaining({ version: 1, english: 'First', changedBy: 'Meera' }),
    ]);
    const restored = await save('refunds', { english: 'First', hindi: '' });
    expect(restored).toMatchObject({ version: 3, english: 'First', hindi: '' });
    for (const change of [sql`update page_version set english = ''`, sql`delete from page_version`])
      await expect(db.query(change)).rejects.toThrow('Versions of pages can only be appended.');
    const { data: audit } = await meera.call('listAudit', { thingId: 'refunds' });
    expect(audit.map(({ changes }) => changes.map(({ field }) => field))).toEqual([
      ['english', 'hindi'],
      ['english', 'hindi'],
      ['english'],
    ]);
  });
});

describe('the grievance officer', () => {
  const officer = {
    ...{ legalName: 'Spice Route Retail LLP', officerName: 'Anita Rao', officerDesignation: 'Manager' },
    ...{ officerEmail: 'care@spice.example', officerPhone: '' },
  };

  test('is in the profile, and needs a designation and a contact', async () => {
    await saveSettings(meera, { seller: officer });
    expect((await readProfile()).seller).toEqual(officer);
    const pathOf = async (changed: Partial<typeof officer>) =>
      (await catchAppError(saveSettings(meera, { seller: { ...officer, ...changed } }))).issues?.map(
        ({ path }) => path,
      );
    expect(await pathOf({ officerName: '' })).toEqual(['settings.seller.officerName']);
    expect(await pathOf({ officerDesignation: '' })).toEqual(['settings.seller.officerDesignation']);
    expect(await pathOf({ officerEmail: '' })).toEqual(['settings.seller.officerEmail']);
    expect(await pathOf({ officerPhone: '12' })).toEqual(['settings.seller.officerPhone']);
  });
});
