import sql from 'sql-template-tag';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { login } from './storefront.ts';
import { expect, test } from './test.ts';

test('an administrator finds a failed login by keyboard, pages through the events of an account, and sees an empty list', async ({
  phone: page,
  shop,
  admin,
  shopper,
}) => {
  await fetch(`${shop.url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: shopper.email, password: 'not the password' }),
  });
  await login(page, admin);
  await page.goto('/dashboard/security');
  const events = page.getByRole('list', { name: 'Events' }).getByRole('listitem');
  const email = page.getByLabel('Email address of the account');

  await email.fill('no address');
  await email.press('Enter');
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await expect(email).toBeFocused();
  await email.fill(shopper.email);
  // The event is stored within a second.
  await expect(async () => {
    await email.press('Enter');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(events.filter({ hasText: 'Failed login' })).toHaveCount(1, { timeout: 1000 });
  }).toPass();
  expect(new URL(page.url()).searchParams.get('email')).toBe(shopper.email);
  await expect(events.first()).toContainText('password · wrong password or unknown address');
  await expect(events.first()).toContainText('POST /api/user/login');

  await shop.db.query(sql`
    insert into security_event (id, at, kind, account_id, network, details)
    select 'old' || n, now() - n * interval '1 minute', 'forbidden', ${shopper.userId}, repeat('n', 16),
      '{"code": "FORBIDDEN", "route": "GET /api/audit/list"}'
    from generate_series(1, 70) as n`);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(events).toHaveCount(50);
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole('button', { name: 'Show earlier events' }).press('Enter');
  await expect(page.getByText('No earlier events.')).toBeFocused();
  await expect(events.filter({ hasText: 'Access refused' })).toHaveCount(70);

  await page.getByLabel('Event', { exact: true }).selectOption('Export');
  await page.getByRole('button', { name: 'Filter' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'No events' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show all events' }).click();
  await expect(email).toHaveValue('');
  await expect(events.first()).toBeVisible();
});

test('days of the filter are days of the shop in a browser of another time zone', async ({
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  // In Los Angeles these are 11:29 and 11:30 of 1 and 2 March, in India the last and the first instants of days.
  const events = [
    ['before', '2026-03-01T18:29:59.999Z'],
    ['first', '2026-03-01T18:30:00Z'],
    ['last', '2026-03-02T18:29:59.999Z'],
    ['after', '2026-03-02T18:30:00Z'],
  ] as const;
  for (const [name, at] of events)
    await shop.db.query(sql`
      insert into security_event (id, at, kind, account_id, network, details)
      values (${`day${name}`}, ${new Date(at)}, 'forbidden', ${shopper.userId}, repeat('n', 16),
        ${JSON.stringify({ code: 'FORBIDDEN', route: `GET /api/${name}` })}::jsonb)`);
  const page = await openPageAs(admin, '/dashboard/security', {
    widthPx: 1440,
    timeZone: 'America/Los_Angeles',
  });
  await page.getByLabel('Email address of the account').fill(shopper.email);
  await page.getByLabel('From', { exact: true }).fill('2026-03-02');
  await page.getByLabel('Until', { exact: true }).fill('2026-03-02');
  await page.getByRole('button', { name: 'Filter' }).click();
  const shown = page.getByRole('list', { name: 'Events' }).getByRole('listitem');
  await expect(shown).toHaveCount(2);
  await expect(shown.nth(0)).toContainText('GET /api/last');
  await expect(shown.nth(1)).toContainText('GET /api/first');
});
