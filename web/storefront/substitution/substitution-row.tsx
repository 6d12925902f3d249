import { ChevronRight, Repeat2 } from 'lucide-react';
import { useState } from 'react';
import type { DisplayedLine } from '#web/storefront/cart/cart-line.ts';
import { shownNameOf } from '#web/storefront/product-card-data.ts';
import { t } from '#web/texts/t.ts';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { substitutionTexts, useSubstitution } from './choices.ts';

const SubstitutionDialog = lazyDialog(
  async () => (await import('./substitution-dialog.tsx')).SubstitutionDialog,
);

/** What happens if a product is missing, below the lines of the cart: a button that opens the choice. */
export function SubstitutionRow({ lines }: { lines: readonly DisplayedLine[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const choices = useSubstitution();
  const exceptions =
    choices?.products.filter(({ productId }) => lines.some(({ product }) => product._id === productId)) ?? [];
  return (
    <div className="border-t border-line">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="-mx-1 flex min-h-16 w-[calc(100%+0.5rem)] items-center gap-3 rounded-md px-1 py-2 text-left hover:text-leaf"
      >
        <Repeat2 aria-hidden="true" className="size-5 flex-none text-leaf" />
        <span className="min-w-0 flex-1">
          <span className="block text-sm font-semibold">{t('substitution.title')}</span>
          <span className="block min-h-5 text-sm text-ink-soft">
            {choices !== undefined && substitutionTexts[choices.choice]}
            {exceptions.length > 0 && ` · ${t('substitution.exceptions', { count: exceptions.length })}`}
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 flex-none text-ink-soft" />
      </button>
      {isOpen && <SubstitutionDialog lines={lines} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

/** What happens if this product is missing, if that is not what happens with the others. */
export function LineSubstitution({ productId }: { productId: string }) {
  const own = useSubstitution()?.products.find((each) => each.productId === productId);
  if (own === undefined) return null;
  const choice =
    own.preferred !== null && own.choice === 'SIMILAR'
      ? shownNameOf(own.preferred)
      : substitutionTexts[own.choice];
  return <p className="text-xs text-ink-soft">{t('substitution.ifMissing', { choice })}</p>;
}
