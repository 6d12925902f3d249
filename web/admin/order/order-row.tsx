import type { BoardOrder } from '#contract/order-board.ts';
import { formatPaise, paiseOf } from '#contract/rules/money.ts';
import { formatMoment } from '#web/moment.ts';
import { Button } from '#web/ui/button.tsx';
import { bagOf, nextStep, paymentText, type Target } from './order-state.ts';
import { StateChip } from './state-chip.tsx';
import { TimeText } from './time-text.tsx';

interface OrderRowProps {
  order: BoardOrder;
  now: number;
  isChosen: boolean;
  isBusy: boolean;
  onChoose: (isChosen: boolean) => void;
  onOpen: () => void;
  onStep: (to: Target) => void;
}

/** An order on the board: what whoever packs has to know, and its next step. */
export function OrderRow({ order, now, isChosen, isBusy, onChoose, onOpen, onStep }: OrderRowProps) {
  const { orderId, shopper, status, totalAmt, owedAmt, createdAt } = order;
  const { lines, picked } = bagOf(order);
  const next = nextStep(status);
  return (
    <li className="order-row" data-order={order._id} data-chosen={isChosen} aria-busy={isBusy}>
      <label className="choice">
        <input type="checkbox" checked={isChosen} onChange={(event) => onChoose(event.target.checked)} />
        <span className="sr-only">Choose {orderId}</span>
      </label>
      <button type="button" className="opener" onClick={onOpen}>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-bold tabular-nums">{orderId}</span>
          <StateChip status={status} />
          <TimeText order={order} now={now} />
        </span>
        <span className="mt-1 flex flex-wrap gap-x-3 text-sm text-ink-soft">
          <span className="max-w-60 truncate font-semibold text-ink">{shopper.name}</span>
          <span className="tabular-nums">
            {picked > 0 && picked < lines ? `${picked} of ${lines} in the bag` : countOf(lines)}
          </span>
          <span className="tabular-nums">{formatPaise(paiseOf(totalAmt))}</span>
          <span>{paymentText(order)}</span>
          {owedAmt > 0 && (
            <span className="font-semibold text-danger tabular-nums">
              {formatPaise(paiseOf(owedAmt))} owed back
            </span>
          )}
          <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
        </span>
      </button>
      {next !== null && (
        <Button
          variant="secondary"
          isBusy={isBusy}
          aria-keyshortcuts={next.key}
          aria-label={`${next.label} ${orderId}`}
          className="next"
          onClick={() => onStep(next.to)}
        >
          {next.label}
        </Button>
      )}
    </li>
  );
}

function countOf(lines: number): string {
  return lines === 1 ? '1 line' : `${lines} lines`;
}
