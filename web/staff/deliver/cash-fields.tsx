import { useState } from 'react';
import { t } from '#web/texts/t.ts';
import { Field } from '#web/ui/field.tsx';
import { toChange, toReceivedSuggestions } from './deliveries.ts';
import { inRupees } from './delivery-texts.ts';

interface CashFieldsProps {
  dueAmt: number;
  /** NaN while it is no amount. */
  received: number;
  /** Whether what is missing is shown as an error. */
  isChecked: boolean;
  onReceived: (amount: number) => void;
}

/** How much the shopper gives in cash, and the change. */
export function CashFields({ dueAmt, received, isChecked, onReceived }: CashFieldsProps) {
  const [typed, setTyped] = useState('');
  const suggestions = toReceivedSuggestions(dueAmt);
  const change = toChange(dueAmt, received);
  const isTooLittle = change === null && (typed !== '' || isChecked);

  return (
    <div>
      <fieldset className="grid grid-cols-2 gap-2">
        <legend className="mb-1 text-sm font-semibold">{t('riders.received')}</legend>
        {suggestions.map((amount) => (
          <label
            key={amount}
            className="flex min-h-14 items-center gap-3 rounded-md border border-line bg-surface px-3 tabular-nums has-checked:border-leaf has-checked:bg-leaf-soft"
          >
            <input
              type="radio"
              name="received"
              className="size-6 flex-none accent-leaf"
              checked={typed === '' && amount === received}
              onChange={() => {
                setTyped('');
                onReceived(amount);
              }}
            />
            {amount === dueAmt ? t('riders.exactly', { amount: inRupees(amount) }) : inRupees(amount)}
          </label>
        ))}
      </fieldset>
      <div className="mt-2">
        <Field
          label={t('riders.otherAmount')}
          error={isTooLittle ? t('riders.tooLittle', { amount: inRupees(dueAmt) }) : undefined}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          maxLength={9}
          value={typed}
          onChange={({ target }) => {
            const text = target.value.replace(/[^\d.]/g, '');
            setTyped(text);
            onReceived(text === '' ? dueAmt : toAmount(text));
          }}
        />
      </div>
      <p aria-live="polite" className="mt-3 text-xl font-bold tabular-nums">
        {change === 0
          ? t('riders.noChange')
          : change !== null && t('riders.change', { amount: inRupees(change) })}
      </p>
    </div>
  );
}

/** Rupees with at most two decimals; NaN for another text. */
function toAmount(text: string): number {
  return /^\d+(?:\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN;
}
