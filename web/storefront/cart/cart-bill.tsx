import { formatPaise } from '#contract/rules/money.ts';

interface CartBillProps {
  subTotalPaise: number;
  totalPaise: number;
  count: number;
  title?: string;
}

/** The bill of a cart or an order. Delivery is always free. */
export function CartBill({ subTotalPaise, totalPaise, count, title = 'Bill details' }: CartBillProps) {
  return (
    <section>
      <h2 className="mb-3 text-lg">{title}</h2>
      <dl className="space-y-2 text-sm tabular-nums">
        <div className="flex justify-between gap-4">
          <dt>Items total</dt>
          <dd>
            {subTotalPaise !== totalPaise && (
              <s className="mr-2 text-ink-soft">{formatPaise(subTotalPaise)}</s>
            )}
            {formatPaise(totalPaise)}
          </dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt>Quantity total</dt>
          <dd>{count} item</dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt>Delivery Charge</dt>
          <dd className="font-semibold text-leaf">Free</dd>
        </div>
        <div className="flex justify-between gap-4 border-t border-line pt-3 text-base font-bold">
          <dt>Grand total</dt>
          <dd>{formatPaise(totalPaise)}</dd>
        </div>
      </dl>
    </section>
  );
}
