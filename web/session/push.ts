import { useCallback, useEffect, useState } from 'react';
import type { PushOrders, PushState } from '#contract/notifications/push.ts';
import { callApi } from '#web/api/client.ts';
import { toSubscriptionInput } from '#web/service-worker/notifications.ts';
import { t } from '#web/texts/t.ts';
import { showToast } from '#web/ui/toast.ts';
import { useSession } from './session.ts';

/** Notifications of this browser about orders, for its session. */
interface PushSwitch {
  isOn: boolean;
  isBusy: boolean;
  /** Asks for the permission of the browser if needed: call it at a tap only. */
  turnOn(): Promise<void>;
  turnOff(): Promise<void>;
}

/** Whether the browser can show notifications and its user has not forbidden them. */
function isPossible(): boolean {
  return (
    'serviceWorker' in navigator &&
    'PushManager' in window &&
    typeof Notification !== 'undefined' &&
    Notification.permission !== 'denied'
  );
}

/** Null while it is not known, and where notifications are not possible. */
export function usePush(orders: PushOrders): PushSwitch | null {
  const userId = useSession().user?._id;
  const [state, setState] = useState<{ isOn: boolean; publicKey: string } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const read = useCallback(async () => {
    if (userId === undefined || !isPossible()) return setState(null);
    const outcome = await callApi('getPush', {});
    if (!outcome.isOk || outcome.response.data.publicKey === null) return setState(null);
    const { publicKey } = outcome.response.data;
    setState({ isOn: await isSubscribed(outcome.response.data, orders), publicKey });
  }, [userId, orders]);
  useEffect(() => {
    if (!isPossible()) return;
    let isMounted = true;
    // Not before there is a service worker, which receives the notifications.
    void navigator.serviceWorker.ready.then(() => (isMounted ? read() : undefined));
    return () => {
      isMounted = false;
    };
  }, [read]);
  if (state === null) return null;
  const change = async (work: () => Promise<string | null>) => {
    setIsBusy(true);
    const error = await work();
    await read();
    setIsBusy(false);
    if (error !== null) showToast('error', error);
  };
  return {
    isOn: state.isOn,
    isBusy,
    async turnOn() {
      // First, because browsers ask only during a tap.
      const permission = await Notification.requestPermission();
      if (permission === 'granted') return change(() => subscribe(state.publicKey, [orders]));
      // Refused: the switch disappears.
      await read();
    },
    turnOff: () => change(() => unsubscribe(orders)),
  };
}

/**
 * Whether the browser is subscribed as the shop knows it. If it has another subscription now, the shop learns that
 * one.
 */
async function isSubscribed({ publicKey, subscription }: PushState, orders: PushOrders): Promise<boolean> {
  if (subscription === null || publicKey === null || Notification.permission !== 'granted') return false;
  const { pushManager } = await navigator.serviceWorker.ready;
  const own = await pushManager.getSubscription();
  const isKnown = own?.endpoint === subscription.endpoint;
  if (!isKnown && (await subscribe(publicKey, subscription.orders)) !== null) return false;
  return subscription.orders.includes(orders);
}

/** Subscribes the browser, and tells the shop. Returns the message of an error. */
async function subscribe(publicKey: string, kinds: readonly PushOrders[]): Promise<string | null> {
  const input = await subscribeBrowser(publicKey);
  if (input === null) return t('notifications.unsupported');
  for (const orders of kinds) {
    const outcome = await callApi('subscribePush', { ...input, orders });
    if (!outcome.isOk) return outcome.error.message;
  }
  return null;
}

/** Null if the browser reaches no push service, or has none. */
async function subscribeBrowser(publicKey: string) {
  try {
    const { pushManager } = await navigator.serviceWorker.ready;
    const former = await pushManager.getSubscription();
    // A subscription belongs to the key with which it was made.
    if (former !== null && toBase64Url(former.options.applicationServerKey) !== publicKey)
      await former.unsubscribe();
    return toSubscriptionInput(
      await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }),
    );
  } catch {
    return null;
  }
}

function toBase64Url(key: ArrayBuffer | null): string {
  if (key === null) return '';
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function unsubscribe(orders: PushOrders): Promise<string | null> {
  const outcome = await callApi('unsubscribePush', { orders });
  if (!outcome.isOk) return outcome.error.message;
  if (outcome.response.data.subscription === null) {
    const { pushManager } = await navigator.serviceWorker.ready;
    // The shop does not use it any more.
    await (await pushManager.getSubscription())?.unsubscribe().catch(() => false);
  }
  return null;
}
