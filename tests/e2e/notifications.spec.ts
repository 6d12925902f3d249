import type { BrowserContext, Page } from '@playwright/test';
import sql from 'sql-template-tag';
import type { PushPayload } from '#contract/notifications/push-payload.ts';
import { closedPushOrigin, PushBrowser } from '#tests/fixtures/push.ts';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { savedLanguage, saveForOffline } from './offline.ts';
import type { Account } from './shop.ts';
import { login } from './storefront.ts';
import { expect, test } from './test.ts';

/**
 * Replaces what a headless browser does not have: the permission for notifications, which it denies even if it is
 * granted, and the push service of its maker.
 */
async function fakePush(context: BrowserContext, permission: 'default' | 'denied'): Promise<PushBrowser> {
  const browser = new PushBrowser(closedPushOrigin);
  const given = { subscription: browser.subscription, permission };
  await context.addInitScript(({ subscription, permission: first }) => {
    const [permissionKey, subscriptionKey] = ['permission', 'subscribed with'];
    Object.defineProperty(Notification, 'permission', {
      get: () => localStorage.getItem(permissionKey) ?? first,
    });
    Notification.requestPermission = async () => {
      localStorage.setItem(permissionKey, 'granted');
      return 'granted';
    };
    const fake = (key: string) => ({
      toJSON: () => subscription,
      endpoint: subscription.endpoint,
      options: { applicationServerKey: Uint8Array.fromBase64(key, { alphabet: 'base64url' }).buffer },
      async unsubscribe() {
        localStorage.removeItem(subscriptionKey);
        return true;
      },
    });
    Object.assign(PushManager.prototype, {
      async getSubscription() {
        const key = localStorage.getItem(subscriptionKey);
        return key === null ? null : fake(key);
      },
      async subscribe({ applicationServerKey: key }: { applicationServerKey: string }) {
        localStorage.setItem(subscriptionKey, key);
        return fake(key);
      },
    });
  }, given);
  return browser;
}

const subscriptionsOf = ({ db, userId }: Account) =>
  db.query<{ endpoint: string; own_orders: boolean; new_orders: boolean }>(sql`
    select endpoint, own_orders, new_orders from push_subscription where account_id = ${userId}`);

interface Shown {
  title: string;
  options: NotificationOptions & { renotify?: boolean };
}

/** Delivers messages to the service worker as the push service does, one after the other; returns what it shows. */
async function deliver(page: Page, messages: readonly PushPayload[]): Promise<Shown[]> {
  const [worker] = page.context().serviceWorkers();
  if (worker === undefined) throw new Error('No service worker is running.');
  // Without a permission nothing can be shown.
  await worker.evaluate(() => {
    const shown: Shown[] = [];
    const { prototype } = Reflect.get(self, 'ServiceWorkerRegistration');
    Object.assign(self, { shown });
    Object.assign(prototype, {
      async showNotification(title: string, options: Shown['options']) {
        shown.push({ title, options });
      },
      async getNotifications({ tag }: { tag: string }) {
        const last = shown.findLast(({ options }) => options.tag === tag);
        return last === undefined ? [] : [{ title: last.title, ...last.options }];
      },
    });
  });
  const developer = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    developer.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
      if (registration !== undefined) resolve(registration.registrationId);
    });
  });
  await developer.send('ServiceWorker.enable');
  const push = { origin: new URL(page.url()).origin, registrationId: await registered };
  const readShown = () => worker.evaluate((): Shown[] => Reflect.get(self, 'shown'));
  for (const [index, message] of messages.entries()) {
    await developer.send('ServiceWorker.deliverPushMessage', { ...push, data: JSON.stringify(message) });
    await expect.poll(async () => (await readShown()).length).toBe(index + 1);
  }
  await developer.detach();
  return readShown();
}

test('a shopper who asks for it after an order gets a notification of each step, until it is turned off', async ({
  openPage,
  shop,
  shopper,
}) => {
  const page = await openPage({ widthPx: 360, hasServiceWorker: true });
  const browser = await fakePush(page.context(), 'default');
  await shopper.addAddress('12 Lake Road');
  const { _id, orderId: number } = await shopper.placeOrder([await shop.claimProduct()], 1);
  await login(page, shopper);
  await page.goto(`/success?order=${_id}`);
  const card = page.getByRole('region', { name: 'Notifications' });
  const ask = card.getByRole('button', { name: 'Notify me' });
  await expect(ask).toBeVisible();
  await expectNoOverflow(page);
  await expectAccessible(page);
  expect(await subscriptionsOf(shopper)).toEqual([]);
  await ask.focus();
  await page.keyboard.press('Enter');
  await expect(card.getByRole('button', { name: 'Turn off' })).toBeFocused();
  expect(await subscriptionsOf(shopper)).toEqual([
    { endpoint: browser.endpoint, own_orders: true, new_orders: false },
  ]);
  await page.getByRole('link', { name: 'Track your order' }).click();
  await page.getByRole('heading', { name: `Order ${number}` }).hover();
  await expect(card.getByRole('button', { name: 'Turn off' })).toBeVisible();

  const step = { number, path: `/orders/${_id}` };
  const shown = await deliver(page, [
    { ...step, topic: 'OUT_FOR_DELIVERY', sequence: 2 },
    // A push service may deliver an earlier step later.
    { ...step, topic: 'PACKING', sequence: 1 },
    { ...step, topic: 'DELIVERED', sequence: 3 },
  ]);
  expect(shown.map(({ title, options: { renotify } }) => [title, renotify])).toEqual([
    ['Your order is on its way', true],
    ['Your order is on its way', false],
    ['Your order was delivered', true],
  ]);
  expect(new Set(shown.map(({ options: { body, tag } }) => `${body} ${tag}`)).size).toBe(1);

  await page.goto('/dashboard/profile');
  await page.getByRole('heading', { name: 'Your devices' }).hover();
  await card.getByRole('button', { name: 'Turn off' }).click();
  await expect(ask).toBeFocused();
  expect(await subscriptionsOf(shopper)).toEqual([]);
});

test('notifications are in the language that the shopper has chosen last', async ({ openPage, shop }) => {
  const page = await openPage({ widthPx: 360, hasServiceWorker: true });
  await page.goto('/');
  await saveForOffline(page);
  const message = { number: 'ORD-1', path: '/orders/1', topic: 'OUT_FOR_DELIVERY' } as const;
  const titles: string[] = [];
  for (const [language, sequence] of [
    ['hi', 1],
    ['en', 2],
  ] as const) {
    await page.context().addCookies([{ name: 'language', value: language, url: shop.url }]);
    await page.goto('/cart');
    await expect.poll(() => savedLanguage(page)).toBe(language);
    const [shown] = await deliver(page, [{ ...message, sequence }]);
    titles.push(shown?.title ?? '');
  }
  expect(titles).toEqual(['आपका ऑर्डर रास्ते में है', 'Your order is on its way']);
});

test('where notifications are refused, nothing is offered', async ({ openPage, shop, shopper }) => {
  const page = await openPage({ widthPx: 360, hasServiceWorker: true });
  await fakePush(page.context(), 'denied');
  await shopper.addAddress('12 Lake Road');
  const { _id } = await shopper.placeOrder([await shop.claimProduct()], 1);
  await login(page, shopper);
  await page.goto(`/success?order=${_id}`);
  await expect(page.getByRole('link', { name: 'Track your order' })).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeHidden();
});

test('an administrator switches on notifications of new orders on the board', async ({ openPage, admin }) => {
  const page = await openPage({ hasServiceWorker: true });
  await fakePush(page.context(), 'default');
  await login(page, admin);
  await page.goto('/dashboard/orders');
  const label = 'Notifications of new orders on this device are';
  await page.getByRole('button', { name: `${label} off` }).click();
  await expect(page.getByRole('button', { name: `${label} on` })).toBeFocused();
  await page.reload();
  await page.getByRole('button', { name: `${label} on` }).click();
  await expect(page.getByRole('button', { name: `${label} off` })).toBeVisible();
  expect(await subscriptionsOf(admin)).toEqual([]);
});
