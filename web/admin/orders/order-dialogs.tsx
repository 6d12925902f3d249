import { type ReactNode, useEffect, useRef } from 'react';
import { formatPaise } from '#contract/base/money.ts';
import { amountDuePaise } from '#contract/ledger/settle-refund.ts';
import { staffCancellations } from '#contract/orders/cancellation-messages.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { FormAlert } from '#web/admin/form-parts.tsx';
import type { Outcome } from '#web/api/client.ts';
import { type ApiFormOptions, useApiForm } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { hasUnpickedLines, isUpiUnpaid, pickProgress } from './order-status.ts';
import type { Confirmed, OrderTransitions } from './use-order-actions.ts';

interface ReasonDialogProps<Answer> {
  title: string;
  /** Explanation above the field. */
  children: ReactNode;
  /** Field of the API input. */
  name: 'reason';
  label: string;
  suggestions: readonly string[];
  confirmLabel: string;
  cancelLabel: string;
  isDangerous?: boolean;
  loadSchema: ApiFormOptions<Record<string, string>, Answer>['loadSchema'];
  /** The whole API input. */
  toInput: (text: string) => Record<string, unknown>;
  send: (text: string) => Promise<Outcome<Answer>>;
  onSuccess: (answer: Answer) => void;
  onClose: () => void;
}

/** Dialog with one text: free text, or one of the suggestions. */
export function ReasonDialog<Answer>(props: ReasonDialogProps<Answer>) {
  const { title, children, name, label, suggestions, confirmLabel, cancelLabel, isDangerous = false } = props;
  const { toInput, send, onSuccess, onClose } = props;
  const field = useRef<HTMLDivElement>(null);
  const form = useApiForm<Record<string, string>, Answer>({
    defaultValues: { [name]: '' },
    loadSchema: props.loadSchema,
    toInput: (values) => toInput(values[name]?.trim() ?? ''),
    send: (values) => send(values[name]?.trim() ?? ''),
    onSuccess,
  });
  useEffect(() => focusOnDesktop(field.current), []);
  const text = form.watch(name);
  return (
    <Dialog title={title} onClose={onClose}>
      <form {...form.formProps} className="space-y-4">
        <p>{children}</p>
        <div ref={field}>
          <Field label={label} autoComplete="off" {...form.fieldProps(name)} />
          <Suggestions
            texts={suggestions}
            chosen={text}
            onChoose={(suggestion) =>
              form.setValue(name, suggestion, { shouldValidate: form.formState.isSubmitted })
            }
          />
        </div>
        <FormAlert text={form.error} />
        <div className="flex flex-wrap justify-end gap-3 pt-2">
          <Button variant="quiet" onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button variant={isDangerous ? 'danger' : 'primary'} type="submit" isBusy={form.isBusy}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
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
    <Dialog title={`Cancel ${subject}`} onClose={onClose}>
      <form {...form.formProps} className="space-y-4">
        <p>
          The items are restocked
          {isCollected
            ? ' and the payment becomes a refund due'
            : isPaid
              ? ' and the payment is refunded'
              : ''}
          . This can't be undone.
        </p>
        <div ref={field}>
          <Field label="Reason" hint="For the staff only" autoComplete="off" {...form.fieldProps('reason')} />
          <Suggestions texts={Object.keys(staffCancellations)} chosen={reason} onChoose={chooseReason} />
        </div>
        <Field
          label="Message to the shopper (optional)"
          hint="Shown on the order and in the email"
          autoComplete="off"
          {...form.fieldProps('message')}
        />
        <FormAlert text={form.error} />
        <div className="flex flex-wrap justify-end gap-3 pt-2">
          <Button variant="quiet" onClick={onClose}>
            Keep order
          </Button>
          <Button variant="danger" type="submit" isBusy={form.isBusy}>
            {button}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** On a touch screen the keyboard would cover the suggestions. */
function focusOnDesktop(field: HTMLElement | null): void {
  if (!matchMedia('(pointer: coarse)').matches) field?.querySelector('input')?.focus();
}

type OrderConfirmDialogsProps = Pick<OrderTransitions, 'confirmation' | 'confirm' | 'dismissConfirmation'>;

/** Confirmations before a status change. */
export function OrderConfirmDialogs(props: OrderConfirmDialogsProps) {
  const { confirmation, confirm, dismissConfirmation } = props;
  if (confirmation === null) return null;
  const { orders, to } = confirmation;
  if (to === 'CANCELLED')
    return <CancelDialog orders={orders} onConfirm={confirm} onClose={dismissConfirmation} />;
  if (to === 'DELIVERED') {
    return (
      <ConfirmDialog
        title="Payment not confirmed"
        question={toUnpaidQuestion(orders)}
        confirmLabel="Delivered, confirm later"
        onConfirm={() => confirm({ allowUnpaid: true, reason: 'Delivered before the payment was recorded' })}
        onClose={dismissConfirmation}
      />
    );
  }
  return (
    <ConfirmDialog
      title="Some items are not picked"
      question={toUnpickedQuestion(orders)}
      confirmLabel="Hand over"
      onConfirm={() => confirm({ allowUnpicked: true })}
      onClose={dismissConfirmation}
    />
  );
}

function toUnpaidQuestion(orders: readonly StaffOrder[]): string {
  const [first, ...others] = orders.filter(isUpiUnpaid);
  if (first === undefined) return 'The payment is not recorded. Deliver anyway?';
  const what =
    others.length > 0
      ? `The UPI payments of ${others.length + 1} orders are`
      : `The UPI payment of ${first.orderId}, ${formatPaise(amountDuePaise(first))}, is`;
  return `${what} not confirmed. Record the reference number or the cash first, or deliver and confirm the payment later.`;
}

function toUnpickedQuestion(orders: readonly StaffOrder[]): string {
  const [first, ...others] = orders.filter(hasUnpickedLines);
  if (first === undefined) return 'Hand over anyway?';
  if (others.length > 0)
    return `Items of ${others.length + 1} orders are not picked yet. Hand them over anyway?`;
  const { lines, picked } = pickProgress(first);
  const left = lines - picked;
  const what = left === 1 ? '1 item' : `${left} items`;
  return `${what} of ${first.orderId} ${left === 1 ? 'is' : 'are'} not picked yet. Hand it over anyway?`;
}
