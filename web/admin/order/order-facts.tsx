import { Phone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { BoardOrder } from '#contract/order-board.ts';
import { formatPaise, paiseOf } from '#contract/rules/money.ts';
import { formatMoment } from '#web/moment.ts';
import { Button } from '#web/ui/button.tsx';
import { GiveBackDialog } from './give-back-dialog.tsx';
import { paymentText, stateTexts } from './order-state.ts';
import { useFocusPlace } from './use-focus-place.ts';

/** Where an order goes, how it is paid, and what has happened to it. */
export function OrderFacts({ order }: { order: BoardOrder }) {
  const { shopper, delivery_address: address } = order;
  return (
    <div className="mt-6 space-y-5 border-t border-line pt-5 text-sm">
      <Fact title="Deliver to">
        <p className="font-semibold wrap-anywhere">{shopper.name}</p>
        <address className="break-words not-italic">
          {address.address_line}
          <br />
          {address.city}, {address.state} {address.pincode}
          <br />
          {address.country}
        </address>
        <div className="flex flex-wrap gap-x-4">
          {[...new Set([address.mobile, shopper.mobile])].map(
            (mobile) =>
              mobile && (
                <a
                  key={mobile}
                  href={`tel:${mobile.replace(/\s/g, '')}`}
                  className="inline-flex min-h-11 items-center gap-2 font-semibold text-leaf tabular-nums"
                >
                  <Phone aria-hidden="true" className="size-4" />
                  {mobile}
                </a>
              ),
          )}
        </div>
      </Fact>
      <Fact title="Payment">
        <Payment order={order} />
      </Fact>
      <Fact title="What has happened">
        <Happened order={order} />
      </Fact>
    </div>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-sm font-semibold text-ink-soft">{title}</h3>
      {children}
    </section>
  );
}

function Payment({ order }: { order: BoardOrder }) {
  const { payment_method, status, totalAmt, refundedAmt, owedAmt } = order;
  const total = formatPaise(paiseOf(totalAmt));
  const [isGivingBack, setIsGivingBack] = useState(false);
  const place = useFocusPlace(isGivingBack, order);
  const isDue = payment_method === 'CASH' && status !== 'DELIVERED' && status !== 'CANCELLED';
  return (
    <div ref={place} tabIndex={-1} className="rounded-md outline-offset-4">
      <p className="font-semibold tabular-nums">
        {isDue ? `Collect ${total} in cash` : `${paymentText(order)} · ${total}`}
      </p>
      {refundedAmt > 0 && (
        <p className="text-ink-soft tabular-nums">
          {formatPaise(paiseOf(refundedAmt))} goes back to the shopper
        </p>
      )}
      {owedAmt > 0 && (
        <div className="mt-2 rounded-md bg-danger-soft p-4">
          <p className="mb-3 font-medium text-danger">
            The card did not take {formatPaise(paiseOf(owedAmt))}: the shopper waits for it.
          </p>
          <Button variant="secondary" onClick={() => setIsGivingBack(true)}>
            Given back …
          </Button>
        </div>
      )}
      {isGivingBack && <GiveBackDialog order={order} onClose={() => setIsGivingBack(false)} />}
    </div>
  );
}

const actors = { shopper: 'by the shopper', staff: 'by the staff', shop: '' } as const;

function Happened({ order: { steps } }: { order: BoardOrder }) {
  return (
    <ol className="space-y-2">
      {steps.map(({ status, at, by, reason }, index) => (
        // Steps are only ever added.
        // biome-ignore lint/suspicious/noArrayIndexKey: two of them may be of the same moment
        <li key={index}>
          <p className="flex flex-wrap gap-x-2">
            <span className="font-semibold">{stateTexts[status]}</span>
            <span className="text-ink-soft">
              {formatMoment(at)} {actors[by]}
            </span>
          </p>
          {reason !== null && <p className="wrap-anywhere text-ink-soft">{reason}</p>}
        </li>
      ))}
    </ol>
  );
}
