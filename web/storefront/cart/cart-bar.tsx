import { ShoppingCart } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatPaise } from '#contract/base/money.ts';
import { t } from '#web/texts/t.ts';
import { useCart } from './cart-store.ts';

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
  /** Beside something else: an icon with the number of items. */
  isShort?: boolean;
}

export function CartLink({ isPageUsed = false, isShort = false }: CartLinkProps) {
  const { count, totalPaise } = useCart();
  const text = `${t('shell.items', { count })} · ${formatPaise(totalPaise)}`;
  return (
    <Link
      to="/cart"
      prefetch={isPageUsed ? 'viewport' : 'intent'}
      aria-label={isShort ? text : undefined}
      className={`flex h-12 min-w-0 items-center justify-between gap-4 rounded-md bg-leaf font-bold text-on-leaf tabular-nums ${isShort ? 'flex-none px-3' : 'flex-1 px-4'}`}
    >
      <span className="flex min-w-0 items-center gap-2">
        <ShoppingCart aria-hidden="true" className="size-5 flex-none" />
        {isShort ? count : text}
      </span>
      {!isShort && <span className="flex-none">{t('shell.viewCart')}</span>}
    </Link>
  );
}
