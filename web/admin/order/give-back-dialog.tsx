import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BoardOrder } from '#contract/order-board.ts';
import { formatPaise, paiseOf } from '#contract/rules/money.ts';
import { callApi } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { showToast } from '#web/ui/toast.ts';
import { FormProblem } from '../form-problem.tsx';
import { useFocusOnOpening } from '../use-focus-on-opening.ts';
import { readBoardAgain, readOrderAgain, showOrders } from './board-data.ts';
import { ReasonField } from './reason-field.tsx';

interface GiveBackDialogProps {
  order: BoardOrder;
  onClose: () => void;
}

const ways = ['UPI', 'Bank transfer', 'In cash'];
const longestWay = 120;

/** Asks how somebody gave back what the card did not take; the shopper reads it. */
export function GiveBackDialog({ order, onClose }: GiveBackDialogProps) {
  const queries = useQueryClient();
  const field = useFocusOnOpening(true);
  const [how, setHow] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  // What they have given back is what stood here when they opened it.
  const [{ owedAmt: amount }] = useState(order);
  const isEmpty = how.trim() === '';

  async function giveBack() {
    setIsAsked(true);
    if (isEmpty) return field.current?.focus();
    setIsBusy(true);
    const outcome = await callApi('settleRefund', { _id: order._id, amount, how: how.trim() });
    setIsBusy(false);
    if (!outcome.isOk) {
      setRefusal(outcome.error.message);
      void readOrderAgain(queries, order._id);
      return;
    }
    showOrders(queries, [outcome.answer.data]);
    // It leaves the list of those that are owed something.
    readBoardAgain(queries);
    showToast('success', `${formatPaise(paiseOf(amount))} noted as given back`);
    onClose();
  }

  return (
    <Dialog title={`${formatPaise(paiseOf(amount))} given back`} onClose={onClose}>
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void giveBack();
        }}
      >
        <p>
          For {order.orderId}, to {order.shopper.name}. Note it here once the money is on its way; nothing is
          sent by itself.
        </p>
        <ReasonField
          ref={field}
          label="How, as the shopper reads it"
          reasons={ways}
          reason={how}
          maxLength={longestWay}
          onChange={setHow}
          error={isAsked && isEmpty ? 'Please say how it was given back.' : undefined}
        />
        <FormProblem text={refusal} />
        <div className="flex flex-wrap justify-end gap-3 pt-2">
          <Button variant="quiet" onClick={onClose}>
            Not yet
          </Button>
          <Button type="submit" isBusy={isBusy}>
            Note it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
