import type { RefObject } from 'react';
import type { BoardOrder } from '#contract/order-board.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { OrderRow } from './order-row.tsx';
import type { Target } from './order-state.ts';

interface OrderListProps {
  ref: RefObject<HTMLUListElement | null>;
  orders: readonly BoardOrder[];
  chosen: readonly BoardOrder[];
  busyIds: ReadonlySet<string>;
  now: number;
  onChoose: (orders: readonly BoardOrder[], isChosen: boolean) => void;
  onOpen: (order: BoardOrder) => void;
  onStep: (order: BoardOrder, to: Target) => void;
}

/** The orders of a tab; several can be chosen to be changed together. */
export function OrderList({ ref, orders, chosen, busyIds, now, onChoose, onOpen, onStep }: OrderListProps) {
  const isAllChosen = chosen.length === orders.length;
  return (
    <>
      <label className="mb-1 inline-flex min-h-11 cursor-pointer items-center gap-2 pr-3 text-sm text-ink-soft">
        <span className="flex w-11 justify-center">
          <input
            type="checkbox"
            className="size-5 cursor-pointer accent-leaf"
            checked={isAllChosen}
            onChange={() => onChoose(orders, !isAllChosen)}
          />
        </span>
        Choose all {orders.length}
      </label>
      <ul ref={ref} tabIndex={-1} aria-label="Orders" className="space-y-2 rounded-md outline-offset-4">
        {orders.map((order) => (
          <OrderRow
            key={order._id}
            order={order}
            now={now}
            isChosen={chosen.includes(order)}
            isBusy={busyIds.has(order._id)}
            onChoose={(isChosen) => onChoose([order], isChosen)}
            onOpen={() => onOpen(order)}
            onStep={(to) => onStep(order, to)}
          />
        ))}
      </ul>
    </>
  );
}

const sketched = Array.from({ length: 5 }, (_, index) => index);

/** What stands there until the orders come. */
export function OrderListSkeleton() {
  return (
    <div className="space-y-2 pt-12">
      {sketched.map((index) => (
        <Skeleton key={index} className="h-19 w-full" />
      ))}
    </div>
  );
}
