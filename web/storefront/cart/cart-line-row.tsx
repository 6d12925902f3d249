import { Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { formatPaise, paiseOf, productPricePaise } from '#contract/rules/money.ts';
import { productPath } from '#contract/rules/slug.ts';
import '#web/storefront/product-card/product-card.css';
import { tintOf } from '#web/storefront/product-card/tint.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { AddToCart } from './add-to-cart.tsx';
import { removeFromCart } from './cart.ts';
import type { CartEntry, CartNotice } from './cart-line.ts';

interface CartLineRowProps {
  entry: CartEntry;
  /** The shopper goes to the product's page. */
  onLeave?: (() => void) | undefined;
}

/** One product of the cart (an item of a `ul`) with its stepper and what has changed about it. */
export function CartLineRow({ entry: { product, quantity, notices }, onLeave }: CartLineRowProps) {
  const { name, unit, image, hue, stock } = product;
  const pricePaise = productPricePaise(product);
  const fullPaise = paiseOf(product.price);
  return (
    <li className="flex gap-3 py-3">
      <div className="tile size-16 flex-none p-1.5" style={tintOf(hue)}>
        <Picture src={image} alt="" width={64} height={64} sizes="64px" />
      </div>
      <div className="min-w-0 flex-1">
        <Link
          to={productPath(product)}
          onClick={onLeave}
          className="line-clamp-2 text-sm font-semibold wrap-anywhere hover:text-leaf"
        >
          {name}
        </Link>
        <p className="truncate text-sm text-ink-soft">{unit}</p>
        <p className="text-sm font-bold tabular-nums">
          {formatPaise(pricePaise)}
          {fullPaise !== pricePaise && (
            <s className="ml-1.5 font-normal text-ink-soft">{formatPaise(fullPaise)}</s>
          )}
        </p>
        {notices.map((notice) => (
          <Notice key={notice.kind} notice={notice} />
        ))}
      </div>
      <div className="flex flex-none flex-col items-end justify-between">
        {stock === 0 ? (
          <IconButton label={`Remove ${name}`} onClick={() => removeFromCart(product._id)}>
            <Trash2 aria-hidden="true" className="size-5" />
          </IconButton>
        ) : (
          <AddToCart product={product} />
        )}
        <p className="mt-1 text-sm font-semibold tabular-nums">{formatPaise(pricePaise * quantity)}</p>
      </div>
    </li>
  );
}

function Notice({ notice }: { notice: CartNotice }) {
  if (notice.kind === 'PRICE_CHANGED') {
    return (
      <p className="mt-1 text-xs font-semibold text-ink">
        <span className="rounded-sm bg-marigold-soft px-1.5 py-0.5">
          Price changed: <s>{formatPaise(notice.fromPaise)}</s> → {formatPaise(notice.toPaise)}
        </span>
      </p>
    );
  }
  return (
    <p className="mt-1 text-xs font-semibold text-danger">
      {notice.kind === 'OUT_OF_STOCK' ? 'Out of stock' : `Only ${notice.left} left`}
    </p>
  );
}
