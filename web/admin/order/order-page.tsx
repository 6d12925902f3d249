import { useQueryClient } from '@tanstack/react-query';
import { Bell, BellOff } from 'lucide-react';
import { useRef } from 'react';
import type { BoardOrder } from '#contract/order-board.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { showToast } from '#web/ui/toast.ts';
import { useNow } from '#web/use-now.ts';
import { OutOfReach } from '../out-of-reach.tsx';
import { PageHeading } from '../page-heading.tsx';
import { SearchBox } from '../search-box.tsx';
import { useSearchText } from '../use-search-text.ts';
import { knownOrder } from './board-data.ts';
import { useBoardParameters } from './board-parameters.ts';
import { ChosenBar } from './chosen-bar.tsx';
import { KeyList } from './key-list.tsx';
import { NothingHere } from './nothing-here.tsx';
import './order.css';
import { OrderDrawer } from './order-drawer.tsx';
import { OrderList, OrderListSkeleton } from './order-list.tsx';
import { OrderQuestions } from './order-questions.tsx';
import type { Target } from './order-state.ts';
import { useSoundChoice } from './sound-choice.ts';
import { BoardTabs } from './tab-bar.tsx';
import { useBoardKeys } from './use-board-keys.ts';
import { useBoardNews } from './use-board-news.ts';
import { useBoardSelection } from './use-board-selection.ts';
import { useLines } from './use-lines.ts';
import { useOrderList } from './use-order-list.ts';
import { useOrderSteps } from './use-order-steps.ts';
import { useRowFocus } from './use-row-focus.ts';

export function meta() {
  return [{ title: 'Orders' }, { name: 'robots', content: 'noindex' }];
}

// Minutes are counted here, not seconds.
const clockMs = 5_000;
const none: readonly BoardOrder[] = [];

/** The orders of the shop (`/dashboard/orders`): they come in by themselves, are packed, handed over and delivered. */
export default function OrderPage() {
  const queries = useQueryClient();
  const [parameters, change] = useBoardParameters();
  const { tab, page, orderId } = parameters;
  const { open, list } = useOrderList(parameters);
  const orders = list.orders ?? none;
  const now = useNow(clockMs);
  const [isSoundOn, toggleSound] = useSoundChoice();
  const [typed, type] = useSearchText(parameters.search, (text) => change({ q: text }, { replace: true }));
  const { chosen, choose, clear } = useBoardSelection(orders);
  const lines = useLines();
  const { begin, take, busyIds, question, leaveQuestion } = useOrderSteps(lines.settled);
  const region = useRef<HTMLUListElement>(null);
  const rows = useRowFocus(region);
  useBoardNews(open);

  const orderOf = (id: string) => knownOrder(queries, id) ?? orders.find(({ _id }) => _id === id);
  const step = (some: readonly BoardOrder[], to: Target) => {
    rows.keepPlace();
    begin(some.map(lines.ticked), to);
  };
  const inFocus = () => orders[rows.place()];
  /** What a key is about: the order that is open, the chosen ones, or the one in focus. */
  const meant = (): readonly BoardOrder[] => {
    if (orderId === null && chosen.length > 0) return chosen;
    const order = orderId === null ? inFocus() : orderOf(orderId);
    return order === undefined ? [] : [order];
  };
  const stepByKey = (to: Target) => {
    const some = meant();
    if (some.length > 0) step(some, to);
    // A stray letter, such as of words meant for the search, takes no order anywhere.
    else if (orders.length > 0)
      showToast('blank', 'No order is in focus: j goes to the first', { id: 'order-step' });
  };
  const move = (by: number) => {
    if (orderId === null) return rows.move(by);
    const next = orders[orders.findIndex(({ _id }) => _id === orderId) + by];
    if (next !== undefined) change({ order: next._id }, { replace: true });
  };
  useBoardKeys(orderId === null ? 0 : 1, {
    j: () => move(1),
    k: () => move(-1),
    p: () => stepByKey('PACKING'),
    o: () => stepByKey('OUT_FOR_DELIVERY'),
    d: () => stepByKey('DELIVERED'),
    c: () => stepByKey('CANCELLED'),
    m: toggleSound,
    x: () => {
      const order = inFocus();
      if (orderId === null && order !== undefined) choose([order], !chosen.includes(order));
    },
  });

  return (
    <>
      <PageHeading title="Orders">
        <div className="flex w-full gap-2 sm:w-auto">
          <SearchBox label="Search orders" placeholder="Order, name, phone" text={typed} onType={type} />
          <IconButton
            label={isSoundOn ? 'Sound of new orders is on' : 'Sound of new orders is off'}
            aria-pressed={isSoundOn}
            aria-keyshortcuts="m"
            onClick={toggleSound}
          >
            {isSoundOn ? (
              <Bell aria-hidden="true" className="size-5" />
            ) : (
              <BellOff aria-hidden="true" className="size-5 text-ink-soft" />
            )}
          </IconButton>
        </div>
      </PageHeading>
      <BoardTabs
        current={tab}
        open={open}
        onChoose={({ name }) => {
          clear();
          change({ tab: name === 'open' ? '' : name });
        }}
      />
      {list.isPending ? (
        <OrderListSkeleton />
      ) : list.orders === undefined ? (
        <OutOfReach subject="The orders are" isRetrying={list.isFetching} onRetry={list.readAgain} />
      ) : orders.length === 0 ? (
        <NothingHere
          parameters={parameters}
          onSearchAll={() => change({ tab: 'all' })}
          onShowAll={() => {
            type('');
            change({ q: '' });
          }}
        />
      ) : (
        <OrderList
          ref={region}
          orders={orders}
          chosen={chosen}
          busyIds={busyIds}
          now={now}
          onChoose={choose}
          onOpen={({ _id }) => {
            rows.keepPlace();
            change({ order: _id });
          }}
          onStep={(order, to) => step([order], to)}
        />
      )}
      <Pager
        label="Orders"
        page={tab.open === null ? page : 1}
        totalPage={list.totalPage}
        onChoose={(next) => change({ page: next === 1 ? '' : String(next) })}
      />
      {chosen.length > 0 && (
        <ChosenBar
          chosen={chosen}
          isBusy={busyIds.size > 0}
          onStep={(to) => step(chosen, to)}
          onClear={() => {
            clear();
            // The bar goes, and its button with it.
            region.current?.focus({ preventScroll: true });
          }}
        />
      )}
      <KeyList />
      {orderId !== null && (
        <OrderDrawer
          id={orderId}
          known={orders.find(({ _id }) => _id === orderId)}
          lines={lines}
          now={now}
          isBusy={busyIds.has(orderId)}
          onStep={(order, to) => step([order], to)}
          onClose={() => change({ order: '' }, { replace: true })}
        />
      )}
      <OrderQuestions
        question={question}
        onTake={(to, reason) => void take(question?.orders ?? none, to, reason)}
        onLeave={leaveQuestion}
      />
    </>
  );
}
