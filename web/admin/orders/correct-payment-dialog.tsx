import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { FormAlert } from '#web/admin/load-error.tsx';
import { callApi } from '#web/api/client.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { invalidateBoard, refetchOrder, updateOrderCache } from './order-queries.ts';
import { PaidFields } from './record-payment-dialog.tsx';

type Collection = NonNullable<StaffOrder['collection']>;
type Mistake = 'PAID_OTHERWISE' | 'OTHER_ORDER' | 'NOT_PAID';

interface Values {
  mistake: Mistake;
  orderNumber: string;
  method: Collection['method'];
  amount: string;
  reference: string;
  reason: string;
}

const mistakes: readonly (readonly [Mistake, string])[] = [
  ['PAID_OTHERWISE', 'Paid in another way or another amount'],
  ['OTHER_ORDER', 'The payment is for another order'],
  ['NOT_PAID', 'Nothing was paid'],
];

interface CorrectPaymentDialogProps {
  order: StaffOrder;
  collection: Collection;
  onClose: () => void;
}

/** Replaces a payment that was recorded wrongly. The wrong one stays in the ledger with its counter entry. */
export function CorrectPaymentDialog({ order, collection, onClose }: CorrectPaymentDialogProps) {
  const queries = useQueryClient();
  // What was refunded when the dialog opened: the right amount depends on it.
  const [refundedAmt] = useState(order.refundedAmt);
  const toInput = ({ mistake, orderNumber, method, amount, reference, reason }: Values) => ({
    ...{ _id: order._id, paymentId: collection._id, refundedAmt, reason },
    ...(mistake !== 'NOT_PAID' && {
      payment: {
        ...(mistake === 'OTHER_ORDER' && { orderNumber }),
        method,
        amount: /^\d+(?:\.\d+)?$/.test(amount.trim()) ? Number(amount) : Number.NaN,
        ...(method === 'UPI' && { reference }),
      },
    }),
  });
  const form = useApiForm<Values, unknown>({
    defaultValues: {
      ...{ mistake: 'PAID_OTHERWISE', orderNumber: '', reason: '' },
      ...{ method: collection.method, amount: String(collection.amount) },
      reference: collection.reference ?? '',
    },
    loadSchema: () =>
      import('#contract/orders/staff-order.ts').then(({ correctPayment }) => correctPayment.input),
    toInput,
    toFieldPath: (path) => path.replace(/^payment\./, ''),
    send: async (values) => {
      const outcome = await callApi('correctPayment', toInput(values));
      if (outcome.isOk) updateOrderCache(queries, [outcome.response.data]);
      else void refetchOrder(queries, order._id);
      return outcome;
    },
    fieldOfCode: { REFERENCE_USED: 'reference' },
    onSuccess() {
      // The order, or the other one, leaves or joins the list of payments to confirm.
      invalidateBoard(queries);
      showToast('success', `Payment of ${order.orderId} corrected`);
      onClose();
    },
  });
  const mistake = form.watch('mistake');
  return (
    <Dialog title={`Correct payment of ${order.orderId}`} onClose={onClose}>
      <form {...form.formProps} className="space-y-4">
        <p className="tabular-nums">
          {formatPaise(toPaise(collection.amount))} {collection.method === 'UPI' ? 'by UPI' : 'in cash'} is
          recorded. It stays visible in the history, and the day sheet of that day changes.
        </p>
        <fieldset className="space-y-2">
          <legend className="mb-1 text-sm font-semibold">What is right</legend>
          {mistakes.map(([value, label]) => (
            <label
              key={value}
              className="flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-line px-3 has-checked:border-leaf has-checked:bg-leaf-soft"
            >
              <input
                type="radio"
                value={value}
                className="size-5 flex-none accent-leaf"
                {...form.register('mistake')}
              />
              {label}
            </label>
          ))}
        </fieldset>
        {mistake === 'OTHER_ORDER' && (
          <Field
            label="Order number"
            hint="Of the order that was paid, such as ORD-7K3M9Q2X"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={20}
            {...form.fieldProps('orderNumber')}
          />
        )}
        {mistake !== 'NOT_PAID' && (
          <PaidFields
            method={form.watch('method')}
            register={form.register('method')}
            fieldProps={form.fieldProps}
          />
        )}
        <Field
          label="Why it is corrected"
          hint="For the staff only"
          autoComplete="off"
          {...form.fieldProps('reason')}
        />
        <FormAlert text={form.error} />
        <div className="flex flex-wrap justify-end gap-3 pt-2">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isBusy={form.isBusy}>
            Correct payment
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
