import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { typedNumberMaxLength } from '#contract/base/digits.ts';
import { formatPaise, toPaise, toRupees } from '#contract/base/money.ts';
import { orderAmountDuePaise } from '#contract/ledger/settle-refund.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { RadioField, StaffDialog, toNumber } from '#web/admin/form-parts.tsx';
import { callApi } from '#web/api/client.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { may, useMay, useSession } from '#web/session/session.ts';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { invalidateBoard, refetchOrder, updateOrderCache } from './order-queries.ts';

type Method = 'CASH' | 'UPI';
const methods = [
  ['CASH', 'In cash'],
  ['UPI', 'By UPI'],
] as const;
const permissionByMethod = { CASH: 'take-cash', UPI: 'confirm-upi' } as const;

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
  const mayConfirm = useMay('confirm-upi');
  // The amount that was due when the dialog opened, as the shopper paid it.
  const [duePaise] = useState(() => orderAmountDuePaise(order));
  const toInput = ({ method, amount, reference, note }: Values) => ({
    _id: order._id,
    method,
    amount: toNumber(amount),
    ...(method === 'UPI' && { reference }),
    ...(note.trim() !== '' && { note }),
  });
  const form = useApiForm<Values, unknown>({
    defaultValues: {
      method:
        mayConfirm && !(order.payment_method === 'CASH' && order.status !== 'CANCELLED') ? 'UPI' : 'CASH',
      amount: String(toRupees(duePaise)),
      reference: '',
      note: '',
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
    <StaffDialog
      title={`Record payment of ${order.orderId}`}
      form={form}
      submitLabel="Record payment"
      onClose={onClose}
    >
      <p className="tabular-nums">
        {formatPaise(duePaise)} {order.status === 'CANCELLED' ? 'was' : 'is'} to be paid
        {order.status === 'CANCELLED' && '. What was paid becomes a refund due.'}
      </p>
      <PaidFields method={method} register={form.register('method')} fieldProps={form.fieldProps} />
      <Field
        label={isOther ? 'Why another amount was paid' : 'Note (optional)'}
        hint="For staff only"
        autoComplete="off"
        {...form.fieldProps('note')}
      />
    </StaffDialog>
  );
}

interface PaidFieldsProps {
  method: Method;
  register: UseFormRegisterReturn;
  fieldProps: (name: 'amount' | 'reference') => Omit<ComponentProps<typeof Field>, 'label'>;
}

/** How and how much was paid, with the reference of a UPI payment. */
function PaidFields({ method, register, fieldProps }: PaidFieldsProps) {
  const { user } = useSession();
  return (
    <>
      <RadioField
        legend="Paid"
        choices={methods.filter(([each]) => may(user, permissionByMethod[each]))}
        register={register}
      />
      {method === 'UPI' && (
        <Field
          label="UPI reference number"
          hint="12 digits (UTR or RRN), in the message of the bank or in the UPI app"
          inputMode="numeric"
          autoComplete="off"
          maxLength={typedNumberMaxLength}
          {...fieldProps('reference')}
        />
      )}
      <Field label="Amount (₹)" inputMode="decimal" autoComplete="off" {...fieldProps('amount')} />
    </>
  );
}

type Collection = NonNullable<StaffOrder['collection']>;
type Mistake = 'PAID_OTHERWISE' | 'OTHER_ORDER' | 'NOT_PAID';

interface Correction {
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
  const toInput = ({ mistake, orderNumber, method, amount, reference, reason }: Correction) => ({
    _id: order._id,
    paymentId: collection._id,
    refundedAmt,
    reason,
    ...(mistake !== 'NOT_PAID' && {
      payment: {
        ...(mistake === 'OTHER_ORDER' && { orderNumber }),
        method,
        amount: toNumber(amount),
        ...(method === 'UPI' && { reference }),
      },
    }),
  });
  const form = useApiForm<Correction, unknown>({
    defaultValues: {
      mistake: 'PAID_OTHERWISE',
      orderNumber: '',
      reason: '',
      method: collection.method,
      amount: String(collection.amount),
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
    <StaffDialog
      title={`Correct payment of ${order.orderId}`}
      form={form}
      submitLabel="Correct payment"
      onClose={onClose}
    >
      <p className="tabular-nums">
        {formatPaise(toPaise(collection.amount))} {collection.method === 'UPI' ? 'by UPI' : 'in cash'} is
        recorded. It stays visible in the history, and the day sheet of that day changes.
      </p>
      <RadioField legend="What is right" choices={mistakes} register={form.register('mistake')} isColumn />
      {mistake === 'OTHER_ORDER' && (
        <Field
          label="Order number"
          hint="The order that was paid, such as ORD-7K3M9Q2X"
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
        label="Reason for the correction"
        hint="For staff only"
        autoComplete="off"
        {...form.fieldProps('reason')}
      />
    </StaffDialog>
  );
}
