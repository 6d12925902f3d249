import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatPaise } from '#contract/base/money.ts';
import { orderAmountDuePaise } from '#contract/ledger/settle-refund.ts';
import { orderPollMs } from '#contract/orders/order-updates.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { toUpiReference } from '#contract/payments/upi.ts';
import { useFocusFallback } from '#web/admin/confirm-call-dialog.tsx';
import { OrdersLink } from '#web/admin/next-steps.tsx';
import { boardKey } from '#web/admin/orders/order-queries.ts';
import { statusLabels } from '#web/admin/orders/order-status.ts';
import { RecordPaymentDialog } from '#web/admin/orders/payment-dialogs.tsx';
import { OrderLink, PagedList, PageHeading, staffMeta } from '#web/admin/page-parts.tsx';
import { usePageNumber } from '#web/admin/url-parameters.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { formatDateTime, useNow } from '#web/base/time.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

const pageSize = 30;
const clockMs = 30_000;

export const meta = staffMeta('Payments');

/** `/dashboard/payments`: orders by UPI, and delivered ones in cash, of which no payment is recorded, oldest first */
export default function PaymentsPage() {
  const [page] = usePageNumber();
  const query = useQuery({
    // A change of an order on the board reads this list again.
    queryKey: [boardKey, 'unpaid', page],
    queryFn: ({ signal }) =>
      callApiOrThrow('listBoard', { status: 'UNPAID', page, limit: pageSize }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: orderPollMs,
    staleTime: 0,
  });
  const now = useNow(clockMs);
  const [recorded, setRecorded] = useState<StaffOrder | null>(null);
  const list = useFocusFallback(recorded !== null, query.data);
  return (
    <>
      <PageHeading title="Payments to confirm" />
      <p className="mb-4 max-w-2xl text-ink-soft">
        Find each amount and reference in the UPI app or the bank statement of the store, and record the
        reference number of the transfer.
      </p>
      <div ref={list} tabIndex={-1} className="rounded-md outline-offset-4">
        <PagedList
          label="Payments"
          query={query}
          subject="the payments"
          empty={
            <EmptyState title="All payments are recorded" action={<OrdersLink />}>
              Orders that are paid by UPI appear here until you confirm their payment.
            </EmptyState>
          }
        >
          {(orders) => (
            <ul
              aria-label="Payments to confirm"
              className="divide-y divide-line rounded-lg border border-line bg-surface"
            >
              {orders.map((order) => (
                <PaymentRow key={order._id} order={order} now={now} onRecord={() => setRecorded(order)} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
      <CancelledOrders now={now} onRecord={setRecorded} />
      {recorded !== null && <RecordPaymentDialog order={recorded} onClose={() => setRecorded(null)} />}
    </>
  );
}

/** Nothing while there are none. */
function CancelledOrders({ now, onRecord }: { now: number; onRecord: (order: StaffOrder) => void }) {
  const { data } = useQuery({
    queryKey: [boardKey, 'unpaid-cancelled'],
    queryFn: ({ signal }) =>
      callApiOrThrow('listBoard', { status: 'UNPAID_CANCELLED', limit: pageSize }, { signal }),
    refetchInterval: orderPollMs,
    staleTime: 0,
  });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <section aria-labelledby="cancelled-heading" className="mt-8">
      <h2 id="cancelled-heading" className="mb-1 text-lg">
        Cancelled UPI orders of the last 7 days
      </h2>
      <p className="mb-4 max-w-2xl text-ink-soft">
        If the payment arrived all the same, record it: it becomes a refund due.
        {data.totalCount > pageSize && ` These are the newest ${pageSize} of ${data.totalCount}.`}
      </p>
      <ul
        aria-labelledby="cancelled-heading"
        className="divide-y divide-line rounded-lg border border-line bg-surface"
      >
        {data.data.map((order) => (
          <PaymentRow key={order._id} order={order} now={now} onRecord={() => onRecord(order)} />
        ))}
      </ul>
    </section>
  );
}

interface PaymentRowProps {
  order: StaffOrder;
  now: number;
  onRecord: () => void;
}

function PaymentRow({ order, now, onRecord }: PaymentRowProps) {
  const { orderId, shopper, status, payment_method, createdAt, delivery } = order;
  const payer = delivery?.payment === 'UPI' ? delivery.rider : null;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3 sm:p-4">
      <div className="min-w-0 flex-1 basis-56">
        <OrderLink order={order} />
        <p className="text-sm wrap-anywhere text-ink-soft">
          {shopper.name}
          {shopper.mobile !== '' && ` · ${shopper.mobile}`}
        </p>
        <p className="text-sm text-ink-soft">
          {payment_method === 'UPI' || payer !== null ? 'By UPI' : 'In cash'} · {statusLabels[status]}
        </p>
        {payer !== null && <p className="text-sm wrap-anywhere">Paid at the door, says {payer.name}</p>}
      </div>
      <div className="min-w-0 basis-40 text-sm">
        <p className="text-base font-semibold tabular-nums">{formatPaise(orderAmountDuePaise(order))}</p>
        <p className="text-ink-soft">
          Reference <span className="select-all">{toUpiReference(orderId)}</span>
        </p>
        <p className="text-ink-soft" title={formatDateTime(createdAt)}>
          {toAge(now - Date.parse(createdAt))}
        </p>
      </div>
      <Button variant="secondary" onClick={onRecord}>
        <span>
          Record payment<span className="sr-only"> of {orderId}</span>…
        </span>
      </Button>
    </li>
  );
}

/** Such as `12 min ago`, `3 h ago` or `2 days ago`. */
function toAge(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ago`;
  return `${Math.floor(hours / 24)} days ago`;
}
