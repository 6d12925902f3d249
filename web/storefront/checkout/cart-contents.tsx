import { Trash2 } from 'lucide-react';
import { type ReactNode, useContext } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatPaise, productPricePaise, toPaise } from '#contract/base/money.ts';
import { productPath } from '#contract/base/slug.ts';
import { linePaise, toPricedQuantity } from '#contract/cart/price-cart.ts';
import { formatGrams } from '#contract/picking/weight.ts';
import { checkoutPath, useSession } from '#web/session/session.ts';
import { AddToCart } from '#web/storefront/cart/add-to-cart.tsx';
import { type CartNotice, type DisplayedLine, toLimitMessage } from '#web/storefront/cart/cart-line.ts';
import { type Cart, refreshCart, setCartQuantity } from '#web/storefront/cart/cart-store.ts';
import { EmptyBasket } from '#web/storefront/cart/empty-basket.tsx';
import { shownNameOf, tileClass, tileHueStyle, tileImageClass } from '#web/storefront/product-card-data.ts';
import { PromisedMinutes } from '#web/storefront/promised-minutes.ts';
import { LineSubstitution, SubstitutionRow } from '#web/storefront/substitution/substitution-row.tsx';
import { langOf, nameOf, t } from '#web/texts/t.ts';
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx';
import { EmptyState, LoadFailed } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Picture } from '#web/ui/picture.tsx';

interface CartContentsProps {
  cart: Cart;
  /** Called when the shopper follows a link of the cart. */
  onLeave?: () => void;
}

/** The lines of the cart, or an empty, error or loading state. */
export function CartContents({ cart, onLeave }: CartContentsProps) {
  if (cart.lines.length > 0) {
    return (
      <>
        <ul className="@container divide-y divide-line">
          {cart.lines.map((entry) => (
            <CartLineRow key={entry.product._id} entry={entry} onLeave={onLeave} />
          ))}
        </ul>
        <SubstitutionRow lines={cart.lines} />
      </>
    );
  }
  if (cart.isLoaded) return <EmptyCart onLeave={onLeave} />;
  if (cart.isUnreachable) {
    return (
      <LoadFailed title={t('cart.failed')} onRetry={refreshCart}>
        {t('cart.nothingLost')}
      </LoadFailed>
    );
  }
  return <CartSkeleton />;
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

export function SavingsPill({ savingsPaise }: { savingsPaise: number }) {
  if (savingsPaise === 0) return null;
  return (
    <p className="flex justify-between gap-4 rounded-md bg-leaf-soft px-4 py-2.5 text-sm font-semibold text-leaf">
      <span>{t('cart.savings')}</span> <span className="tabular-nums">{formatPaise(savingsPaise)}</span>
    </p>
  );
}

interface CartLineRowProps {
  entry: DisplayedLine;
  onLeave?: (() => void) | undefined;
}

function CartLineRow({ entry: { product, quantity, notices }, onLeave }: CartLineRowProps) {
  const { unit, image, hue, stock, stepGrams } = product;
  const pricePaise = productPricePaise(product);
  const fullPaise = toPaise(product.price);
  return (
    // The name has 140 px at least: in a narrow list the stepper is beside the price.
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] grid-rows-[auto_1fr] gap-x-3 py-3 max-[22rem]:gap-x-2">
      <div
        className={`row-span-2 size-16 rounded-lg p-1.5 max-[22rem]:size-12 ${tileClass}`}
        style={tileHueStyle(hue)}
      >
        <Picture src={image} alt="" width={64} height={64} sizes="64px" className={tileImageClass} />
      </div>
      <Link
        to={productPath(product)}
        onClick={onLeave}
        className="col-span-2 -my-1 flex min-h-11 min-w-11 flex-col justify-center hover:text-leaf @min-[22rem]:col-span-1"
      >
        <span lang={langOf(nameOf(product))} className="line-clamp-3 text-sm font-semibold wrap-anywhere">
          {shownNameOf(product)}
        </span>
      </Link>
      <div className="col-start-2 min-w-0">
        <p className="truncate text-sm text-ink-soft">
          {stepGrams === undefined || quantity === 1
            ? unit
            : `${quantity} × ${unit} = ${formatGrams(quantity * stepGrams)}`}
        </p>
        <p className="text-sm font-bold tabular-nums">
          {formatPaise(pricePaise)}
          {fullPaise !== pricePaise && (
            <s className="ml-1.5 font-normal text-ink-soft">{formatPaise(fullPaise)}</s>
          )}
        </p>
        {stepGrams !== undefined && (
          <p className="text-xs text-ink-soft tabular-nums">
            {t('cart.weighed', { price: formatPaise(linePaise(toPricedQuantity({ ...product, quantity }))) })}
          </p>
        )}
        <LineSubstitution productId={product._id} />
        {notices.map((notice) => (
          <Notice key={notice.kind} notice={notice} />
        ))}
      </div>
      <div className="col-start-3 row-start-2 flex flex-col items-end justify-between @min-[22rem]:row-span-2 @min-[22rem]:row-start-1">
        {stock === 0 ? (
          <IconButton
            label={t('cart.removeName', { name: nameOf(product) })}
            onClick={() => setCartQuantity(product, 0)}
          >
            <Trash2 aria-hidden="true" className="size-5" />
          </IconButton>
        ) : (
          <AddToCart product={product} />
        )}
        {quantity > 1 && (
          <p className="mt-1 text-sm font-semibold tabular-nums">
            {formatPaise(linePaise(toPricedQuantity({ ...product, quantity })))}
          </p>
        )}
      </div>
    </li>
  );
}

function Notice({ notice }: { notice: CartNotice }) {
  if (notice.kind === 'PRICE_CHANGED') {
    return (
      <p className="mt-1 text-xs font-semibold text-ink">
        <span className="rounded-sm bg-marigold-soft px-1.5 py-0.5">
          {t('cart.priceChanged')} <s>{formatPaise(notice.fromPaise)}</s> → {formatPaise(notice.toPaise)}
        </span>
      </p>
    );
  }
  return (
    <p className="mt-1 text-xs font-semibold text-danger">
      {notice.kind === 'OUT_OF_STOCK'
        ? toLimitMessage(0)
        : toLimitMessage(notice.left, notice.isMaximumPerOrder)}
    </p>
  );
}

interface ProceedButtonProps {
  /** In paise, what is missing to the minimum of an order. */
  missingPaise: number;
  className: string;
  /** Beside the text. */
  children?: ReactNode;
  /** Called before the page is left. */
  onLeave?: () => void;
}

/**
 * Opens the checkout, or for guests the login, which leads back to the checkout. Below the minimum of an order it says
 * what is missing and leads to the shop.
 */
export function ProceedButton({ missingPaise, className, children, onLeave }: ProceedButtonProps) {
  const navigate = useNavigate();
  const { status } = useSession();
  const proceed = () => {
    onLeave?.();
    if (missingPaise > 0) void navigate('/');
    else if (status === 'guest') void navigate('/login', { state: { from: checkoutPath } });
    else void navigate(checkoutPath);
  };
  return (
    <Button className={className} onClick={proceed}>
      {children}
      <span>
        {missingPaise > 0 ? t('cart.addMore', { missing: formatPaise(missingPaise) }) : t('cart.proceed')}
      </span>
    </Button>
  );
}

/** Shown instead of the lines of an empty cart. */
function EmptyCart({ onLeave }: { onLeave: (() => void) | undefined }) {
  const minutes = useContext(PromisedMinutes);
  return (
    <EmptyState
      art={<EmptyBasket />}
      title={t('cart.empty')}
      action={
        <Link to="/" onClick={onLeave} className={buttonClass()}>
          {t('cart.shopNow')}
        </Link>
      }
    >
      {t('cart.addSomething', { minutes })}
    </EmptyState>
  );
}
