import { useState } from 'react';
import type { BoardOrder } from '#contract/order-board.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useFocusOnOpening } from '../use-focus-on-opening.ts';
import { ReasonField } from './reason-field.tsx';

interface CancelDialogProps {
  orders: readonly BoardOrder[];
  onCancelOrders: (reason: string) => void;
  onClose: () => void;
}

const reasons = [
  'The shopper asked for it',
  'Not in stock',
  'Address cannot be reached',
  'Nobody to deliver',
  'Suspected misuse',
];

/** Asks why orders are cancelled; the shopper reads it. */
export function CancelDialog({ orders, onCancelOrders, onClose }: CancelDialogProps) {
  const field = useFocusOnOpening(true);
  const [reason, setReason] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const [first] = orders;
  const isEmpty = reason.trim() === '';
  const isPaid = orders.some(({ payment_status }) => payment_status === 'PAID');
  return (
    <Dialog
      title={orders.length === 1 ? `Cancel ${first?.orderId}` : `Cancel ${orders.length} orders`}
      onClose={onClose}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isEmpty) return onCancelOrders(reason.trim());
          setIsAsked(true);
          field.current?.focus();
        }}
      >
        <p className="mb-4">
          The pieces go back on sale{isPaid ? ', what was paid is refunded,' : ''} and the shopper is told
          why. This cannot be undone.
        </p>
        <ReasonField
          ref={field}
          label="Reason"
          reasons={reasons}
          reason={reason}
          onChange={setReason}
          error={isAsked && isEmpty ? 'Please say why it is cancelled.' : undefined}
        />
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Keep
          </Button>
          <Button variant="danger" type="submit">
            {orders.length === 1 ? 'Cancel order' : `Cancel ${orders.length} orders`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
