import { useState } from 'react';
import type { BoardOrder } from '#contract/order-board.ts';
import { formatPaise, productPricePaise } from '#contract/rules/money.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormProblem } from '../form-problem.tsx';
import { useFocusOnOpening } from '../use-focus-on-opening.ts';
import { ReasonField } from './reason-field.tsx';

interface TakeOffDialogProps {
  order: BoardOrder;
  line: BoardOrder['items'][number];
  /** Gives why it was refused, or null when it is done. */
  onTakeOff: (reason: string) => Promise<ApiError | null>;
  onClose: () => void;
}

const reasons = ['Not on the shelf', 'Damaged', 'Past its date'];

/** Asks before a line that cannot be picked leaves an order and its bill. */
export function TakeOffDialog({ order, line, onTakeOff, onClose }: TakeOffDialogProps) {
  const field = useFocusOnOpening(true);
  const [reason, setReason] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const amount = formatPaise(productPricePaise(line) * line.quantity);
  async function takeOff() {
    setIsBusy(true);
    const refused = await onTakeOff(reason.trim());
    setIsBusy(false);
    if (refused === null) onClose();
    else setRefusal(refused.message);
  }
  return (
    <Dialog title="Cannot be picked" onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void takeOff();
        }}
      >
        <p>
          <b className="wrap-anywhere">
            {line.quantity} × {line.name}
          </b>{' '}
          leaves {order.orderId}.{' '}
          {order.payment_status === 'PAID' ? `${amount} is refunded.` : `The bill is ${amount} less.`} This
          cannot be undone.
        </p>
        <ReasonField
          ref={field}
          label="Reason (if you like)"
          reasons={reasons}
          reason={reason}
          onChange={setReason}
        />
        <FormProblem text={refusal} />
        <div className="flex flex-wrap justify-end gap-3 pt-2">
          <Button variant="quiet" onClick={onClose}>
            Keep
          </Button>
          <Button variant="danger" type="submit" isBusy={isBusy}>
            Take off
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
