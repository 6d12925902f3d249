import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatPaise } from '#contract/base/money.ts';
import { orderAmountDuePaise } from '#contract/ledger/settle-refund.ts';
import { staffCancellations } from '#contract/orders/cancellation-messages.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { StaffDialog } from '#web/admin/form-parts.tsx';
import type { Outcome } from '#web/api/client.ts';
import { type ApiFormOptions, useApiForm } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { canRecordPayment, hasUnpickedLines, isUpiUnpaid, pickProgress } from './order-status.ts';
import type { Confirmed, OrderTransitions } from './use-order-actions.ts';

interface ReasonDialogProps<Answer> {
  title: string;
  /** Explanation above the field. */
  children: ReactNode;
  label: string;
  suggestions: readonly string[];
  submitLabel: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  loadSchema: ApiFormOptions<{ reason: string }, Answer>['loadSchema'];
  /** The whole API input. */
  toInput: (reason: string) => Record<string, unknown>;
  send: (reason: string) => Promise<Outcome<Answer>>;
  onSuccess: (answer: Answer) => void;
  onClose: () => void;
}

/** Dialog with one text, the field `reason` of the input: free text, or one of the suggestions. */
export function ReasonDialog<Answer>(props: ReasonDialogProps<Answer>) {
  const { children, label, suggestions, loadSchema, toInput, send, onSuccess, ...dialog } = props;
  const field = useRef<HTMLDivElement>(null);
  const form = useApiForm<{ reason: string }, Answer>({
    defaultValues: { reason: '' },
    loadSchema,
    toInput: ({ reason }) => toInput(reason.trim()),
    send: ({ reason }) => send(reason.trim()),
    onSuccess,
  });
  useEffect(() => focusOnDesktop(field.current), []);
  return (
    <StaffDialog {...dialog} form={form}>
      <p>{children}</p>
      <div ref={field}>
        <Field label={label} autoComplete="off" {...form.fieldProps('reason')} />
        <Suggestions
          texts={suggestions}
          chosen={form.watch('reason')}
          onChoose={(suggestion) =>
            form.setValue('reason', suggestion, { shouldValidate: form.formState.isSubmitted })
          }
        />
      </div>
    </StaffDialog>
  );
}

interface SuggestionsProps {
  texts: readonly string[];
  chosen: string | undefined;
  onChoose: (text: string) => void;
}

function Suggestions({ texts, chosen, onChoose }: SuggestionsProps) {
  return (
    <ul aria-label="Suggestions" className="mt-3 flex flex-wrap gap-2">
      {texts.map((text) => (
        <li key={text}>
          <button
            type="button"
            aria-pressed={text === chosen}
            onClick={() => onChoose(text)}
            className="min-h-11 rounded-md border border-line bg-surface px-3 text-sm font-semibold hover:bg-sunken aria-pressed:border-leaf aria-pressed:bg-leaf-soft"
          >
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface CancelDialogProps {
  orders: readonly StaffOrder[];
  onConfirm: (confirmed: Confirmed) => void;
  onClose: () => void;
}

/** Asks for the reason, which stays with the staff, and for the message to the shopper. */
function CancelDialog({ orders, onConfirm, onClose }: CancelDialogProps) {
  const field = useRef<HTMLDivElement>(null);
  const toConfirmed = ({ reason, message }: { reason: string; message: string }): Confirmed => ({
    ...(reason.trim() !== '' && { reason: reason.trim() }),
    ...(message.trim() !== '' && { message: message.trim() }),
  });
  const form = useApiForm({
    defaultValues: { reason: '', message: '' },
    loadSchema: () =>
      import('#contract/orders/staff-order.ts').then(({ changeOrders }) => changeOrders.input),
    toInput: (values) => ({ ids: orders.map(({ _id }) => _id), to: 'CANCELLED', ...toConfirmed(values) }),
    send: async (values) => ({ isOk: true, response: toConfirmed(values) }),
    onSuccess: onConfirm,
  });
  useEffect(() => focusOnDesktop(field.current), []);
  const [reason, message] = form.watch(['reason', 'message']);
  const [subject, button] =
    orders.length === 1
      ? [orders[0]?.orderId, 'Cancel order']
      : [`${orders.length} orders`, `Cancel ${orders.length} orders`];
  const isPaid = orders.some(({ payment_status }) => payment_status === 'PAID');
  const isCollected = orders.some(({ collection }) => collection !== null);

  function chooseReason(chosen: string) {
    form.setValue('reason', chosen, { shouldValidate: form.formState.isSubmitted });
    // A message that was typed stays.
    if (message === '' || message === staffCancellations[reason])
      form.setValue('message', staffCancellations[chosen] ?? '');
  }

  return (
    <StaffDialog
      title={`Cancel ${subject}`}
      form={form}
      submitLabel={button}
      cancelLabel="Keep order"
      isDangerous
      onClose={onClose}
    >
      <p>
        The products are restocked
        {isCollected ? ' and the payment becomes a refund due' : isPaid ? ' and the payment is refunded' : ''}
        . This can't be undone.
      </p>
      <div ref={field}>
        <Field label="Reason" hint="For staff only" autoComplete="off" {...form.fieldProps('reason')} />
        <Suggestions texts={Object.keys(staffCancellations)} chosen={reason} onChoose={chooseReason} />
      </div>
      <Field
        label="Message to the shopper (optional)"
        hint="Shown on the order and in the email"
        autoComplete="off"
        {...form.fieldProps('message')}
      />
    </StaffDialog>
  );
}

/** On a touch screen the keyboard would cover the suggestions. */
function focusOnDesktop(field: HTMLElement | null): void {
  if (!matchMedia('(pointer: coarse)').matches) field?.querySelector('input')?.focus();
}

type OrderConfirmDialogsProps = Pick<
  OrderTransitions,
  'confirmation' | 'confirm' | 'dismissConfirmation' | 'deliverUnpaid'
>;

/** Confirmations before a status change. */
export function OrderConfirmDialogs(props: OrderConfirmDialogsProps) {
  const { confirmation, confirm, dismissConfirmation, deliverUnpaid } = props;
  if (confirmation === null) return null;
  const { orders, to } = confirmation;
  if (to === 'CANCELLED')
    return <CancelDialog orders={orders} onConfirm={confirm} onClose={dismissConfirmation} />;
  if (to === 'DELIVERED') {
    return (
      <PaymentQuestion
        orders={orders}
        onConfirm={() => confirm()}
        onUnpaid={deliverUnpaid}
        onClose={dismissConfirmation}
      />
    );
  }
  return (
    <ConfirmDialog
      title="Some products are not picked"
      question={toUnpickedQuestion(orders)}
      confirmLabel="Hand over"
      onConfirm={() => confirm({ allowUnpicked: true })}
      onClose={dismissConfirmation}
    />
  );
}

interface PaymentQuestionProps {
  orders: readonly StaffOrder[];
  onConfirm: () => void;
  onUnpaid: (order: StaffOrder, reason: string) => void;
  onClose: () => void;
}

/** Asks whether what is due in cash was received, and names UPI payments that are not recorded. */
function PaymentQuestion({ orders, onConfirm, onUnpaid, onClose }: PaymentQuestionProps) {
  const [isUnpaid, setIsUnpaid] = useState(false);
  const inCash = orders.filter((order) => canRecordPayment(order) && !isUpiUnpaid(order));
  const [first, ...others] = inCash;
  if (first === undefined) {
    return (
      <ConfirmDialog
        title="Payment not confirmed"
        question={toUnpaidQuestion(orders)}
        confirmLabel="Delivered, confirm later"
        onConfirm={onConfirm}
        onClose={onClose}
      />
    );
  }
  if (isUnpaid) return <UnpaidDialog order={first} onUnpaid={onUnpaid} onClose={onClose} />;
  const amounts = inCash.map((order) => `${order.orderId}: ${formatPaise(orderAmountDuePaise(order))}`);
  const question = [
    others.length === 0
      ? `In cash, from ${first.shopper.name} for ${first.orderId}.`
      : `In cash, for ${amounts.join(', ')}.`,
    ...(orders.some(isUpiUnpaid) ? [toUnpaidQuestion(orders)] : []),
  ];
  return (
    <ConfirmDialog
      title={`Received ${formatPaise(inCash.reduce((sum, order) => sum + orderAmountDuePaise(order), 0))}?`}
      question={question.join(' ')}
      confirmLabel="Received"
      denyLabel="Not paid…"
      onConfirm={onConfirm}
      {...(orders.length === 1 && { onDeny: () => setIsUnpaid(true) })}
      onClose={onClose}
    />
  );
}

function toUnpaidQuestion(orders: readonly StaffOrder[]): string {
  const [first, ...others] = orders.filter(isUpiUnpaid);
  if (first === undefined) return 'The payment is not recorded. Deliver anyway?';
  const what =
    others.length > 0
      ? `The UPI payments of ${others.length + 1} orders are`
      : `The UPI payment of ${first.orderId}, ${formatPaise(orderAmountDuePaise(first))}, is`;
  return `${what} not confirmed. Record the reference number or the cash first, or deliver and confirm the payment later.`;
}

function toUnpickedQuestion(orders: readonly StaffOrder[]): string {
  const [first, ...others] = orders.filter(hasUnpickedLines);
  if (first === undefined) return 'Hand over anyway?';
  if (others.length > 0)
    return `Products of ${others.length + 1} orders are not picked yet. Hand them over anyway?`;
  const { lines, picked } = pickProgress(first);
  const left = lines - picked;
  const what = left === 1 ? '1 product' : `${left} products`;
  return `${what} of ${first.orderId} ${left === 1 ? 'is' : 'are'} not picked yet. Hand it over anyway?`;
}

interface UnpaidDialogProps {
  order: StaffOrder;
  onUnpaid: (order: StaffOrder, reason: string) => void;
  onClose: () => void;
}

/** For an order in cash at the door: delivers it without a payment, with a reason. */
function UnpaidDialog({ order, onUnpaid, onClose }: UnpaidDialogProps) {
  return (
    <ReasonDialog
      title={`${order.orderId} was not paid`}
      label="Reason"
      suggestions={['Shopper had no cash', 'Left with a neighbour', 'Pays at the store']}
      submitLabel="Delivered, not paid"
      loadSchema={() =>
        import('#contract/orders/staff-order.ts').then(({ changeOrders }) => changeOrders.input)
      }
      toInput={(reason) => ({ ids: [order._id], to: 'DELIVERED', allowUnpaid: true, reason })}
      send={async (reason) => ({ isOk: true, response: reason })}
      onSuccess={(reason) => {
        onUnpaid(order, reason);
        onClose();
      }}
      onClose={onClose}
    >
      {formatPaise(orderAmountDuePaise(order))} in cash is not recorded as received. The order stays under
      Payments until its payment is recorded.
    </ReasonDialog>
  );
}

interface UnpaidDeliveryButtonProps {
  order: StaffOrder;
  isBusy: boolean;
  onUnpaid: (order: StaffOrder, reason: string) => void;
}

/** Opens the dialog for an order on its way that is to be paid in cash. */
export function UnpaidDeliveryButton({ order, isBusy, onUnpaid }: UnpaidDeliveryButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  if (order.status !== 'OUT_FOR_DELIVERY' || order.payment_method !== 'CASH' || !canRecordPayment(order))
    return null;
  return (
    <>
      <Button variant="quiet" disabled={isBusy} onClick={() => setIsAsking(true)}>
        Not paid…
      </Button>
      {isAsking && <UnpaidDialog order={order} onUnpaid={onUnpaid} onClose={() => setIsAsking(false)} />}
    </>
  );
}
