import { CreditCard } from 'lucide-react';
import type { CardInput } from './card-input.ts';
import { testCards } from './test-cards.ts';

/** The test cards; a tap fills the form in. */
export function TestCards({ onTake, isBusy }: { onTake: (card: CardInput) => void; isBusy: boolean }) {
  return (
    <section aria-labelledby="test-cards">
      <h2 id="test-cards" className="text-base font-bold">
        Test cards
      </h2>
      <p className="text-sm text-ink-soft">A tap fills one in.</p>
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
