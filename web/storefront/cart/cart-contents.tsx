import { Link } from 'react-router';
import { formatPaise } from '#contract/rules/money.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CartLineRow } from './cart-line-row.tsx';
import { type Cart, refreshCart } from './cart-store.ts';
import { EmptyBasket } from './empty-basket.tsx';

interface CartContentsProps {
  cart: Cart;
  /** The shopper follows a link of the cart. */
  onLeave?: () => void;
}

/** The lines of the cart, or what stands there while there are none; shared by drawer and page. */
export function CartContents({ cart, onLeave }: CartContentsProps) {
  if (cart.entries.length > 0) {
    return (
      <ul className="divide-y divide-line">
        {cart.entries.map((entry) => (
          <CartLineRow key={entry.product._id} entry={entry} onLeave={onLeave} />
        ))}
      </ul>
    );
  }
  if (cart.isReady) return <EmptyCart onLeave={onLeave} />;
  if (cart.isUnreachable) {
    return (
      <EmptyState title="Your cart is out of reach" action={<Button onClick={refreshCart}>Try again</Button>}>
        The shop could not be reached. Nothing in your cart is lost.
      </EmptyState>
    );
  }
  return <CartSkeleton />;
}

function EmptyCart({ onLeave }: { onLeave: (() => void) | undefined }) {
  return (
    <EmptyState
      art={<EmptyBasket />}
      title="Your cart is empty"
      action={
        <Link to="/" onClick={onLeave} className={buttonClass()}>
          Shop Now
        </Link>
      }
    >
      Fill it with something fresh. It will be with you in 10 minutes.
    </EmptyState>
  );
}

function CartSkeleton() {
  return (
    <div className="space-y-6 py-3" aria-busy="true">
      {['first', 'second', 'third'].map((key) => (
        <div key={key} className="flex gap-3">
          <Skeleton className="size-16 rounded-lg" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-4 w-3/4" />
            <Skeleton className="h-4 w-1/3" />
          </div>
          <Skeleton className="h-9 w-22" />
        </div>
      ))}
    </div>
  );
}

/** 'Your total savings ₹N'; nothing when nothing is saved. */
export function SavingsPill({ savingsPaise }: { savingsPaise: number }) {
  if (savingsPaise === 0) return null;
  return (
    <p className="flex justify-between gap-4 rounded-md bg-leaf-soft px-4 py-2.5 text-sm font-semibold text-leaf">
      <span>Your total savings</span> <span className="tabular-nums">{formatPaise(savingsPaise)}</span>
    </p>
  );
}
