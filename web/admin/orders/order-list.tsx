import { X } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import { toSlotText } from '#contract/delivery/slot-text.ts';
import { mayChange } from '#contract/orders/order-status.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { formatDateTime } from '#web/base/time.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { CountdownText } from './countdown.tsx';
import {
  nextStep,
  paymentLabel,
  pickProgress,
  statusLabels,
  steps,
  type TargetStatus,
} from './order-status.ts';

const looks = {
  PENDING_PAYMENT: 'plain',
  PLACED: 'warning',
  PACKING: 'good',
  OUT_FOR_DELIVERY: 'good',
  DELIVERED: 'plain',
  CANCELLED: 'bad',
} as const;

export function StatusChips({ status, isTestPayment }: Pick<StaffOrder, 'status' | 'isTestPayment'>) {
  return (
    <>
      <Chip look={looks[status]}>{statusLabels[status]}</Chip>
      {isTestPayment && <Chip look="bad">Test payment</Chip>}
    </>
  );
}

interface OrderRowProps {
  order: StaffOrder;
  now: number;
  isSelected: boolean;
  isBusy: boolean;
  onSelect: (isSelected: boolean) => void;
  onOpen: () => void;
  onChangeStatus: (to: TargetStatus) => void;
}

function OrderRow({ order, now, isSelected, isBusy, onSelect, onOpen, onChangeStatus }: OrderRowProps) {
  const { orderId, shopper, status, totalAmt, owedAmt, createdAt } = order;
  const { lines, picked } = pickProgress(order);
  const next = nextStep(status);
  return (
    <li
      className="grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-center rounded-md border border-line bg-surface focus-within:border-leaf data-[selected=true]:bg-leaf-soft max-sm:grid-cols-[2.75rem_minmax(0,1fr)]"
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
        className="min-h-11 min-w-0 cursor-pointer rounded-sm px-2 py-3 text-left focus-visible:-outline-offset-3"
        onClick={onOpen}
      >
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-bold tabular-nums">{orderId}</span>
          <StatusChips {...order} />
          <CountdownText order={order} now={now} />
          {order.slot !== null && (
            <span className="font-semibold tabular-nums">{toSlotText(order.slot, 'en-IN', now)}</span>
          )}
        </span>
        <span className="mt-1 flex flex-wrap gap-x-3 text-sm text-ink-soft">
          <span className="max-w-60 truncate font-semibold text-ink">{shopper.name}</span>
          <span className="tabular-nums">
            {picked > 0 && picked < lines
              ? `${picked} of ${lines} picked`
              : lines === 1
                ? '1 item'
                : `${lines} items`}
          </span>
          <span className="tabular-nums">{formatPaise(toPaise(totalAmt))}</span>
          <span>{paymentLabel(order)}</span>
          {owedAmt > 0 && (
            <span className="font-semibold text-danger tabular-nums">
              {formatPaise(toPaise(owedAmt))} refund due
            </span>
          )}
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        </span>
      </button>
      {next !== null && (
        <Button
          variant="secondary"
          isBusy={isBusy}
          aria-keyshortcuts={next.key}
          aria-label={`${next.label} ${orderId}`}
          // On a phone below the order.
          className="mr-3 min-w-30 max-sm:col-start-2 max-sm:mb-3 max-sm:ml-2 md:max-lg:min-w-24 md:max-lg:px-3"
          onClick={() => onChangeStatus(next.to)}
        >
          {next.label}
        </Button>
      )}
    </li>
  );
}

interface OrderListProps {
  ref: RefObject<HTMLUListElement | null>;
  orders: readonly StaffOrder[];
  selected: readonly StaffOrder[];
  busyIds: ReadonlySet<string>;
  now: number;
  onSelect: (orders: readonly StaffOrder[], isSelected: boolean) => void;
  onOpen: (order: StaffOrder) => void;
  onChangeStatus: (order: StaffOrder, to: TargetStatus) => void;
}

/** Orders of a tab, with checkboxes for bulk actions. */
export function OrderList({
  ref,
  orders,
  selected,
  busyIds,
  now,
  onSelect,
  onOpen,
  onChangeStatus,
}: OrderListProps) {
  const isAllSelected = selected.length === orders.length;
  return (
    <>
      <label className="mb-1 inline-flex min-h-11 cursor-pointer items-center gap-2 pr-3 text-sm text-ink-soft">
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
      <ul ref={ref} tabIndex={-1} aria-label="Orders" className="space-y-2 rounded-md outline-offset-4">
        {orders.map((order) => (
          <OrderRow
            key={order._id}
            order={order}
            now={now}
            isSelected={selected.includes(order)}
            isBusy={busyIds.has(order._id)}
            onSelect={(isSelected) => onSelect([order], isSelected)}
            onOpen={() => onOpen(order)}
            onChangeStatus={(to) => onChangeStatus(order, to)}
          />
        ))}
      </ul>
    </>
  );
}

const skeletonRows = Array.from({ length: 5 }, (_, index) => index);

export function OrderListSkeleton() {
  return (
    <div className="space-y-2 pt-12">
      {skeletonRows.map((index) => (
        <Skeleton key={index} className="h-19 w-full" />
      ))}
    </div>
  );
}

interface OrderSelectionBarProps {
  selected: readonly StaffOrder[];
  isBusy: boolean;
  onChangeStatus: (to: TargetStatus) => void;
  onClear: () => void;
}

/** Bulk actions for the selected orders; sticks to the bottom edge. */
export function OrderSelectionBar({ selected, isBusy, onChangeStatus, onClear }: OrderSelectionBarProps) {
  return (
    <section
      aria-label="Selected orders"
      data-bottom-bar="tall"
      className="sticky bottom-[calc(var(--bottom-bar-height)+0.75rem)] z-10 mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-leaf bg-surface py-2 pr-2 pl-4 shadow-floating md:bottom-4 short:static"
    >
      <p role="status" className="font-semibold tabular-nums">
        {selected.length} selected
      </p>
      <div className="flex flex-wrap gap-2 max-sm:order-last max-sm:w-full max-sm:pb-1 sm:ml-auto sm:justify-end">
        {steps.map(({ to, label, key }) => {
          const count = selected.filter(({ status }) => mayChange('staff', status, to)).length;
          if (count === 0) return null;
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
