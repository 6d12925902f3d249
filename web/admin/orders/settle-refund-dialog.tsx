import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { FormAlert } from '#web/admin/load-error.tsx';
import { ApiError } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { invalidateBoard, refetchOrder, updateOrderCache } from './order-queries.ts';

/** Where the money is missing on the day sheet, and what the shopper reads unless something else is typed. */
const methods = [
  ['CASH', 'Cash', 'In cash'],
  ['UPI', 'UPI', 'UPI'],
  ['OTHER', 'Other', ''],
] as const;
const message = 'Choose how the money was paid.';
const noMethod = () =>
  new ApiError({ code: 'INVALID_INPUT', status: 400, message, issues: [{ path: 'method', message }] });

interface Values {
  method: (typeof methods)[number][0] | null;
  how: string;
}

interface SettleRefundDialogProps {
  order: StaffOrder;
  onClose: () => void;
}

/** Records how a refund was paid out by hand; the shopper sees it. */
export function SettleRefundDialog({ order, onClose }: SettleRefundDialogProps) {
  const queries = useQueryClient();
  // The amount shown when the dialog opened is the amount paid out.
  const [{ owedAmt: amount }] = useState(order);
  const errorId = useId();
  const form = useApiForm<Values, { data: StaffOrder }>({
    defaultValues: { method: null, how: '' },
    loadSchema: () =>
      import('#contract/orders/staff-order.ts').then(({ settleRefund }) => settleRefund.input),
    toInput: ({ method, how }) => ({ _id: order._id, amount, method, how }),
    send: async ({ method, how }) => {
      // Only if the schema could not be loaded.
      if (method === null) return { isOk: false, error: noMethod() };
      const outcome = await callApi('settleRefund', { _id: order._id, amount, how, method });
      if (!outcome.isOk) void refetchOrder(queries, order._id);
      return outcome;
    },
    onSuccess({ data }) {
      updateOrderCache(queries, [data]);
      // The order leaves the list of refunds due.
      invalidateBoard(queries);
      showToast('success', `${formatPaise(toPaise(amount))} marked as refunded`);
      onClose();
    },
  });
  const error = form.formState.errors.method?.message;
  const { onChange, ...field } = form.register('method');

  function proposeText(text: string) {
    // A text that was typed stays.
    const typed = form.getValues('how').trim();
    if (typed === '' || methods.some(([, , proposed]) => proposed === typed))
      form.setValue('how', text, { shouldValidate: form.formState.isSubmitted && text !== '' });
  }

  return (
    <Dialog title={`${formatPaise(toPaise(amount))} refund`} onClose={onClose}>
      <form {...form.formProps} className="space-y-4">
        <p>
          To {order.shopper.name} for {order.orderId}. Record the refund here once you have sent the money; no
          payment is made automatically.
        </p>
        <fieldset aria-describedby={error === undefined ? undefined : errorId}>
          <legend className="mb-1 text-sm font-semibold">Paid back by</legend>
          <div className="flex flex-wrap gap-2">
            {methods.map(([value, label, text]) => (
              <label
                key={value}
                className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-line px-3 has-checked:border-leaf has-checked:bg-leaf-soft"
              >
                <input
                  type="radio"
                  value={value}
                  className="size-5 accent-leaf"
                  {...field}
                  onChange={(event) => {
                    void onChange(event);
                    proposeText(text);
                  }}
                />
                {label}
              </label>
            ))}
          </div>
          {error !== undefined && (
            <p id={errorId} className="mt-1 text-sm text-danger">
              {error}
            </p>
          )}
        </fieldset>
        <Field
          label="Method, shown to the shopper"
          hint="Such as 'UPI to 98765 43210' or 'Bank transfer'"
          autoComplete="off"
          {...form.fieldProps('how')}
        />
        <FormAlert text={form.error} />
        <div className="flex flex-wrap justify-end gap-3 pt-2">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isBusy={form.isBusy}>
            Mark as refunded
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
