import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EndpointInput } from '#contract/api.ts';
import { formatPaise } from '#contract/base/money.ts';
import { amountDuePaise } from '#contract/ledger/settle-refund.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { callApi } from '#web/api/client.ts';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.ts';
import { ReasonDialog } from './order-dialogs.tsx';
import { invalidateBoard, updateOrderCache } from './order-queries.ts';
import { canRecordPayment } from './order-status.ts';

/** For an order in cash at the door: delivers it without a payment, with a reason. */
export function UnpaidDeliveryButton({ order, isBusy }: { order: StaffOrder; isBusy: boolean }) {
  const queries = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  if (order.status !== 'OUT_FOR_DELIVERY' || order.payment_method !== 'CASH' || !canRecordPayment(order))
    return null;
  const toInput = (reason: string): EndpointInput<'changeOrders'> => ({
    ids: [order._id],
    to: 'DELIVERED',
    allowUnpaid: true,
    reason,
  });
  return (
    <>
      <Button variant="quiet" disabled={isBusy} onClick={() => setIsAsking(true)}>
        Not paid…
      </Button>
      {isAsking && (
        <ReasonDialog
          title={`${order.orderId} was not paid`}
          label="Reason"
          suggestions={['Shopper had no cash', 'Left with a neighbour', 'Pays at the store']}
          submitLabel="Delivered, not paid"
          loadSchema={() =>
            import('#contract/orders/staff-order.ts').then(({ changeOrders }) => changeOrders.input)
          }
          toInput={toInput}
          send={(reason) => callApi('changeOrders', toInput(reason))}
          onSuccess={({ data: { changed, refused } }) => {
            updateOrderCache(queries, changed);
            invalidateBoard(queries);
            const [refusal] = refused;
            if (refusal === undefined) showToast('success', `${order.orderId} delivered, not paid yet`);
            else showToast('error', refusal.message);
            setIsAsking(false);
          }}
          onClose={() => setIsAsking(false)}
        >
          {formatPaise(amountDuePaise(order))} in cash is not recorded as received. The order stays under
          Payments until its payment is recorded.
        </ReasonDialog>
      )}
    </>
  );
}
