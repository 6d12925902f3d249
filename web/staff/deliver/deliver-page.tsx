import { useEffect, useState } from 'react';
import { useOrderUpdates } from '#web/api/order-updates.ts';
import { useNow } from '#web/base/time.ts';
import { useMay } from '#web/session/session.ts';
import { Notices, StaffPage, StaffPageError, useTitleFocus } from '#web/staff/page-parts.tsx';
import { t } from '#web/texts/t.ts';
import { lazyWithRetry } from '#web/ui/lazy.tsx';
import { closeNotice, refreshDeliveries, startDelivering, useDeliveries } from './deliver-store.ts';
import { toShownDeliveries, toState } from './deliveries.ts';
import { usePosition } from './share-position.tsx';
import { type Screen, useScreens } from './use-screens.ts';

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

function Rider({ userId }: { userId: string }) {
  const { orders, actions, isOffline, notices, sharesPosition } = useDeliveries();
  const now = useNow();
  const mayTakeCash = useMay('take-cash');
  const { screen, open, openList, back, backToFirst } = useScreens();
  const [last, setLast] = useState('');
  /** The order with which the rider has just finished: the history of the browser changes a little later. */
  const [finishedId, setFinishedId] = useState<string | null>(null);
  useEffect(() => startDelivering(userId, mayTakeCash), [userId, mayTakeCash]);
  const isLive = useOrderUpdates(null, () => void refreshDeliveries());
  useEffect(() => {
    const timer = setInterval(() => void refreshDeliveries(), isLive ? liveRefreshMs : refreshMs);
    return () => clearInterval(timer);
  }, [isLive]);

  const deliveries = toShownDeliveries(orders, actions);
  const next = deliveries.find((delivery) => toState(delivery) === 'underway');
  const openedId = screen !== undefined && '_id' in screen && screen._id !== finishedId ? screen._id : null;
  const opened = deliveries.find(({ _id }) => _id === openedId);
  // The next delivery instead of one that is delivered, or that the store has taken away.
  const chosen = opened ?? next;
  const name =
    screen?.name === 'cash'
      ? 'cash'
      : screen?.name === 'list' || chosen === undefined
        ? 'list'
        : screen?.name === 'door' && opened !== undefined
          ? 'door'
          : 'delivery';
  const content = useTitleFocus(
    chosen === undefined || name === 'list' || name === 'cash'
      ? name
      : `${name} ${chosen._id} ${name === 'delivery' && toState(chosen)}`,
  );
  // The server wants positions only after it knows that the rider has left.
  const isKnownUnderway = orders.some((delivery) => toState(delivery) === 'underway');
  usePosition(sharesPosition && isKnownUnderway && next !== undefined);

  function show(to: Screen) {
    setLast('');
    setFinishedId(null);
    open(to);
  }

  function finish(_id: string, text: string) {
    setLast(text);
    setFinishedId(_id);
    backToFirst();
  }

  return (
    <div className="contents" {...content}>
      <Notices
        offline={isOffline ? t('riders.unsent', { count: actions.length }) : null}
        notices={notices}
        // A notice may say that it was not recorded.
        done={notices.length === 0 ? last : ''}
        onClose={closeNotice}
      />
      {name === 'cash' ? (
        <CashView onClose={back} />
      ) : name === 'list' || chosen === undefined ? (
        <ListView
          deliveries={deliveries}
          userId={userId}
          now={now}
          onShow={(_id) => show({ name: 'delivery', _id })}
          onTaken={setLast}
          onNext={(text) => {
            setLast(text);
            backToFirst();
          }}
          onCash={mayTakeCash ? () => show({ name: 'cash' }) : null}
        />
      ) : name === 'door' ? (
        <DoorView
          key={chosen._id}
          delivery={chosen}
          onBack={back}
          onDelivered={(text) => finish(chosen._id, text)}
        />
      ) : (
        <DeliveryView
          key={chosen._id}
          delivery={chosen}
          now={now}
          onList={() => {
            setLast('');
            openList();
          }}
          onDoor={() => show({ name: 'door', _id: chosen._id })}
          onDone={(text) => finish(chosen._id, text)}
        />
      )}
    </div>
  );
}
