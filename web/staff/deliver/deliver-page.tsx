import { useEffect, useState } from 'react';
import { useOrderUpdates } from '#web/api/order-updates.ts';
import { useNow } from '#web/base/time.ts';
import { useMay } from '#web/session/session.ts';
import { Notices, StaffPage, StaffPageError } from '#web/staff/page-parts.tsx';
import { t } from '#web/texts/t.ts';
import { lazyWithRetry } from '#web/ui/lazy.tsx';
import { closeNotice, refreshDeliveries, startDelivering, useDeliveries } from './deliver-store.ts';
import { toShownDeliveries, toState } from './deliveries.ts';
import { usePosition } from './share-position.tsx';

// Only one of them is part of the first load; the others are loaded before a connection can be lost on the way.
const screens = {
  list: () => import('./list-view.tsx'),
  delivery: () => import('./delivery-view.tsx'),
  door: () => import('./door-view.tsx'),
  cash: () => import('./cash-view.tsx'),
};
const ListView = lazyWithRetry(async () => ({ default: (await screens.list()).ListView }));
const DeliveryView = lazyWithRetry(async () => ({ default: (await screens.delivery()).DeliveryView }));
const DoorView = lazyWithRetry(async () => ({ default: (await screens.door()).DoorView }));
const CashView = lazyWithRetry(async () => ({ default: (await screens.cash()).CashView }));

export { StaffPageError as ErrorBoundary };

export function meta() {
  return [{ title: t('riders.title') }, { name: 'robots', content: 'noindex' }];
}

/** `/staff/deliver`: riders take packed orders and deliver them with a phone in one hand. */
export default function DeliverPage() {
  const isUnderway = useDeliveries(({ orders }) => orders.some(({ leftAt }) => leftAt !== null));
  return (
    <StaffPage
      permission="deliver"
      noPermission={t('riders.noPermission')}
      // A ride takes longer than a phone may lie idle in the store.
      isInUse={isUnderway}
      screens={screens}
    >
      {(userId) => <Rider userId={userId} />}
    </StaffPage>
  );
}

/** How often the orders are read with and without a live connection. */
const liveRefreshMs = 60_000;
const refreshMs = 10_000;

type Screen = { name: 'next' | 'list' | 'cash' } | { name: 'delivery' | 'door'; _id: string };

function Rider({ userId }: { userId: string }) {
  const { orders, actions, isOffline, notices, sharesPosition } = useDeliveries();
  const now = useNow();
  const mayTakeCash = useMay('take-cash');
  const [screen, setScreen] = useState<Screen>({ name: 'next' });
  const [last, setLast] = useState('');
  useEffect(() => startDelivering(userId, mayTakeCash), [userId, mayTakeCash]);
  const isLive = useOrderUpdates(null, () => void refreshDeliveries());
  useEffect(() => {
    const timer = setInterval(() => void refreshDeliveries(), isLive ? liveRefreshMs : refreshMs);
    return () => clearInterval(timer);
  }, [isLive]);

  const deliveries = toShownDeliveries(orders, actions);
  const next = deliveries.find((delivery) => toState(delivery) === 'underway');
  const chosenId = '_id' in screen ? screen._id : screen.name === 'next' ? next?._id : undefined;
  const chosen = deliveries.find(({ _id }) => _id === chosenId);
  // The server wants positions only after it knows that the rider has left.
  const isKnownUnderway = orders.some((delivery) => toState(delivery) === 'underway');
  usePosition(sharesPosition && isKnownUnderway && next !== undefined);

  function show(to: Screen) {
    setLast('');
    setScreen(to);
  }

  function goOn(text: string) {
    setLast(text);
    setScreen({ name: 'next' });
  }

  return (
    <>
      <Notices
        offline={isOffline ? t('riders.unsent', { count: actions.length }) : null}
        notices={notices}
        onClose={closeNotice}
      />
      {screen.name === 'cash' ? (
        <CashView onClose={() => show({ name: 'next' })} />
      ) : chosen === undefined ? (
        <ListView
          deliveries={deliveries}
          userId={userId}
          last={last}
          now={now}
          onShow={(_id) => show({ name: 'delivery', _id })}
          onNext={() => show({ name: 'next' })}
          onCash={mayTakeCash ? () => show({ name: 'cash' }) : null}
        />
      ) : screen.name === 'door' ? (
        <DoorView
          key={chosen._id}
          delivery={chosen}
          onBack={() => show({ name: 'delivery', _id: chosen._id })}
          onDelivered={goOn}
        />
      ) : (
        <DeliveryView
          key={chosen._id}
          delivery={chosen}
          last={last}
          now={now}
          onList={() => show({ name: 'list' })}
          onDoor={() => show({ name: 'door', _id: chosen._id })}
          onDone={() => show({ name: 'next' })}
        />
      )}
    </>
  );
}
