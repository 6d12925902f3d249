import { Eye, History, Pencil, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import type { Product } from '#contract/product.ts';
import { formatPaise, paiseOf, productPricePaise } from '#contract/rules/money.ts';
import { productPath } from '#contract/rules/slug.ts';
import { stockLevelOf } from '#contract/rules/stock-level.ts';
import { Chip } from '#web/ui/chip.tsx';
import { Thumbnail } from '../thumbnail.tsx';
import type { Action } from './row-actions.tsx';

const tileWidths = '(min-width: 1280px) 14rem, (min-width: 768px) 13rem, 44vw';

interface ProductCardProps {
  product: Product;
  onAct: (action: Action, product: Product) => void;
}

/** A product as whoever runs the shop looks at it: what it costs, how many are left, what can be done with it. */
export function ProductCard({ product, onAct }: ProductCardProps) {
  const { name, image, category, unit, price, discount, stock } = product;
  const corner =
    'inline-flex size-11 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink';
  const action =
    'flex min-h-11 flex-1 items-center justify-center gap-2 text-sm font-semibold transition-colors duration-(--brief) focus-visible:-outline-offset-2';
  return (
    <li className="flex flex-col overflow-hidden rounded-lg border border-line bg-surface">
      <Thumbnail src={image[0] ?? ''} hue={category[0]?.hue} sizes={tileWidths} />
      <div className="flex flex-1 flex-col px-3 pt-3 pb-1">
        <h2
          title={name}
          className="line-clamp-2 min-h-10 font-sans text-sm font-semibold tracking-normal wrap-anywhere"
        >
          {name}
        </h2>
        <p className="mb-2 text-sm text-ink-soft">{unit}</p>
        <p className="mb-1 font-bold tabular-nums">
          {formatPaise(productPricePaise(product))}
          {discount > 0 && (
            <s className="ml-2 text-sm font-normal text-ink-soft">
              <span className="sr-only">instead of </span>
              {formatPaise(paiseOf(price))}
            </s>
          )}
        </p>
        <div className="mt-auto flex flex-wrap items-center justify-between">
          <StockChip stock={stock} />
          <span className="-mr-2 flex">
            <button
              type="button"
              aria-label={`History of ${name}`}
              title="History"
              onClick={() => onAct('history', product)}
              className={corner}
            >
              <History aria-hidden="true" className="size-4" />
            </button>
            <Link
              to={productPath(product)}
              aria-label={`${name} in the shop`}
              title="See it in the shop"
              className={corner}
            >
              <Eye aria-hidden="true" className="size-4" />
            </Link>
          </span>
        </div>
      </div>
      <div className="flex divide-x divide-line border-t border-line">
        <button
          type="button"
          aria-label={`Edit ${name}`}
          onClick={() => onAct('edit', product)}
          className={`${action} rounded-bl-lg text-leaf hover:bg-leaf-soft`}
        >
          <Pencil aria-hidden="true" className="size-4" />
          Edit
        </button>
        <button
          type="button"
          aria-label={`Delete ${name}`}
          onClick={() => onAct('delete', product)}
          className={`${action} rounded-br-lg text-danger hover:bg-danger-soft`}
        >
          <Trash2 aria-hidden="true" className="size-4" />
          Delete
        </button>
      </div>
    </li>
  );
}

function StockChip({ stock }: { stock: number }) {
  const level = stockLevelOf(stock);
  if (level === 'out') return <Chip look="bad">Out of stock</Chip>;
  return (
    <Chip look={level === 'low' ? 'warning' : 'plain'}>
      {level === 'low' ? `Only ${stock} left` : `${stock} in stock`}
    </Chip>
  );
}
