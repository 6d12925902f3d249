import { useQueryClient } from '@tanstack/react-query';
import { Bell, BellOff, ChevronDown, PackageCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { StoreLink } from '#web/admin/next-steps.tsx';
import { centerCurrent, Loaded, PageHeading, Pagination, staffMeta } from '#web/admin/page-parts.tsx';
import { SearchBox, useSearchText } from '#web/admin/search-box.tsx';
import { PauseControl } from '#web/admin/store/pause-control.tsx';
import { isSessionByPin } from '#web/api/tokens.ts';
import { useNow } from '#web/base/time.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { showToast } from '#web/ui/toast.ts';
import { PushButton, useNewOrderNotifications, useOrderSound } from './new-order-notifications.tsx';
import { OrderConfirmDialogs } from './order-dialogs.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { KeyboardShortcuts, useBoardKeys, useRowFocus } from './order-keyboard.tsx';
import { OrderList, OrderListSkeleton, OrderSelectionBar, useOrderSelection } from './order-list.tsx';
import { type BoardParameters, cachedOrder, useBoardParameters, useOrderList } from './order-queries.ts';
import { filterByTab, findTab, isPaged, type Tab, type TargetStatus, tabs, undoKey } from './order-status.ts';
import { useOrderLines, useOrderTransitions } from './use-order-actions.ts';

interface BoardTabsProps {
  current: Tab;
  /** Undefined until loaded. */
  open: readonly StaffOrder[] | undefined;
  onChoose: (tab: Tab) => void;
}

/** Tabs of the board, with counts for open orders. Where they do not fit the bar scrolls, and a list has all of them. */
function BoardTabs({ current, open, onChoose }: BoardTabsProps) {
  const bar = useRef<HTMLElement>(null);
  // The counts make the bar longer when they arrive.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current tab is read from the DOM
  useEffect(() => centerCurrent(bar.current), [current.name, open === undefined]);
  const countOf = (tab: Tab) => (isPaged(tab) || open === undefined ? null : filterByTab(tab, open).length);
  return (
    <div className="mb-2 flex items-center border-b border-line sm:mb-4">
      <nav
        ref={bar}
        aria-label="Orders by state"
        className="flex min-w-0 flex-1 gap-x-1 overflow-x-auto py-[3px] [scrollbar-width:none] xl:gap-x-0"
      >
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            aria-current={tab.name === current.name}
            onClick={() => onChoose(tab)}
            className="inline-flex min-h-11 flex-none items-center gap-1.5 border-b-3 border-transparent px-3 text-sm font-semibold text-ink-soft focus-visible:-outline-offset-3 aria-[current=true]:border-leaf aria-[current=true]:text-ink max-sm:px-2 xl:px-2.5"
          >
            {tab.label}
            {!isPaged(tab) && (
              <span className="min-w-6 rounded-full bg-sunken px-1.5 text-center text-xs leading-6 text-ink tabular-nums">
                {countOf(tab) ?? '–'}
              </span>
            )}
          </button>
        ))}
      </nav>
      <label className="relative flex size-11 flex-none items-center justify-center border-l border-line has-focus-visible:outline-2 has-focus-visible:outline-leaf xl:hidden">
        <ChevronDown aria-hidden="true" className="size-5" />
        <select
          aria-label="Orders by state"
          value={current.name}
          onChange={({ target }) => onChoose(findTab(target.value))}
          className="absolute inset-0 cursor-pointer opacity-0"
        >
          {tabs.map((tab) => (
            <option key={tab.name} value={tab.name}>
              {tab.label}
              {countOf(tab) !== null && ` (${countOf(tab)})`}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

interface EmptyOrdersProps {
  parameters: BoardParameters;
  onSearchAll: () => void;
  onShowAll: () => void;
}

function EmptyOrders({ parameters: { tab, search }, onSearchAll, onShowAll }: EmptyOrdersProps) {
  if (search !== '') {
    return (
      <EmptyState
        title="No orders found"
        action={
          tab.name === 'all' ? (
            <Button onClick={onShowAll}>Show all orders</Button>
          ) : (
            <Button onClick={onSearchAll}>Search all orders</Button>
          )
        }
      >
        No order in “{tab.label}” has this number, invoice, name or mobile number: “{search}”.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      art={<PackageCheck aria-hidden="true" className="size-16 text-leaf" strokeWidth={1.25} />}
      title={isPaged(tab) ? 'No orders' : 'All done'}
      action={tab.name === 'all' && <StoreLink>Place a test order in your store</StoreLink>}
    >
      {tab.name === 'owed'
        ? 'All refunds have been paid.'
        : isPaged(tab)
          ? `There are no orders in “${tab.label}” yet.`
          : 'New orders appear here automatically, with a sound.'}
    </EmptyState>
  );
}

export const meta = staffMeta('Orders');

// Countdowns show minutes.
const clockMs = 5_000;
const none: readonly StaffOrder[] = [];

/** `/dashboard/orders`: live order board */
export default function OrdersPage() {
  const queries = useQueryClient();
  const [parameters, change] = useBoardParameters();
  const { tab, page, orderId } = parameters;
  const { open, list } = useOrderList(parameters);
  const orders = list.data ?? none;
  const now = useNow(clockMs);
  const [isSoundOn, toggleSound] = useOrderSound();
  const [typed, type] = useSearchText(parameters.search, (text) => change({ q: text }, { replace: true }));
  const { selected, select, clear } = useOrderSelection(orders);
  const lineActions = useOrderLines();
  const transitions = useOrderTransitions(lineActions.whenPicksAreSaved);
  const { requestTransition, busyIds, held } = transitions;
  const region = useRef<HTMLUListElement>(null);
  const rows = useRowFocus(region);
  useNewOrderNotifications(open);

  const changeStatus = (targets: readonly StaffOrder[], to: TargetStatus) => {
    rows.keepRowFocus();
    requestTransition(targets.map(lineActions.withPendingPicks), to);
  };
  const undo = (id: string) => {
    rows.keepRowFocus();
    transitions.undoDelivery(id);
  };
  const focusedOrder = () => orders[rows.focusedIndex()];
  /** Target of a shortcut: the open order, the selected orders or the focused row. */
  const shortcutTargets = (): readonly StaffOrder[] => {
    if (orderId === null && selected.length > 0) return selected;
    const order =
      orderId === null
        ? focusedOrder()
        : (cachedOrder(queries, orderId) ?? orders.find(({ _id }) => _id === orderId));
    return order === undefined ? [] : [order];
  };
  const changeStatusByKey = (to: TargetStatus) => {
    const targets = shortcutTargets();
    if (targets.length > 0) changeStatus(targets, to);
    // A stray key press, such as text meant for the search box, changes nothing.
    else if (orders.length > 0)
      showToast('blank', 'No order is focused. Press j to go to the first one.', { id: 'order-step' });
  };
  const move = (by: number) => {
    if (orderId === null) return rows.move(by);
    const next = orders[orders.findIndex(({ _id }) => _id === orderId) + by];
    if (next !== undefined) change({ order: next._id }, { replace: true });
  };
  // The drawer of an order is a dialog in which the shortcuts work too.
  useBoardKeys(
    { openDialogs: orderId === null ? 0 : 1 },
    {
      j: () => move(1),
      k: () => move(-1),
      p: () => changeStatusByKey('PACKING'),
      o: () => changeStatusByKey('OUT_FOR_DELIVERY'),
      d: () => changeStatusByKey('DELIVERED'),
      c: () => changeStatusByKey('CANCELLED'),
      [undoKey]: () => {
        for (const { _id } of shortcutTargets()) undo(_id);
      },
      m: toggleSound,
      x: () => {
        const order = focusedOrder();
        if (orderId === null && order !== undefined) select([order], !selected.includes(order));
      },
    },
  );

  return (
    <>
      <PageHeading title="Orders" isShort>
        <div className="flex min-w-0 flex-1 flex-wrap justify-end gap-1 sm:gap-2">
          <SearchBox label="Search orders" placeholder="Name, number" text={typed} onType={type} />
          <IconButton
            label={isSoundOn ? 'Sound for new orders is on' : 'Sound for new orders is off'}
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
          {/* Its subscription would be of the person, on a phone of several. */}
          {!isSessionByPin() && <PushButton />}
          <PauseControl isCompact />
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
      <Loaded query={list} subject="the orders" skeleton={<OrderListSkeleton />}>
        {({ length }) =>
          length === 0 ? (
            <EmptyOrders
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
              selected={selected}
              busyIds={busyIds}
              held={held}
              now={now}
              onSelect={select}
              onOpen={({ _id }) => {
                rows.keepRowFocus();
                change({ order: _id });
              }}
              onChangeStatus={(order, to) => changeStatus([order], to)}
              onUndo={({ _id }) => undo(_id)}
              onSendAgain={({ _id }) => transitions.sendDeliveryAgain(_id)}
            />
          )
        }
      </Loaded>
      <Pagination
        label="Orders"
        page={isPaged(tab) ? page : 1}
        totalPage={list.totalPage}
        onChoose={(next) => change({ page: next === 1 ? '' : String(next) })}
      />
      {selected.some(({ _id }) => !held.has(_id)) && (
        <OrderSelectionBar
          orders={orders}
          selected={selected.filter(({ _id }) => !held.has(_id))}
          isBusy={busyIds.size > 0}
          onChangeStatus={(to) => changeStatus(selected, to)}
          onSelectAll={() => select(orders, true)}
          onClear={() => {
            clear();
            // The bar and its focused button disappear.
            region.current?.focus({ preventScroll: true });
          }}
        />
      )}
      {/* After the list, which would push it down. */}
      {!list.isPending && <KeyboardShortcuts />}
      {orderId !== null && (
        <OrderDrawer
          id={orderId}
          known={orders.find(({ _id }) => _id === orderId)}
          lines={lineActions}
          now={now}
          isBusy={busyIds.has(orderId)}
          held={held.get(orderId)}
          onChangeStatus={(order, to) => changeStatus([order], to)}
          onUnpaid={transitions.deliverUnpaid}
          onUndo={() => undo(orderId)}
          onSendAgain={() => transitions.sendDeliveryAgain(orderId)}
          onClose={() => change({ order: '' }, { replace: true })}
        />
      )}
      <OrderConfirmDialogs {...transitions} />
    </>
  );
}
