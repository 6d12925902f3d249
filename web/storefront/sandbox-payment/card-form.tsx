import { CreditCard, Lock } from 'lucide-react';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { formatPaise } from '#contract/rules/money.ts';
import { callApi } from '#web/api/client.ts';
import { focusFirstIssue, toErrorMessage, toFieldIssues } from '#web/storefront/form-errors.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import {
  type CardField,
  type CardInput,
  cardFields,
  emptyCard,
  formatters,
  validateCard,
} from './card-input.ts';

interface CardFormProps {
  id: string;
  amountPaise: number;
  cancelUrl: string;
  onClosed: () => void;
}

/** The card form and the test cards that fill it in. */
export function CardForm({ id, amountPaise, cancelUrl, onClosed }: CardFormProps) {
  const { form, card, issues, problem, isBusy, type, take, pay } = useCardForm(id, onClosed);
  const field = (name: CardField) => ({
    name,
    value: card[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => type(name, event.target.value),
    error: issues[name],
    // The browser must not offer real cards here.
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

/** `onClosed` is called when the payment is not open any more. */
function useCardForm(id: string, onClosed: () => void) {
  const form = useRef<HTMLFormElement>(null);
  const [card, setCard] = useState<CardInput>(emptyCard);
  const [issues, setIssues] = useState<{ [Field in CardField]?: string | undefined }>({});
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const isUnderway = useRef(false);

  function type(field: CardField, typed: string) {
    setCard((before) => ({ ...before, [field]: formatters[field](typed) }));
    setIssues((before) => ({ ...before, [field]: undefined }));
    setProblem(undefined);
  }

  function take(filled: CardInput) {
    setCard(filled);
    setIssues({});
    setProblem(undefined);
  }

  async function pay(event: FormEvent) {
    event.preventDefault();
    if (isUnderway.current) return;
    const found = validateCard(card);
    setIssues(found);
    if (focusFirstIssue(form.current, cardFields, found)) return;
    isUnderway.current = true;
    setIsBusy(true);
    setProblem(undefined);
    const outcome = await callApi('paySandboxPayment', { id, ...card });
    // Stays busy: the browser is leaving the page.
    if (outcome.isOk) return window.location.assign(outcome.response.data.successUrl);
    isUnderway.current = false;
    setIsBusy(false);
    const { error } = outcome;
    if (error.code === 'PAYMENT_OVER' || error.code === 'NOT_FOUND') return onClosed();
    const refused = toFieldIssues(error, cardFields);
    setIssues(refused);
    if (!focusFirstIssue(form.current, cardFields, refused)) setProblem(toErrorMessage(error));
  }

  return { form, card, issues, problem, isBusy, type, take, pay };
}

function TestCards({ onTake, isBusy }: { onTake: (card: CardInput) => void; isBusy: boolean }) {
  return (
    <section aria-labelledby="test-cards">
      <h2 id="test-cards" className="text-base font-bold">
        Test cards
      </h2>
      <p className="text-sm text-ink-soft">Tap one to fill in the form.</p>
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

const filled = { ...emptyCard, expiry: '12/34', securityCode: '123', name: 'Test Card' };

/** The cards that the sandbox accepts, and their outcomes. */
const testCards: readonly TestCard[] = [
  { outcome: 'Pays', tone: 'good', card: { ...filled, number: '4242 4242 4242 4242' } },
  { outcome: 'Declined', tone: 'bad', card: { ...filled, number: '4000 0000 0000 0002' } },
  { outcome: 'No funds', tone: 'bad', card: { ...filled, number: '4000 0000 0000 9995' } },
];
