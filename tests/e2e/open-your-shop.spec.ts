import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { dialogOf } from './dashboard.ts';
import { startSession } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'open-your-shop' });
// A new store with one administrator.
test.beforeEach(async ({ shop, admin }) => {
  await shop.db.query(sql`delete from store_opening`);
  await shop.db.query(sql`update account set role = 'USER' where role = 'ADMIN' and id <> ${admin.userId}`);
});

const list = (page: Page) => page.getByRole('region', { name: 'Open your shop' });
const step = (page: Page, title: string) => list(page).getByRole('listitem').filter({ hasText: title });

async function expectDone(page: Page, title: string): Promise<void> {
  await expect(step(page, title)).toContainText(`Done: ${title}`);
}

/** Opens a step that is not the first one. */
async function openStep(page: Page, title: string): Promise<void> {
  const details = step(page, title).locator('details');
  if ((await details.getAttribute('open')) === null) await details.locator('summary').click();
}

for (const widthPx of [360, 768, 1440]) {
  test(`the list can be read, confirmed by keyboard, put away and found again at ${widthPx} px`, async ({
    openPage,
    openPageAs,
    admin,
  }) => {
    const page = await openPageAs(admin, '/dashboard', { widthPx });
    await expect(list(page)).toContainText('of 11 done');
    await expectAccessible(page);
    await expectNoOverflow(page);
    const staff = step(page, 'Staff');
    await staff.locator('summary').press('Enter');
    await staff.getByRole('button', { name: 'I work alone' }).press('Enter');
    await expectDone(page, 'Staff');
    await staff.getByRole('button', { name: 'Undo: Staff' }).press('Enter');
    await expect(staff).toContainText('You are the only administrator.');

    await list(page).getByRole('button', { name: 'Put the list away' }).click();
    await expect(list(page)).toHaveCount(0);
    // Another administrator's page, and the next visit.
    await page.reload();
    await expect(page.getByText('Net sales today')).toBeVisible();
    await expect(list(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox', { name: /Pages/ }).fill('open your');
    await page.keyboard.press('Enter');
    await expect(list(page)).toBeVisible();
    const dark = await openPage({ widthPx, isDark: true });
    await startSession(dark, admin);
    await dark.goto('/dashboard?opening=shown');
    await expect(list(dark)).toBeVisible();
    await expectAccessible(dark);
  });
}

test('a second tab whose list is older goes live once, and a shopper sees nothing of it', async ({
  openPageAs,
  admin,
  shopper,
  shop,
}) => {
  const first = await openPageAs(admin, '/dashboard');
  const second = await first.context().newPage();
  await second.goto('/dashboard');
  for (const page of [first, second]) {
    await openStep(page, 'Go live');
    await list(page).getByRole('button', { name: 'Go live' }).click();
  }
  for (const page of [first, second]) {
    await dialogOf(page, 'Go live')
      .getByRole('button', { name: /^Go live/ })
      .dblclick();
    await expect(dialogOf(page, 'Go live')).toHaveCount(0);
    await expectDone(page, 'Go live');
  }
  const entries = await shop.db.query(sql`select from audit_entry where action = 'opened'`);
  expect(entries).toHaveLength(1);
  const visitor = await openPageAs(shopper, '/', { widthPx: 360 });
  await expect(visitor.getByText('Not open yet', { exact: true })).toHaveCount(0);
});
