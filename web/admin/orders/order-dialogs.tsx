import { type ReactNode, useEffect, useRef } from 'react';
import { FormAlert } from '#web/admin/load-error.tsx';
import type { Outcome } from '#web/api/client.ts';
import { type ApiFormOptions, useApiForm } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { isPartlyPicked } from './order-status.ts';
import type { OrderTransitions } from './use-order-actions.ts';

interface ReasonDialogProps<Answer> {
  title: string;
  /** Explanation above the field. */
  children: ReactNode;
  /** Field of the API input. */
  name: 'reason' | 'how';
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
  useEffect(() => {
    // On a touch screen the keyboard would cover the suggestions.
    if (!matchMedia('(pointer: coarse)').matches) field.current?.querySelector('input')?.focus();
  }, []);
  const text = form.watch(name);
  return (
    <Dialog title={title} onClose={onClose}>
      <form {...form.formProps} className="space-y-4">
        <p>{children}</p>
        <div ref={field}>
          <Field label={label} autoComplete="off" {...form.fieldProps(name)} />
          <ul aria-label="Suggestions" className="mt-3 flex flex-wrap gap-2">
            {suggestions.map((suggestion) => (
              <li key={suggestion}>
                <button
                  type="button"
                  aria-pressed={text === suggestion}
                  onClick={() =>
                    form.setValue(name, suggestion, { shouldValidate: form.formState.isSubmitted })
                  }
                  className="min-h-11 rounded-md border border-line bg-surface px-3 text-sm font-semibold hover:bg-sunken aria-pressed:border-leaf aria-pressed:bg-leaf-soft"
                >
                  {suggestion}
                </button>
              </li>
            ))}
          </ul>
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

const cancellationReasons = [
  'Requested by the shopper',
  'Out of stock',
  'Address not reachable',
  'No delivery staff available',
  'Suspected fraud',
];

type OrderConfirmDialogsProps = Pick<OrderTransitions, 'confirmation' | 'confirm' | 'dismissConfirmation'>;

/** Confirmations before a status change. The shopper sees the reason of a cancellation. */
export function OrderConfirmDialogs(props: OrderConfirmDialogsProps) {
  const { confirmation, confirm, dismissConfirmation } = props;
  if (confirmation === null) return null;
  const { orders, to } = confirmation;
  if (to === 'CANCELLED') {
    const [subject, button] =
      orders.length === 1
        ? [orders[0]?.orderId, 'Cancel order']
        : [`${orders.length} orders`, `Cancel ${orders.length} orders`];
    const isPaid = orders.some(({ payment_status }) => payment_status === 'PAID');
    return (
      <ReasonDialog
        title={`Cancel ${subject}`}
        name="reason"
        label="Reason"
        suggestions={cancellationReasons}
        confirmLabel={button}
        cancelLabel="Keep order"
        isDangerous
        loadSchema={() => import('#contract/order.ts').then(({ changeOrders }) => changeOrders.input)}
        toInput={(reason) => ({ ids: orders.map(({ _id }) => _id), to, ...(reason !== '' && { reason }) })}
        send={async (reason) => ({ isOk: true, response: reason })}
        onSuccess={confirm}
        onClose={dismissConfirmation}
      >
        The items are restocked{isPaid ? ', the payment is refunded' : ''} and the shopper sees the reason.
        This can't be undone.
      </ReasonDialog>
    );
  }
  const partly = orders.filter(isPartlyPicked);
  return (
    <ConfirmDialog
      title="Some items are not picked"
      question={
        partly.length === 1
          ? `Some items of ${partly[0]?.orderId} are not picked yet. Hand it over anyway?`
          : `Some items of ${partly.length} orders are not picked yet. Hand them over anyway?`
      }
      confirmLabel="Hand over"
      onConfirm={() => confirm()}
      onClose={dismissConfirmation}
    />
  );
}
