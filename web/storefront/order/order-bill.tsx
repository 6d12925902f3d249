import type { Order } from '#contract/order.ts';
import { formatPaise, paiseOf } from '#contract/rules/money.ts';
import { CartBill } from '#web/storefront/cart/cart-bill.tsx';

/** The bill of an order: what is charged, and what went back. */
export function OrderBill({ order }: { order: Order }) {
  const { items, subTotalAmt, totalAmt, refundedAmt } = order;
  const charged = items.filter(({ isTakenOff }) => !isTakenOff);
  return (
    <div>
      <CartBill
        subTotalPaise={paiseOf(subTotalAmt)}
        totalPaise={paiseOf(totalAmt)}
        count={charged.reduce((sum, { quantity }) => sum + quantity, 0)}
      />
      {refundedAmt > 0 && (
        <p className="mt-3 flex justify-between gap-4 text-sm font-semibold text-leaf tabular-nums">
          <span>Refunded to you</span>
          <span>{formatPaise(paiseOf(refundedAmt))}</span>
        </p>
      )}
    </div>
  );
}
