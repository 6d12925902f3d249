import { ShoppingCart } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatPaise } from '#contract/base/money.ts';
import { t } from '#web/texts/t.ts';
import { useCart } from './cart-store.ts';

/** The history state of the checkout when the shopper comes from the bottom bar. */
export const barState = 'bottom bar';

/** A bar at the bottom of small screens. */
export function Bar({ children }: { children: ReactNode }) {
  return (
    <nav
      aria-label={t('shell.cart')}
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-40 flex items-center gap-3 border-t border-line bg-canvas px-(--page-gutter) pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] md:hidden short:static short:flex-wrap"
    >
      {children}
    </nav>
  );
}

interface CartLinkProps {
  /** False while the code of the cart page must not be part of the first load. */
  isPageUsed?: boolean;
  /** `quiet` beside the button of the checkout; `short`, beside ADD, has the number of items only. */
  look?: keyof typeof linkClasses;
}

const linkClasses = {
  wide: 'flex-1 bg-leaf px-4 text-on-leaf',
  quiet: 'flex-1 border border-line bg-surface px-4 text-ink',
  short: 'flex-none bg-leaf px-3 text-on-leaf',
};

export function CartLink({ isPageUsed = false, look = 'wide' }: CartLinkProps) {
  const { unitCount, itemsPaise } = useCart();
  const text = `${t('shell.items', { count: unitCount })} · ${formatPaise(itemsPaise)}`;
  const isShort = look === 'short';
  return (
    <Link
      to="/cart"
      prefetch={isPageUsed ? 'viewport' : 'intent'}
      aria-label={isShort ? text : undefined}
      className={`flex h-12 min-w-0 items-center justify-between gap-4 rounded-md font-bold tabular-nums ${linkClasses[look]}`}
    >
      <span className="flex min-w-0 items-center gap-2">
        <ShoppingCart aria-hidden="true" className="size-5 flex-none" />
        {isShort ? unitCount : <span className="truncate">{text}</span>}
      </span>
      {look === 'wide' && <span className="flex-none">{t('shell.viewCart')}</span>}
    </Link>
  );
}

/** Leads to the checkout, which leads a guest on to the login, and to the cart when the store would refuse it. */
export function CheckoutLink() {
  return (
    <Link
      to="/checkout"
      state={barState}
      prefetch="intent"
      className="flex h-12 flex-none items-center rounded-md bg-leaf px-5 font-bold text-on-leaf"
    >
      {t('checkout.checkout')}
    </Link>
  );
}
