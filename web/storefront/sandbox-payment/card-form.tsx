import { Lock } from 'lucide-react';
import type { ChangeEvent } from 'react';
import { formatPaise } from '#contract/rules/money.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import type { CardField } from './card-input.ts';
import { TestCards } from './test-card-list.tsx';
import { useCardForm } from './use-card-form.ts';

interface CardFormProps {
  id: string;
  amountPaise: number;
  cancelUrl: string;
  onOver: () => void;
}

/** Number, month, code and name of a card, and the test cards that fill them in. */
export function CardForm({ id, amountPaise, cancelUrl, onOver }: CardFormProps) {
  const { form, card, issues, problem, isBusy, type, take, pay } = useCardForm(id, onOver);
  const field = (name: CardField) => ({
    name,
    value: card[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => type(name, event.target.value),
    error: issues[name],
    // Real cards stay out of this page: the browser is not to offer any.
    autoComplete: 'off',
    required: true,
  });
  return (
    <div className="space-y-6">
      <TestCards onTake={take} isBusy={isBusy} />
      <form
        ref={form}
        noValidate
        onSubmit={(event) => void pay(event)}
        className="space-y-4"
        aria-label="Card"
      >
        <Field
          label="Card number"
          inputMode="numeric"
          placeholder="1234 1234 1234 1234"
          {...field('number')}
        />
        <div className="grid grid-cols-2 gap-4">
          <Field label="Valid until" inputMode="numeric" placeholder="MM/YY" {...field('expiry')} />
          <Field label="Security code" inputMode="numeric" placeholder="CVC" {...field('securityCode')} />
        </div>
        <Field label="Name on the card" maxLength={100} {...field('name')} />
        <div role="alert">
          {problem !== undefined && (
            <p className="rounded-md bg-danger-soft px-4 py-3 text-sm font-semibold text-danger">{problem}</p>
          )}
        </div>
        <Button type="submit" isWide isBusy={isBusy}>
          {!isBusy && <Lock aria-hidden="true" className="size-4" />}
          Pay {formatPaise(amountPaise)}
        </Button>
        <a href={cancelUrl} className={buttonClass('quiet', true)}>
          Cancel and go back
        </a>
      </form>
    </div>
  );
}
