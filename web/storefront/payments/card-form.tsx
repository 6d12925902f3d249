import { CreditCard, Lock } from 'lucide-react';
import { type ChangeEvent, useState } from 'react';
import { formatPaise } from '#contract/base/money.ts';
import { toErrorMessage } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { t } from '#web/texts/t.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';

interface CardFormProps {
  id: string;
  amountPaise: number;
  cancelUrl: string;
  /** Called when the payment is not open any more. */
  onClosed: () => void;
}

/** The card form and the test cards that fill it in. */
export function CardForm({ id, amountPaise, cancelUrl, onClosed }: CardFormProps) {
  const [isLeaving, setIsLeaving] = useState(false);
  const form = useApiForm({
    defaultValues: emptyCard,
    loadSchema: () =>
      import('#contract/payments/payment.ts').then(({ paySandboxPayment }) => paySandboxPayment.input),
    toInput: (card) => ({ id, ...card }),
    send: (card) => callApi('paySandboxPayment', { id, ...card }),
    onSuccess({ data }) {
      setIsLeaving(true);
      window.location.assign(data.successUrl);
    },
    onError({ code }) {
      const isClosed = code === 'PAYMENT_OVER' || code === 'NOT_FOUND';
      if (isClosed) onClosed();
      return isClosed;
    },
    toErrorText: toErrorMessage,
  });
  const isBusy = form.isBusy || isLeaving;

  function field(name: keyof CardInput) {
    const { onChange, ...props } = form.fieldProps(name);
    return {
      ...props,
      onChange(event: ChangeEvent<HTMLInputElement>) {
        event.target.value = formatters[name](event.target.value);
        form.clearErrors('root');
        void onChange(event);
      },
      // The browser must not offer real cards here.
      autoComplete: 'off',
      required: true,
    };
  }

  return (
    <div className="space-y-6">
      <TestCards onTake={(card) => form.reset(card)} isBusy={isBusy} />
      <form {...form.formProps} className="space-y-4" aria-label={t('payment.card')}>
        <Field
          label={t('payment.cardNumber')}
          inputMode="numeric"
          placeholder="1234 1234 1234 1234"
          {...field('number')}
        />
        <div className="grid grid-cols-2 gap-4">
          <Field
            label={t('payment.validUntil')}
            inputMode="numeric"
            placeholder={t('payment.expiryFormat')}
            {...field('expiry')}
          />
          <Field
            label={t('payment.securityCode')}
            inputMode="numeric"
            placeholder={t('payment.securityCodeFormat')}
            {...field('securityCode')}
          />
        </div>
        <Field label={t('payment.nameOnCard')} maxLength={100} {...field('name')} />
        <FormAlert>{form.error}</FormAlert>
        <Button type="submit" isWide isBusy={isBusy}>
          {!isBusy && <Lock aria-hidden="true" className="size-4" />}
          {t('checkout.pay', { amount: formatPaise(amountPaise) })}
        </Button>
        <a href={cancelUrl} className={buttonClass('quiet', true)}>
          {t('payment.cancel')}
        </a>
      </form>
    </div>
  );
}

function TestCards({ onTake, isBusy }: { onTake: (card: CardInput) => void; isBusy: boolean }) {
  return (
    <section aria-labelledby="test-cards">
      <h2 id="test-cards" className="text-base font-bold">
        {t('payment.testCards')}
      </h2>
      <p className="text-sm text-ink-soft">{t('payment.testCardsHint')}</p>
      <ul className="mt-3 grid gap-2">
        {testCards.map(({ outcome, tone, card }) => (
          <li key={card.number}>
            <button
              type="button"
              disabled={isBusy}
              onClick={() => onTake(card)}
              className="flex min-h-12 w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-4 py-2 text-left transition-colors duration-(--brief) hover:bg-sunken disabled:opacity-50"
            >
              <CreditCard aria-hidden="true" className="size-5 flex-none text-ink-soft" />
              <span className="font-semibold whitespace-nowrap tabular-nums">{card.number}</span>
              <span
                className={`ml-auto text-sm font-semibold ${tone === 'good' ? 'text-leaf' : 'text-danger'}`}
              >
                {outcome}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TestCard {
  outcome: string;
  tone: 'good' | 'bad';
  card: CardInput;
}

export interface CardInput {
  number: string;
  expiry: string;
  securityCode: string;
  name: string;
}

export const emptyCard: CardInput = { number: '', expiry: '', securityCode: '', name: '' };

const numberLength = 16;
const digitsOf = (typed: string, most: number) => typed.replace(/\D/g, '').slice(0, most);

/** `4242 4242 4242 4242` */
export function formatCardNumber(typed: string): string {
  return digitsOf(typed, numberLength).replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** `12/34`; adds the leading zero to a month above 1. */
export function formatExpiry(typed: string): string {
  // Browsers may fill in four digits for the year.
  const [, month, year] = /^\s*(\d{1,2})\s*[/-]\s*(?:20)?(\d{2})\s*$/.exec(typed) ?? [];
  if (month !== undefined && year !== undefined) return `${month.padStart(2, '0')}/${year}`;
  const digits = /^[2-9]/.test(typed.trim()) || /^\s*1\s*\//.test(typed) ? `0${typed.trim()}` : typed;
  return digitsOf(digits, 4).replace(/^(\d{2})(?=\d)/, '$1/');
}

export function formatSecurityCode(typed: string): string {
  return digitsOf(typed, 4);
}

/** Formats what was typed into a field. */
const formatters: Record<keyof CardInput, (typed: string) => string> = {
  number: formatCardNumber,
  expiry: formatExpiry,
  securityCode: formatSecurityCode,
  name: (typed) => typed,
};

const filled = { ...emptyCard, expiry: '12/34', securityCode: '123', name: t('payment.nameOnTestCard') };

/** The cards that the sandbox accepts, and their outcomes. */
const testCards: readonly TestCard[] = [
  { outcome: t('payment.pays'), tone: 'good', card: { ...filled, number: '4242 4242 4242 4242' } },
  { outcome: t('payment.declined'), tone: 'bad', card: { ...filled, number: '4000 0000 0000 0002' } },
  { outcome: t('payment.noFunds'), tone: 'bad', card: { ...filled, number: '4000 0000 0000 9995' } },
];
