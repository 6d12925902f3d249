import type { Product } from '#contract/product.ts';
import { formatPaise, paiseOf, productPricePaise } from '#contract/rules/money.ts';
import { Chip } from '#web/ui/chip.tsx';
import { Thumbnail } from '../thumbnail.tsx';

const tileWidths = '(min-width: 1280px) 14rem, (min-width: 768px) 13rem, 44vw';

/** A product as whoever runs the shop looks at it: what it costs, and how many are left. */
export function ProductCard({ product }: { product: Product }) {
  const { name, image, category, unit, price, discount, stock } = product;
  return (
    <li className="flex flex-col overflow-hidden rounded-lg border border-line bg-surface">
      <Thumbnail src={image[0] ?? ''} hue={category[0]?.hue} sizes={tileWidths} />
      <div className="flex flex-1 flex-col p-3">
        <h2 className="line-clamp-2 min-h-10 font-sans text-sm font-semibold tracking-normal">{name}</h2>
        <p className="mb-2 text-sm text-ink-soft">{unit}</p>
        <p className="mb-2 font-bold tabular-nums">
          {formatPaise(productPricePaise(product))}
          {discount > 0 && (
            <s className="ml-2 text-sm font-normal text-ink-soft">
              <span className="sr-only">instead of </span>
              {formatPaise(paiseOf(price))}
            </s>
          )}
        </p>
        <p className="mt-auto">
          {stock === 0 ? <Chip look="bad">Out of stock</Chip> : <Chip>{`${stock} in stock`}</Chip>}
        </p>
      </div>
    </li>
  );
}
