import { useId } from 'react';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { Field } from '#web/ui/field.tsx';

interface SwitchProps {
  label: string;
  hint?: string;
  isOn: boolean;
  isInvalid?: boolean;
  onChange: (isOn: boolean) => void;
}

export function Switch({ label, hint, isOn, isInvalid = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold">
        <input
          type="checkbox"
          checked={isOn}
          aria-invalid={isInvalid}
          aria-describedby={hint === undefined ? undefined : id}
          onChange={({ target }) => onChange(target.checked)}
          className="size-5 flex-none accent-leaf"
        />
        {label}
      </label>
      {hint !== undefined && (
        <p id={id} className="-mt-1.5 ml-8 text-sm text-ink-soft">
          {hint}
        </p>
      )}
    </div>
  );
}

interface PaymentMethodsEditorProps {
  value: StoreSettings['paymentMethods'];
  error: string | undefined;
  onChange: (value: StoreSettings['paymentMethods']) => void;
}

/** The payment methods that shoppers may choose. */
export function PaymentMethodsEditor({ value, error, onChange }: PaymentMethodsEditorProps) {
  const methods = [
    ['card', 'Card', 'At the payment provider of the store.'],
    ['upi', 'UPI', 'To the UPI id of the store, below.'],
    ['cash', 'Cash on delivery', 'Orders that are placed already stay as they are.'],
  ] as const;
  return (
    <>
      {methods.map(([key, label, hint]) => (
        <Switch
          key={key}
          {...{ label, hint, isOn: value[key], isInvalid: error !== undefined }}
          onChange={(isOn) => onChange({ ...value, [key]: isOn })}
        />
      ))}
      {error !== undefined && <p className="text-sm text-danger">{error}</p>}
    </>
  );
}

interface NotificationsEditorProps {
  value: StoreSettings['notifications'];
  errorOf: (path: string) => string | undefined;
  onChange: (value: StoreSettings['notifications']) => void;
}

/** Which messages the store sends, and from which address. */
export function NotificationsEditor({ value, errorOf, onChange }: NotificationsEditorProps) {
  const switches = [
    ['orderPlacedEmail', 'Email to the shopper: order placed'],
    ['orderStepsEmail', 'Email to the shopper: on its way, delivered'],
    ['orderStepsPush', 'Notification to the shopper: steps of the order'],
    ['newOrderPush', 'Notification to staff: new order'],
  ] as const;
  return (
    <>
      {switches.map(([key, label]) => (
        <Switch
          key={key}
          {...{ label, isOn: value[key] }}
          onChange={(isOn) => onChange({ ...value, [key]: isOn })}
        />
      ))}
      <p className="text-sm text-ink-soft">
        Emails about accounts, cancellations and refunds are always sent.
      </p>
      <div className="grid max-w-lg grid-cols-1 gap-3 sm:grid-cols-2">
        <Field
          label="Daily email about low stock to"
          hint="Each morning, if stock is low. Empty: none."
          type="email"
          value={value.lowStockEmail ?? ''}
          error={errorOf('notifications.lowStockEmail')}
          onChange={({ target }) => onChange({ ...value, lowStockEmail: target.value.trim() || null })}
        />
        <Field
          label="Emails come from"
          hint="An address that the mail server may send from."
          type="email"
          value={value.senderAddress}
          error={errorOf('notifications.senderAddress')}
          onChange={({ target }) => onChange({ ...value, senderAddress: target.value })}
        />
        <Field
          label="Name of the sender"
          hint="Empty: the name of the store."
          maxLength={60}
          value={value.senderName}
          error={errorOf('notifications.senderName')}
          onChange={({ target }) => onChange({ ...value, senderName: target.value })}
        />
      </div>
    </>
  );
}
