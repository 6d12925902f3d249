import { type RefObject, useState } from 'react';
import type { BoardOrder } from '#contract/order.ts';
import { useInitialFocus } from '#web/admin/focus.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { isPartlyPicked, type TargetStatus } from './order-status.ts';
import type { OrderConfirmation } from './use-order-actions.ts';

interface ReasonFieldProps {
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  reasons: readonly string[];
  reason: string;
  onChange: (reason: string) => void;
  error?: string | undefined;
  maxLength?: number;
}

/** Reason: free text, or one of the suggestions. */
export function ReasonField({
  ref,
  label,
  reasons,
  reason,
  onChange,
  error,
  maxLength = 200,
}: ReasonFieldProps) {
  return (
    <div>
      <Field
        ref={ref}
        label={label}
        value={reason}
        error={error}
        maxLength={maxLength}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
      <ul aria-label="Suggested reasons" className="mt-3 flex flex-wrap gap-2">
        {reasons.map((usual) => (
          <li key={usual}>
            <button
              type="button"
              aria-pressed={reason === usual}
              onClick={() => onChange(usual)}
              className="min-h-11 rounded-md border border-line bg-surface px-3 text-sm font-semibold hover:bg-sunken aria-pressed:border-leaf aria-pressed:bg-leaf-soft"
            >
              {usual}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface CancelDialogProps {
  orders: readonly BoardOrder[];
  onCancelOrders: (reason: string) => void;
  onClose: () => void;
}

const reasons = [
  'Requested by the shopper',
  'Out of stock',
  'Address not reachable',
  'No delivery staff available',
  'Suspected fraud',
];

/** Asks for the cancellation reason, which the shopper sees. */
function CancelDialog({ orders, onCancelOrders, onClose }: CancelDialogProps) {
  const field = useInitialFocus(true);
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
          The items are restocked{isPaid ? ', the payment is refunded' : ''} and the shopper sees the reason.
          This can't be undone.
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
            Keep order
          </Button>
          <Button variant="danger" type="submit">
            {orders.length === 1 ? 'Cancel order' : `Cancel ${orders.length} orders`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface OrderConfirmDialogsProps {
  question: OrderConfirmation | null;
  onTake: (to: TargetStatus, reason?: string) => void;
  onLeave: () => void;
}

/** Confirmations before a status change. */
export function OrderConfirmDialogs({ question, onTake, onLeave }: OrderConfirmDialogsProps) {
  if (question === null) return null;
  const { orders, to } = question;
  if (question.kind === 'cancel') {
    return <CancelDialog orders={orders} onCancelOrders={(reason) => onTake(to, reason)} onClose={onLeave} />;
  }
  const halves = orders.filter(isPartlyPicked);
  const [first] = halves;
  return (
    <ConfirmDialog
      title="Some items are not picked"
      question={
        halves.length === 1
          ? `Some items of ${first?.orderId} are not picked yet. Hand it over anyway?`
          : `Some items of ${halves.length} orders are not picked yet. Hand them over anyway?`
      }
      confirmLabel="Hand over"
      cancelLabel="Cancel"
      onConfirm={() => onTake(to)}
      onCancel={onLeave}
    />
  );
}
