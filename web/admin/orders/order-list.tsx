import { X } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import { toSlotText } from '#contract/delivery/slot-text.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { formatDateTime } from '#web/base/time.ts';
import { may, useSession } from '#web/session/session.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { type HeldDelivery, toHeldButton, toHeldText } from './held-deliveries.ts';
import {
  canChangeTo,
  findRiderOnTheWay,
  isPacked,
  nextStep,
  paymentLabel,
  pickProgress,
  type Step,
  statusLabels,
  steps,
  type TargetStatus,
  toCountdown,
  toToldText,
  undoKey,
} from './order-status.ts';
import { RiderChip, useHasRiders } from './rider-section.tsx';

const looks = {
  PENDING_PAYMENT: 'plain',
  PLACED: 'warning',
  PACKING: 'good',
  OUT_FOR_DELIVERY: 'good',
  DELIVERED: 'plain',
  CANCELLED: 'bad',
} as const;

export function StatusChips({ order }: { order: StaffOrder }) {
  return (
    <>
      <Chip look={looks[order.status]}>{isPacked(order) ? 'Packed' : statusLabels[order.status]}</Chip>
      {order.isTestPayment && <Chip look="bad">Test payment</Chip>}
    </>
  );
}

export function HeldChip({ delivery }: { delivery: HeldDelivery }) {
  return <Chip look={delivery.hasFailed ? 'warning' : 'plain'}>{toHeldText(delivery)}</Chip>;
}

/** The next status change, if the user may make it. */
export function useNextStep(order: Pick<StaffOrder, 'status' | 'delivery'>): Step | null {
  const { user } = useSession();
  const next = nextStep(order);
  return next !== null && may(user, next.permission) ? next : null;
}

interface OrderRowProps {
  order: StaffOrder;
  held: HeldDelivery | undefined;
  hasRiders: boolean;
  now: number;
  isSelected: boolean;
  isBusy: boolean;
  onSelect: (isSelected: boolean) => void;
  onOpen: () => void;
  onChangeStatus: (to: TargetStatus) => void;
  onUndo: () => void;
  onSendAgain: () => void;
}

function OrderRow(props: OrderRowProps) {
  const { order, held, hasRiders, now, isSelected, isBusy, onSelect, onOpen, ...actions } = props;
  const { orderId, shopper, totalAmt, owedAmt, createdAt } = order;
  const { lines, picked } = pickProgress(order);
  const told = toToldText(order);
  const next = useNextStep(order);
  const button =
    held !== undefined
      ? toHeldButton(held, actions.onUndo, actions.onSendAgain)
      : next && { label: next.label, isBusy, onClick: () => actions.onChangeStatus(next.to) };
  // On a phone the button says in which state an open order is.
  const wideClass = button === null ? '' : 'max-sm:hidden';
  const countdown = <CountdownText order={order} now={now} />;
  // The countdown of all open orders is in the same place. On a phone it says how long ago they were placed.
  const hasAside = button !== null || findRiderOnTheWay(order) !== null;
  return (
    <li
      className="grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-center rounded-md border border-line bg-surface focus-within:border-leaf data-[selected=true]:bg-leaf-soft"
      data-order={order._id}
      data-selected={isSelected}
      aria-busy={isBusy}
    >
      <label className="flex min-h-11 min-w-11 cursor-pointer items-center justify-center self-stretch">
        <input
          type="checkbox"
          className="size-5 cursor-pointer accent-leaf"
          checked={isSelected}
          onChange={(event) => onSelect(event.target.checked)}
        />
        <span className="sr-only">Select {orderId}</span>
      </label>
      <button
        type="button"
        className="min-h-11 min-w-0 cursor-pointer rounded-sm px-2 py-2 text-left focus-visible:-outline-offset-3 max-sm:pl-0 sm:py-3"
        onClick={onOpen}
      >
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-bold tabular-nums">{orderId}</span>
          {held === undefined && (
            <span className={wideClass}>
              <StatusChips order={order} />
            </span>
          )}
          <RiderChip order={order} hasRiders={hasRiders} />
          {!hasAside && countdown}
          {order.slot !== null && (
            <span className="font-semibold tabular-nums">{toSlotText(order.slot, 'en-IN', now)}</span>
          )}
        </span>
        <span className="flex flex-wrap gap-x-3 text-sm text-ink-soft max-sm:mt-0.5 sm:mt-1">
          <span className="max-w-60 truncate font-semibold text-ink max-sm:max-w-24">{shopper.name}</span>
          <span className="tabular-nums">
            {picked > 0 && picked < lines
              ? `${picked} of ${lines} picked`
              : lines === 1
                ? '1 product'
                : `${lines} products`}
          </span>
          <span className="tabular-nums">{formatPaise(toPaise(totalAmt))}</span>
          <span>{paymentLabel(order)}</span>
          {told !== null && <span className="font-semibold text-danger tabular-nums">{told}</span>}
          {owedAmt > 0 && (
            <span className="font-semibold text-danger tabular-nums">
              {formatPaise(toPaise(owedAmt))} refund due
            </span>
          )}
          <time dateTime={createdAt} className={hasAside ? 'max-sm:hidden' : ''}>
            {formatDateTime(createdAt)}
          </time>
        </span>
      </button>
      {hasAside && (
        <div className="mr-2 flex flex-col items-end text-sm sm:mr-3 sm:flex-row sm:items-center sm:gap-3 sm:text-base">
          {held === undefined ? countdown : <HeldChip delivery={held} />}
          {button !== null && (
            <Button
              variant="secondary"
              isBusy={button.isBusy}
              aria-keyshortcuts={held === undefined ? next?.key : undoKey}
              aria-label={`${button.label} ${orderId}`}
              className="max-sm:w-24 max-sm:px-2 max-sm:leading-tight sm:min-w-30 md:max-lg:min-w-24 md:max-lg:px-3"
              onClick={button.onClick}
            >
              {button.label}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

interface OrderListProps {
  ref: RefObject<HTMLUListElement | null>;
  orders: readonly StaffOrder[];
  selected: readonly StaffOrder[];
  busyIds: ReadonlySet<string>;
  held: ReadonlyMap<string, HeldDelivery>;
  now: number;
  onSelect: (orders: readonly StaffOrder[], isSelected: boolean) => void;
  onOpen: (order: StaffOrder) => void;
  onChangeStatus: (order: StaffOrder, to: TargetStatus) => void;
  onUndo: (order: StaffOrder) => void;
  onSendAgain: (order: StaffOrder) => void;
}

/** Orders of a tab, with checkboxes for bulk actions. */
export function OrderList({
  ref,
  orders,
  selected,
  busyIds,
  held,
  now,
  onSelect,
  onOpen,
  onChangeStatus,
  onUndo,
  onSendAgain,
}: OrderListProps) {
  const hasRiders = useHasRiders();
  const isAllSelected = selected.length === orders.length;
  return (
    <>
      <label className="mb-1 inline-flex min-h-11 cursor-pointer items-center gap-2 pr-3 text-sm text-ink-soft max-sm:hidden">
        <span className="flex w-11 justify-center">
          <input
            type="checkbox"
            className="size-5 cursor-pointer accent-leaf"
            checked={isAllSelected}
            onChange={() => onSelect(orders, !isAllSelected)}
          />
        </span>
        Select all {orders.length}
      </label>
      <ul
        ref={ref}
        tabIndex={-1}
        aria-label="Orders"
        className="space-y-1.5 rounded-md outline-offset-4 sm:space-y-2"
      >
        {orders.map((order) => (
          <OrderRow
            key={order._id}
            order={order}
            hasRiders={hasRiders}
            now={now}
            isSelected={selected.includes(order)}
            isBusy={busyIds.has(order._id)}
            onSelect={(isSelected) => onSelect([order], isSelected)}
            onOpen={() => onOpen(order)}
            held={held.get(order._id)}
            onChangeStatus={(to) => onChangeStatus(order, to)}
            onUndo={() => onUndo(order)}
            onSendAgain={() => onSendAgain(order)}
          />
        ))}
      </ul>
    </>
  );
}

const skeletonRows = Array.from({ length: 5 }, (_, index) => index);

export function OrderListSkeleton() {
  return (
    <div className="space-y-1.5 sm:space-y-2 sm:pt-12">
      {skeletonRows.map((index) => (
        <Skeleton key={index} className="h-20 w-full" />
      ))}
    </div>
  );
}

interface OrderSelectionBarProps {
  orders: readonly StaffOrder[];
  selected: readonly StaffOrder[];
  isBusy: boolean;
  onChangeStatus: (to: TargetStatus) => void;
  onSelectAll: () => void;
  onClear: () => void;
}

/** Bulk actions for the selected orders; sticks to the bottom edge. */
export function OrderSelectionBar(props: OrderSelectionBarProps) {
  const { orders, selected, isBusy, onChangeStatus, onSelectAll, onClear } = props;
  const { user } = useSession();
  return (
    <section
      aria-label="Selected orders"
      data-bottom-bar="tall"
      className="sticky bottom-[calc(var(--bottom-bar-height)+0.75rem)] z-10 mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-leaf bg-surface py-2 pr-2 pl-4 shadow-floating md:bottom-4 short:static"
    >
      <p role="status" className="font-semibold tabular-nums">
        {selected.length} selected
      </p>
      {selected.length < orders.length && (
        <Button variant="quiet" className="sm:hidden" onClick={onSelectAll}>
          Select all {orders.length}
        </Button>
      )}
      <div className="flex flex-wrap gap-2 max-sm:order-last max-sm:w-full max-sm:pb-1 sm:ml-auto sm:justify-end">
        {steps.map(({ to, label, key, permission }) => {
          const count = selected.filter((order) => canChangeTo(order, to)).length;
          if (count === 0 || !may(user, permission)) return null;
          return (
            <Button
              key={to}
              variant={to === 'CANCELLED' ? 'quiet' : 'primary'}
              disabled={isBusy}
              aria-keyshortcuts={key}
              onClick={() => onChangeStatus(to)}
            >
              {to === 'CANCELLED' ? `Cancel ${count} …` : `${label} ${count}`}
            </Button>
          );
        })}
      </div>
      <IconButton label="Clear" onClick={onClear} className="max-sm:ml-auto">
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </section>
  );
}

/** Selection limited to the listed orders: hidden orders must not be changed by accident. */
export function useOrderSelection(listed: readonly StaffOrder[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selected = listed.filter(({ _id }) => ids.has(_id));
  const select = (orders: readonly StaffOrder[], isSelected: boolean) =>
    setIds((before) => {
      const next = new Set(before);
      for (const { _id } of orders) {
        if (isSelected) next.add(_id);
        else next.delete(_id);
      }
      return next;
    });
  return { selected, select, clear: () => setIds(new Set()) };
}

export function CountdownText({ order, now }: { order: StaffOrder; now: number }) {
  const left = toCountdown(order, now);
  if (left === null) return null;
  return (
    <span className={`font-bold whitespace-nowrap tabular-nums ${left.isLate ? 'text-danger' : ''}`}>
      {left.text}
    </span>
  );
}
