import type { Language } from '#contract/base/languages.ts';
import { parsePushPayload, replacePushPath } from '#contract/notifications/push-payload.ts';
import { toNotification, toNotificationData, toSubscriptionInput } from './notifications.ts';
import type { PushEvents, ServiceWorkerScope } from './scope.ts';

declare const self: ServiceWorkerScope;

/**
 * Shows notifications, opens their pages and replaces expired subscriptions. Texts are of the language that it reads.
 */
export function handlePush(readLanguage: () => Promise<Language>): void {
  self.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.text() ?? '', readLanguage)));
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(openNotified(toNotificationData(event.notification.data).path));
  });
  self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(replaceSubscription(event)));
}

/** Each push has to show a notification. One about an earlier step, which arrives late, shows the later step again. */
async function showPush(text: string, readLanguage: () => Promise<Language>): Promise<void> {
  const message = parsePushPayload(text);
  if (message === null) return;
  self.language = await readLanguage();
  const { title, options } = toNotification(message);
  const [shown] = await self.registration.getNotifications({ tag: options.tag });
  if (shown === undefined || toNotificationData(shown.data).sequence < message.sequence)
    return self.registration.showNotification(title, options);
  const { body, tag, data } = shown;
  await self.registration.showNotification(shown.title, { ...options, body, tag, data, ...quiet });
}

const quiet = { renotify: false, silent: true };

/** Focuses the page, or opens it in a new tab: another page may have a form that is being filled in. */
async function openNotified(path: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find(({ url }) => new URL(url).pathname === path);
  await (open === undefined ? self.clients.openWindow(path) : open.focus());
}

/**
 * Without the former subscription the shop cannot tell whose it is; the next page that shows the switch subscribes
 * again.
 */
async function replaceSubscription({
  oldSubscription,
  newSubscription,
}: PushEvents['pushsubscriptionchange']): Promise<void> {
  const former = oldSubscription && toSubscriptionInput(oldSubscription);
  if (!oldSubscription || !former) return;
  const { pushManager } = self.registration;
  const next = toSubscriptionInput(newSubscription ?? (await pushManager.subscribe(oldSubscription.options)));
  if (next === null) return;
  const { endpoint, keys } = former;
  await fetch(replacePushPath, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ former: { endpoint, auth: keys.auth }, ...next }),
  });
}
