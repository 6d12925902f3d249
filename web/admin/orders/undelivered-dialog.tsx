import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EndpointInput } from '#contract/api.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { undeliveredLabels, undeliveredReasons } from '#contract/orders/undelivered.ts';
import { RadioField, StaffDialog } from '#web/admin/form-parts.tsx';
import { callApi } from '#web/api/client.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { invalidateBoard, refetchOrder, updateOrderCache } from './order-queries.ts';

interface UndeliveredProps {
  order: StaffOrder;
}

/** For an order on its way: records that it could not be delivered. */
export function UndeliveredButton({ order, isBusy }: UndeliveredProps & { isBusy: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const mayCancel = useMay('cancel');
  if (order.status !== 'OUT_FOR_DELIVERY') return null;
  const isBack = mayCancel && order.delivery?.returning != null;
  return (
    <>
      <Button
        variant={isBack ? 'primary' : 'quiet'}
        disabled={isBusy}
        className={isBack ? 'flex-1' : ''}
        onClick={() => setIsAsking(true)}
      >
        {isBack ? 'Back at the store…' : 'Could not deliver…'}
      </Button>
      {isAsking && <UndeliveredDialog order={order} onClose={() => setIsAsking(false)} />}
    </>
  );
}

type Reason = EndpointInput<'recordUndelivered'>['reason'];
type Outcome = EndpointInput<'recordUndelivered'>['outcome'];

const reasons = undeliveredReasons.map((reason) => [reason, undeliveredLabels[reason]] as const);
const outcomes = [
  ['RETRY', 'Try again: it stays on the way'],
  ['RETURN', 'Back to the store: the order is cancelled'],
] as const satisfies readonly (readonly [Outcome, string])[];

interface Values {
  reason: Reason;
  outcome: Outcome;
  note: string;
}

function UndeliveredDialog({ order, onClose }: UndeliveredProps & { onClose: () => void }) {
  const queries = useQueryClient();
  const mayCancel = useMay('cancel');
  const lines = order.items.filter(({ isTakenOff }) => !isTakenOff);
  const toWasted = (reason: Reason) => (reason === 'DAMAGED' ? lines.map(({ position }) => position) : []);
  // What the rider has recorded, who brings it back.
  const [defaultValues] = useState<Values>(() => ({
    reason: order.delivery?.returning?.reason ?? 'NOBODY_THERE',
    outcome: mayCancel && order.delivery?.returning != null ? 'RETURN' : 'RETRY',
    note: order.delivery?.returning?.note ?? '',
  }));
  const [wasted, setWasted] = useState<readonly number[]>(() => toWasted(defaultValues.reason));
  // As it was when the dialog opened: an attempt that a colleague has recorded since is found by the server.
  const [attempt] = useState(
    () => order.steps.filter(({ undelivered }) => undelivered !== undefined).length + 1,
  );
  const toInput = ({ reason, outcome, note }: Values) => ({
    _id: order._id,
    attempt,
    reason,
    outcome,
    wastedLines: outcome === 'RETURN' ? [...wasted] : [],
    ...(note.trim() !== '' && { note: note.trim() }),
  });
  const form = useApiForm({
    defaultValues,
    loadSchema: () =>
      import('#contract/orders/staff-order.ts').then(({ recordUndelivered }) => recordUndelivered.input),
    toInput,
    send: (values) => callApi('recordUndelivered', toInput(values)),
    onSuccess({ data }) {
      updateOrderCache(queries, [data]);
      invalidateBoard(queries);
      const done = data.status === 'CANCELLED' ? 'is back at the store' : 'is tried again';
      showToast('success', `${order.orderId} ${done}`);
      onClose();
    },
    onError({ code }) {
      if (code === 'CHANGED_MEANWHILE' || code === 'ORDER_STATUS') void refetchOrder(queries, order._id);
      return false;
    },
  });
  const isReturn = form.watch('outcome') === 'RETURN';
  return (
    <StaffDialog
      title={`${order.orderId} could not be delivered`}
      form={form}
      submitLabel={isReturn ? 'Back to the store' : 'Record'}
      isDangerous={isReturn}
      onClose={onClose}
    >
      <RadioField
        legend="Reason"
        choices={reasons}
        register={form.register('reason')}
        onChoose={(reason) => setWasted(toWasted(reason))}
        error={form.errorOf('reason')}
      />
      <RadioField
        legend="What happens next"
        choices={mayCancel ? outcomes : outcomes.filter(([outcome]) => outcome === 'RETRY')}
        register={form.register('outcome')}
        error={form.errorOf('outcome')}
        isColumn
      />
      {isReturn && (
        <fieldset>
          <legend className="text-sm font-semibold">Thrown away</legend>
          <p className="text-sm text-ink-soft">What is not ticked is in stock again.</p>
          {lines.map(({ position, quantity, name, unit }) => (
            <label key={position} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="checkbox"
                className="size-5 flex-none accent-leaf"
                checked={wasted.includes(position)}
                onChange={({ target }) =>
                  setWasted((before) =>
                    target.checked ? [...before, position] : before.filter((each) => each !== position),
                  )
                }
              />
              <span className="min-w-0 text-sm wrap-anywhere">
                {quantity} × {name}, {unit}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <p className="text-sm text-ink-soft">
        {isReturn ? `${describeMoney(order)} This can't be undone. ` : ''}The shopper gets an email with the
        reason.
      </p>
      <Field label="Note (optional)" hint="For staff only" autoComplete="off" {...form.fieldProps('note')} />
    </StaffDialog>
  );
}

function describeMoney({ collection, payment_status, creditAmt }: StaffOrder): string {
  const credit = creditAmt > 0 ? ' Store credit is given back.' : '';
  if (collection !== null) return `The payment becomes a refund due.${credit}`;
  return payment_status === 'PAID' ? `The payment is refunded.${credit}` : `Nothing is to be paid.${credit}`;
}
