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
  /** Beside something else: number above total, as in the header. */
  isShort?: boolean;
}

export function CartLink({ isPageUsed = false, isShort = false }: CartLinkProps) {
  const { count, totalPaise } = useCart();
  const items = t('shell.items', { count });
  return (
    <Link
      to="/cart"
      prefetch={isPageUsed ? 'viewport' : 'intent'}
      className="flex h-12 min-w-0 flex-1 items-center justify-between gap-4 rounded-md bg-leaf px-4 font-bold text-on-leaf tabular-nums"
    >
      <span className="flex min-w-0 items-center gap-3">
        <ShoppingCart aria-hidden="true" className="size-5 flex-none" />
        {isShort ? (
          <span className="min-w-0 text-sm/4.5">
            <span className="block">{items}</span>
            <span className="block">{formatPaise(totalPaise)}</span>
          </span>
        ) : (
          `${items} · ${formatPaise(totalPaise)}`
        )}
      </span>
      {!isShort && <span className="flex-none">{t('shell.viewCart')}</span>}
    </Link>
  );
}
