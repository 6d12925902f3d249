import { useState } from 'react';
import type { BoardOrder } from '#contract/order-board.ts';
import { canBecome } from '#contract/rules/order-status.ts';
import { Button } from '#web/ui/button.tsx';
import { Drawer } from '#web/ui/dialog.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { OutOfReach } from '../out-of-reach.tsx';
import { useBoardOrder } from './board-data.ts';
import { OrderFacts } from './order-facts.tsx';
import { bagOf, nextStep, type Target } from './order-state.ts';
import { PickList } from './pick-list.tsx';
import { StateChip } from './state-chip.tsx';
import { TakeOffDialog } from './take-off-dialog.tsx';
import { TimeText } from './time-text.tsx';
import { useFocusPlace } from './use-focus-place.ts';
import type { Lines } from './use-lines.ts';

interface OrderDrawerProps {
  id: string;
  /** What a list knows of it. */
  known: BoardOrder | undefined;
  lines: Lines;
  now: number;
  isBusy: boolean;
  onStep: (order: BoardOrder, to: Target) => void;
  onClose: () => void;
}

/** One order: what to take from the shelves, where it goes, how it is paid, and its next step. */
export function OrderDrawer({ id, known, lines, now, isBusy, onStep, onClose }: OrderDrawerProps) {
  const { data, isPending, isFetching, refetch } = useBoardOrder(id, known);
  if (data === undefined) {
    return (
      <Drawer title="Order" onClose={onClose}>
        {isPending ? (
          <div className="space-y-3">
            <Skeleton className="h-8 w-40" />
            <Skeleton className="h-64 w-full" />
          </div>
        ) : (
          <OutOfReach subject="This order is" isRetrying={isFetching} onRetry={() => void refetch()} />
        )}
      </Drawer>
    );
  }
  const order = lines.ticked(data);
  const next = nextStep(order.status);
  return (
    <Drawer
      title={order.orderId}
      aside={<StateChip status={order.status} />}
      onClose={onClose}
      footer={
        canBecome(order.status, 'CANCELLED') || next !== null ? (
          <div className="flex flex-wrap gap-3">
            {canBecome(order.status, 'CANCELLED') && (
              <Button
                variant="quiet"
                disabled={isBusy}
                aria-keyshortcuts="c"
                onClick={() => onStep(order, 'CANCELLED')}
              >
                Cancel …
              </Button>
            )}
            {next !== null && (
              <Button
                isBusy={isBusy}
                aria-keyshortcuts={next.key}
                className="flex-1"
                onClick={() => onStep(order, next.to)}
              >
                {next.label}
              </Button>
            )}
          </div>
        ) : undefined
      }
    >
      <Contents key={order._id} order={order} lines={lines} now={now} />
    </Drawer>
  );
}

function Contents({ order, lines, now }: { order: BoardOrder; lines: Lines; now: number }) {
  const [scarce, setScarce] = useState<BoardOrder['items'][number] | null>(null);
  const list = useFocusPlace(scarce !== null, order);
  const isInShop = order.status === 'PLACED' || order.status === 'PACKING';
  const { lines: wanted, picked } = bagOf(order);
  return (
    <>
      <div className="mb-4 flex items-baseline justify-between gap-3">
        <h3 className="text-base font-semibold" aria-live="polite">
          {isInShop ? `${picked} of ${wanted} in the bag` : `${wanted} ${wanted === 1 ? 'line' : 'lines'}`}
        </h3>
        <TimeText order={order} now={now} />
      </div>
      {isInShop && <ProgressBar label="In the bag" share={wanted === 0 ? 0 : picked / wanted} />}
      <div ref={list} tabIndex={-1} className="mt-4 rounded-md outline-offset-4">
        <PickList
          lines={order.items}
          isOpen={isInShop}
          onPick={(line, isPicked) => lines.pick(order, line, isPicked)}
          onTakeOff={setScarce}
        />
      </div>
      <OrderFacts order={order} />
      {scarce !== null && (
        <TakeOffDialog
          order={order}
          line={scarce}
          onTakeOff={(reason) => lines.takeOff(order, scarce, reason)}
          onClose={() => setScarce(null)}
        />
      )}
    </>
  );
}
