import type { EndpointInput } from '#contract/api.ts';
import type { PushPayload, PushTopic } from '#contract/notifications/push-payload.ts';
import { t } from '#web/texts/t.ts';

// Functions: the language of the service worker is known when it has read its caches.
const titles: Record<PushTopic, () => string> = {
  PACKING: () => t('notifications.packing'),
  OUT_FOR_DELIVERY: () => t('orders.onItsWay'),
  UNDELIVERED: () => t('notifications.undelivered'),
  DELIVERED: () => t('notifications.delivered'),
  CANCELLED: () => t('notifications.cancelled'),
  REFUNDED: () => t('notifications.refunded'),
  QUESTION: () => t('notifications.question'),
  LATE: () => t('notifications.late'),
  NEW_ORDER: () => t('notifications.newOrder'),
};

interface ShopNotification {
  title: string;
  options: NotificationOptions & {
    data: Pick<PushPayload, 'path' | 'sequence'>;
    tag: string;
    renotify: boolean;
    /** Large, where a system shows it; the picture of a question. */
    image?: string;
  };
}

/** Which notifications of an order replace each other. */
const tagNames: Partial<Record<PushTopic, string>> = { NEW_ORDER: 'new', QUESTION: 'question', LATE: 'late' };

/** The notification of a message. It replaces the one about an earlier step of the same order. */
export function toNotification({
  topic,
  number,
  path,
  sequence,
  image,
  time,
}: PushPayload): ShopNotification {
  const order = t('orders.orderNumber', { number });
  const details: Partial<Record<PushTopic, string>> = {
    QUESTION: t('notifications.chooseInTime'),
    ...(time !== undefined && { LATE: t('notifications.newTime', { time }) }),
  };
  const picture = image !== undefined && isLocal(image) ? image : undefined;
  return {
    // A server that is newer than this worker may know more topics.
    title: titles[topic]?.() ?? t('notifications.news'),
    options: {
      body: details[topic] === undefined ? order : `${order}. ${details[topic]}`,
      tag: `${tagNames[topic] ?? 'own'} ${number}`,
      renotify: true,
      // The server leads to the icon of the store.
      icon: picture ?? '/icon-192.png',
      badge: '/icon-192.png',
      data: { path, sequence },
      ...(picture !== undefined && { image: picture }),
    },
  };
}

/** Not `//host`, which is another site. */
function isLocal(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}

/** What a notification of the shop leads to; the home page for data of another form. */
export function toNotificationData(data: unknown): ShopNotification['options']['data'] {
  const [path, sequence] =
    typeof data === 'object' && data !== null
      ? [Reflect.get(data, 'path'), Reflect.get(data, 'sequence')]
      : [];
  return {
    path: typeof path === 'string' && isLocal(path) ? path : '/',
    sequence: typeof sequence === 'number' ? sequence : 0,
  };
}

/** A subscription as the shop stores it; null if the browser has not made keys for it. */
export function toSubscriptionInput(
  subscription: Pick<PushSubscription, 'toJSON'>,
): Omit<EndpointInput<'subscribePush'>, 'orders'> | null {
  const { endpoint, keys: { p256dh, auth } = {} } = subscription.toJSON();
  if (endpoint === undefined || p256dh === undefined || auth === undefined) return null;
  return { endpoint, keys: { p256dh, auth } };
}
