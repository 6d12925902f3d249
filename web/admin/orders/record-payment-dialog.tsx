import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { formatPaise, toPaise, toRupees } from '#contract/base/money.ts';
import { amountDuePaise } from '#contract/ledger/settle-refund.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { FormAlert } from '#web/admin/load-error.tsx';
import { callApi } from '#web/api/client.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { invalidateBoard, refetchOrder, updateOrderCache } from './order-queries.ts';

type Method = 'CASH' | 'UPI';
interface Values {
  method: Method;
  amount: string;
  reference: string;
  note: string;
}

interface RecordPaymentDialogProps {
  order: StaffOrder;
  onClose: () => void;
}

/** Records that an order was paid in cash or by UPI. */
export function RecordPaymentDialog({ order, onClose }: RecordPaymentDialogProps) {
  const queries = useQueryClient();
  // The amount that was due when the dialog opened, as the shopper paid it.
  const [duePaise] = useState(() => amountDuePaise(order));
  const toInput = ({ method, amount, reference, note }: Values) => ({
    ...{ _id: order._id, method },
    amount: /^\d+(?:\.\d+)?$/.test(amount.trim()) ? Number(amount) : Number.NaN,
    ...(method === 'UPI' && { reference }),
    ...(note.trim() !== '' && { note }),
  });
  const form = useApiForm<Values, unknown>({
    defaultValues: {
      method: order.payment_method === 'CASH' && order.status !== 'CANCELLED' ? 'CASH' : 'UPI',
      amount: String(toRupees(duePaise)),
      ...{ reference: '', note: '' },
    },
    loadSchema: () =>
      import('#contract/orders/staff-order.ts').then(({ recordPayment }) => recordPayment.input),
    toInput,
    send: async (values) => {
      const outcome = await callApi('recordPayment', toInput(values));
      if (outcome.isOk) updateOrderCache(queries, [outcome.response.data]);
      else void refetchOrder(queries, order._id);
      return outcome;
    },
    fieldOfCode: { PAYMENT_AMOUNT: 'note', REFERENCE_USED: 'reference' },
    onSuccess() {
      // The order leaves the list of payments to confirm.
      invalidateBoard(queries);
      showToast('success', `Payment of ${order.orderId} recorded`);
      onClose();
    },
  });
  const [method, amount] = form.watch(['method', 'amount']);
  const isOther = amount.trim() !== '' && toPaise(Number(amount)) !== duePaise;
  return (
    <Dialog title={`Record payment of ${order.orderId}`} onClose={onClose}>
      <form {...form.formProps} className="space-y-4">
        <p className="tabular-nums">
          {formatPaise(duePaise)} {order.status === 'CANCELLED' ? 'was' : 'is'} to be paid
          {order.status === 'CANCELLED' && '. What was paid becomes a refund due.'}
        </p>
        <PaidFields method={method} register={form.register('method')} fieldProps={form.fieldProps} />
        <Field
          label={isOther ? 'Why another amount was paid' : 'Note (optional)'}
          hint="For the staff only"
          autoComplete="off"
          {...form.fieldProps('note')}
        />
        <FormAlert text={form.error} />
        <div className="flex flex-wrap justify-end gap-3 pt-2">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isBusy={form.isBusy}>
            Record payment
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface PaidFieldsProps {
  method: Method;
  register: UseFormRegisterReturn;
  fieldProps: (name: 'amount' | 'reference') => Omit<ComponentProps<typeof Field>, 'label'>;
}

/** How and how much was paid, with the reference of a UPI payment. */
export function PaidFields({ method, register, fieldProps }: PaidFieldsProps) {
  return (
    <>
      <fieldset className="flex gap-2">
        <legend className="mb-1 text-sm font-semibold">Paid</legend>
        {(
          [
            ['CASH', 'In cash'],
            ['UPI', 'By UPI'],
          ] as const
        ).map(([value, label]) => (
          <label
            key={value}
            className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-line px-3 has-checked:border-leaf has-checked:bg-leaf-soft"
          >
            <input type="radio" value={value} className="size-5 accent-leaf" {...register} />
            {label}
          </label>
        ))}
      </fieldset>
      {method === 'UPI' && (
        <Field
          label="UPI reference number"
          hint="12 digits (UTR or RRN), in the message of the bank or in the UPI app"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          {...fieldProps('reference')}
        />
      )}
      <Field label="Amount in rupees" inputMode="decimal" autoComplete="off" {...fieldProps('amount')} />
    </>
  );
}
