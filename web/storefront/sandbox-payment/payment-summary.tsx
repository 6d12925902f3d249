import { ChevronDown } from 'lucide-react';
import type { CallAnswer } from '#contract/calls.ts';
import { formatPaise, paiseOf } from '#contract/rules/money.ts';
import { formatMoment } from '#web/moment.ts';

const isWide = '(width >= 48rem)';

/** What is being paid, for what, and until when. */
export function PaymentSummary({ payment }: { payment: CallAnswer<'getSandboxPayment'>['data'] }) {
  const { shopName, amount, orderId, lines, expiresAt } = payment;
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <section aria-label="What you pay">
      <p className="text-ink-soft">Pay {shopName}</p>
      <p className="font-display text-2xl font-bold tabular-nums">{formatPaise(paiseOf(amount))}</p>
      <p className="mt-1 text-sm text-ink-soft">
        Order {orderId} · open until {formatMoment(expiresAt)}
      </p>
      {/* Whoever pays on a telephone came for the card; the list is a tap away. */}
      <details className="group mt-4" open={window.matchMedia(isWide).matches}>
        <summary className="inline-flex min-h-11 list-none items-center gap-1 rounded-md text-sm font-semibold [&::-webkit-details-marker]:hidden">
          {pieces} {pieces === 1 ? 'item' : 'items'}
          <ChevronDown
            aria-hidden="true"
            className="size-4 text-ink-soft transition-transform duration-(--brief) group-open:rotate-180"
          />
        </summary>
        <ul className="divide-y divide-line">
          {lines.map(({ name, quantity, amount: lineAmount }, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change their places.
            <li key={position} className="flex justify-between gap-4 py-2.5 text-sm">
              <span className="min-w-0 wrap-anywhere">
                {name} <span className="whitespace-nowrap text-ink-soft">× {quantity}</span>
              </span>
              <span className="flex-none font-semibold tabular-nums">{formatPaise(paiseOf(lineAmount))}</span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
