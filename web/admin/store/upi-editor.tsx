import type { StoreSettings } from '#contract/store/store-settings.ts';
import { Field } from '#web/ui/field.tsx';

interface UpiEditorProps {
  upi: StoreSettings['upi'];
  errorOf: (path: string) => string | undefined;
  onChange: (upi: StoreSettings['upi']) => void;
}

/** The UPI account of the store. Without an id shoppers cannot pay by UPI. */
export function UpiEditor({ upi, errorOf, onChange }: UpiEditorProps) {
  const change = (changed: Partial<NonNullable<StoreSettings['upi']>>) => {
    const next = { vpa: '', payeeName: '', ...upi, ...changed };
    onChange(next.vpa.trim() === '' && next.payeeName.trim() === '' ? null : next);
  };
  return (
    <div className="grid max-w-lg grid-cols-1 gap-3 sm:grid-cols-2">
      <Field
        label="UPI id of the store"
        hint="Such as store@okbank. Empty: no payments by UPI."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={upi?.vpa ?? ''}
        error={errorOf('upi.vpa')}
        onChange={({ target }) => change({ vpa: target.value })}
      />
      <Field
        label="Name of the payee"
        hint="Shown in the UPI app of the shopper"
        autoComplete="off"
        maxLength={50}
        value={upi?.payeeName ?? ''}
        error={errorOf('upi.payeeName')}
        onChange={({ target }) => change({ payeeName: target.value })}
      />
    </div>
  );
}
