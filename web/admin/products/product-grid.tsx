import { Eye, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatPaise, productPricePaise, toPaise } from '#contract/base/money.ts';
import { productPath } from '#contract/base/slug.ts';
import { toStockLevel } from '#contract/inventory/stock.ts';
import type { AdminProduct } from '#contract/products/product.ts';
import { CardActions, Thumbnail } from '#web/admin/page-parts.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import type { ProductAction } from './product-row.tsx';
import { StatusChip } from './product-row.tsx';

const tileWidths = '(min-width: 1280px) 14rem, (min-width: 768px) 13rem, 44vw';

interface ProductCardProps {
  product: AdminProduct;
  onAction: (action: ProductAction, product: AdminProduct) => void;
}

function ProductCard({ product, onAction }: ProductCardProps) {
  const { name, image, category, unit, price, stock } = product;
  const corner =
    'inline-flex size-11 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink';
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
        <p className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
          {unit}
          <StatusChip status={product.status} />
        </p>
        <p className="mb-1 font-bold tabular-nums">
          {formatPaise(productPricePaise(product))}
          {productPricePaise(product) < toPaise(price) && (
            <s className="ml-2 text-sm font-normal text-ink-soft">
              <span className="sr-only">instead of </span>
              {formatPaise(toPaise(price))}
            </s>
          )}
        </p>
        <div className="mt-auto flex flex-wrap items-center justify-between">
          <StockChip stock={stock} threshold={product.lowStockThreshold} />
          <span className="-mr-2 flex">
            <button
              type="button"
              aria-label={`History of ${name}`}
              title="History"
              onClick={() => onAction('history', product)}
              className={corner}
            >
              <History aria-hidden="true" className="size-4" />
            </button>
            <Link
              to={productPath(product)}
              aria-label={`View ${name} in store`}
              title="View in store"
              className={corner}
            >
              <Eye aria-hidden="true" className="size-4" />
            </Link>
          </span>
        </div>
      </div>
      <CardActions
        name={name}
        onEdit={() => onAction('edit', product)}
        onDelete={() => onAction('delete', product)}
      />
    </li>
  );
}

function StockChip({ stock, threshold }: { stock: number; threshold: number | null }) {
  const level = toStockLevel(stock, threshold);
  if (level === 'out') return <Chip look="bad">Out of stock</Chip>;
  return (
    <Chip look={level === 'low' ? 'warning' : 'plain'}>
      {level === 'low' ? `Only ${stock} left` : `${stock} in stock`}
    </Chip>
  );
}

interface ProductGridProps {
  products: readonly AdminProduct[];
  isBusy: boolean;
  onAction: (action: ProductAction, product: AdminProduct) => void;
}

export function ProductGrid({ products, isBusy, onAction }: ProductGridProps) {
  return (
    <Grid isBusy={isBusy}>
      {products.map((product) => (
        <ProductCard key={product._id} product={product} onAction={onAction} />
      ))}
    </Grid>
  );
}

export function ProductGridSkeleton({ count }: { count: number }) {
  return (
    <Grid isBusy>
      {slots(count).map((key) => (
        <li key={key} className="overflow-hidden rounded-lg border border-line bg-surface">
          <Skeleton className="aspect-square w-full rounded-none" />
          <div className="h-41 space-y-3 p-3">
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-5 w-1/2" />
          </div>
          <div className="h-11 border-t border-line" />
        </li>
      ))}
    </Grid>
  );
}

export function ProductRowsSkeleton({ count }: { count: number }) {
  return (
    <div aria-busy="true" className="overflow-hidden rounded-lg border border-line bg-surface">
      <div className="h-11 border-b border-line" />
      {slots(count).map((key) => (
        <div key={key} className="flex h-15 items-center gap-4 border-b border-line px-4 last:border-0">
          <Skeleton className="size-11 flex-none rounded-md" />
          <Skeleton className="h-4 w-48" />
          <Skeleton className="ml-auto h-4 w-32" />
        </div>
      ))}
    </div>
  );
}

function slots(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `slot ${index}`);
}

function Grid({ children, isBusy = false }: { children: ReactNode; isBusy?: boolean }) {
  return (
    <ul
      aria-busy={isBusy}
      className={`grid grid-cols-2 gap-3 transition-opacity duration-(--brief) sm:grid-cols-3 sm:gap-4 xl:grid-cols-4 ${isBusy ? 'opacity-60' : ''}`}
    >
      {children}
    </ul>
  );
}
