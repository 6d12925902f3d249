import { formatPaise } from '#contract/base/money.ts';
import { type BillLine, toShownBill, toTotalPaise } from '#contract/cart/bill.ts';
import { chargeTexts } from '#web/storefront/cart/cart-bill.tsx';
import { type DisplayedLine, toLimitMessage } from '#web/storefront/cart/cart-line.ts';
import { type Pricing, priceLines } from '#web/storefront/cart/pricing.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { confirmLabel } from './confirm-order.tsx';
import type { OrderCall } from './order-attempt.ts';
import { type OrderChange, toConfirmedLines } from './order-changes.ts';

interface ChangesDialogProps {
  message: string;
  changes: readonly OrderChange[];
  /** The present cart. */
  lines: readonly DisplayedLine[];
  /** The bill that the shopper confirmed before. */
  confirmedBill: readonly BillLine[];
  /** What the present bill is computed with. */
  pricing: Pricing;
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
  confirmedBill,
  pricing,
  toCall,
  onConfirm,
  onClose,
}: ChangesDialogProps) {
  const confirmed = toConfirmedLines(lines, changes);
  const count = confirmed.length;
  const bill = count === 0 ? [] : priceLines(confirmed, pricing).bill;
  const [confirmedPaise, totalPaise] = [toTotalPaise(confirmedBill), toTotalPaise(bill)];
  const call = toCall(totalPaise);
  return (
    <Dialog
      title={t('checkout.changed')}
      onClose={onClose}
      footer={
        <div className="flex flex-col gap-2 sm:flex-row-reverse">
          {count > 0 && (
            <Button isWide onClick={() => onConfirm(call)}>
              {confirmLabel(call, totalPaise)}
            </Button>
          )}
          <Button isWide variant="secondary" onClick={onClose}>
            {t('ui.cancel')}
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
        {count > 0 &&
          toBillChanges(confirmedBill, bill).map(({ name, fromPaise, toPaise }) => (
            <li key={name} className="flex justify-between gap-4 py-2.5 text-sm">
              <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
              <span className="flex-none tabular-nums">
                <s className="text-ink-soft">{formatPaise(fromPaise)}</s> → {formatPaise(toPaise)}
              </span>
            </li>
          ))}
      </ul>
      <p className="mt-2 flex justify-between gap-4 border-t border-line pt-3 font-bold tabular-nums">
        <span>{t('cart.grandTotal')}</span>
        <span>
          {confirmedPaise !== totalPaise && (
            <>
              <s className="font-normal text-ink-soft">{formatPaise(confirmedPaise)}</s>
              {' → '}
            </>
          )}
          {formatPaise(totalPaise)}
        </span>
      </p>
    </Dialog>
  );
}

/** Charges, discounts and rounding that differ. */
function toBillChanges(confirmedBill: readonly BillLine[], now: readonly BillLine[]) {
  const [before, after] = [toNamedLines(confirmedBill), toNamedLines(now)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [fromPaise, toPaise] = [before.get(name) ?? 0, after.get(name) ?? 0];
    return fromPaise === toPaise ? [] : [{ name, fromPaise, toPaise }];
  });
}

function toNamedLines(bill: readonly BillLine[]): Map<string, number> {
  const { discounts, charges, rounding } = toShownBill(bill);
  return new Map([
    ...discounts.map(({ name, amountPaise }) => [name, amountPaise] as const),
    ...charges.map(({ kind, amountPaise }) => [chargeTexts[kind], amountPaise] as const),
    ...rounding.map(({ amountPaise }) => [t('cart.rounding'), amountPaise] as const),
  ]);
}

function ChangeText({ change }: { change: OrderChange }) {
  switch (change.kind) {
    case 'added':
      return <>{t('checkout.added', { count: change.quantity })}</>;
    case 'removed':
      return <>{t('checkout.removed')}</>;
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
      return <span className="text-danger">{toLimitMessage(change.left, change.isMaximumPerOrder)}</span>;
  }
}
