import { useState } from 'react';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import type { CustomerDetails } from '#contract/customers/customer.ts';
import { StaffDialog, toNumber } from '#web/admin/form-parts.tsx';
import { callApi, newRequestId } from '#web/api/client.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';

interface CustomerDialogProps {
  customer: CustomerDetails;
  onDone: (customer: CustomerDetails) => void;
  onClose: () => void;
}

/** Adds store credit, or takes some back. */
export function CreditDialog({ customer, onDone, onClose }: CustomerDialogProps) {
  // A repeated request of one dialog adds nothing.
  const [key] = useState(newRequestId);
  const toInput = ({ amount, reason }: { amount: string; reason: string }) => ({
    _id: customer._id,
    amount: toNumber(amount),
    reason,
  });
  const form = useApiForm({
    defaultValues: { amount: '', reason: '' },
    loadSchema: () =>
      import('#contract/customers/customer.ts').then(({ grantStoreCredit }) => grantStoreCredit.input),
    toInput,
    send: (values) => callApi('grantStoreCredit', toInput(values), { idempotencyKey: key }),
    onSuccess({ data }) {
      showToast('success', `Store credit is now ${formatPaise(toPaise(data.creditAmt))}`);
      onDone(data);
    },
  });
  return (
    <StaffDialog title="Change store credit" form={form} submitLabel="Change" onClose={onClose}>
      <p className="wrap-anywhere">
        {customer.name} has {formatPaise(toPaise(customer.creditAmt))}.
      </p>
      <Field
        label="Amount (₹)"
        hint="Use a minus sign to take credit back"
        inputMode="text"
        autoComplete="off"
        {...form.fieldProps('amount')}
      />
      <Field label="Reason" hint="Shown to the customer" autoComplete="off" {...form.fieldProps('reason')} />
    </StaffDialog>
  );
}

/** Blocks a customer with a reason. */
export function BlockDialog({ customer, onDone, onClose }: CustomerDialogProps) {
  const toInput = ({ reason }: { reason: string }) => ({
    _id: customer._id,
    isBlocked: true,
    ...(reason.trim() !== '' && { reason }),
  });
  const form = useApiForm({
    defaultValues: { reason: '' },
    loadSchema: () =>
      import('#contract/customers/customer.ts').then(({ blockCustomer }) => blockCustomer.input),
    toInput,
    send: (values) => callApi('blockCustomer', toInput(values)),
    onSuccess({ data, message }) {
      showToast('success', message);
      onDone(data);
    },
  });
  return (
    <StaffDialog
      title={`Block ${customer.name}?`}
      form={form}
      submitLabel="Block"
      isDangerous
      onClose={onClose}
    >
      <p>
        The account can still log in and browse, and places no orders until you unblock it. Orders that are
        placed stay.
      </p>
      <Field label="Reason" hint="For staff only" autoComplete="off" {...form.fieldProps('reason')} />
    </StaffDialog>
  );
}
