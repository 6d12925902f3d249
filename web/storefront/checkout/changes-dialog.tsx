import { formatPaise } from '#contract/rules/money.ts';
import type { DisplayedLine } from '#web/storefront/cart/cart-line.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { confirmLabel } from './confirm-order.tsx';
import type { OrderCall } from './order-attempt.ts';
import { type OrderChange, toConfirmedCart } from './order-changes.ts';

interface ChangesDialogProps {
  message: string;
  changes: readonly OrderChange[];
  /** The present cart. */
  lines: readonly DisplayedLine[];
  /** The total that the shopper confirmed before. */
  orderedPaise: number;
  /** The call for a total: an order of ₹0 is not paid by card. */
  toCall: (totalPaise: number) => OrderCall;
  onConfirm: (call: OrderCall) => void;
  onClose: () => void;
}

/** Lists the changes and asks for a confirmation of the new total. */
export function ChangesDialog({
  message,
  changes,
  lines,
  orderedPaise,
  toCall,
  onConfirm,
  onClose,
}: ChangesDialogProps) {
  const { totalPaise, count } = toConfirmedCart(lines, changes);
  const call = toCall(totalPaise);
  return (
    <Dialog
      title="Your order has changed"
      onClose={onClose}
      footer={
        <div className="flex flex-col gap-2 sm:flex-row-reverse">
          {count > 0 && (
            <Button isWide onClick={() => onConfirm(call)}>
              {confirmLabel(call, totalPaise)}
            </Button>
          )}
          <Button isWide variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </div>
      }
    >
      <p className="wrap-anywhere">{message}</p>
      <ul className="mt-4 divide-y divide-line">
        {changes.map((change) => (
          <li
            key={`${change.productId} ${change.kind}`}
            className="flex justify-between gap-4 py-2.5 text-sm"
          >
            <span className="min-w-0 font-semibold wrap-anywhere">{change.name}</span>
            <span className="flex-none tabular-nums">
              <ChangeText change={change} />
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2 flex justify-between gap-4 border-t border-line pt-3 font-bold tabular-nums">
        <span>Grand total</span>
        <span>
          {orderedPaise !== totalPaise && (
            <>
              <s className="font-normal text-ink-soft">{formatPaise(orderedPaise)}</s>
              {' → '}
            </>
          )}
          {formatPaise(totalPaise)}
        </span>
      </p>
    </Dialog>
  );
}

function ChangeText({ change }: { change: OrderChange }) {
  switch (change.kind) {
    case 'added':
      return <>{change.quantity} added</>;
    case 'removed':
      return <>removed</>;
    case 'quantity':
      return (
        <>
          <s className="text-ink-soft">{change.from}</s> → {change.to}
        </>
      );
    case 'price':
      return (
        <>
          <s className="text-ink-soft">{formatPaise(change.fromPaise)}</s> → {formatPaise(change.toPaise)}
        </>
      );
    case 'short':
      return (
        <span className="text-danger">{change.left === 0 ? 'Out of stock' : `Only ${change.left} left`}</span>
      );
  }
}
