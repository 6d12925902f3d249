import { ChevronRight, Zap } from 'lucide-react';
import { useContext } from 'react';
import { Link } from 'react-router';
import { brandPath, productPath } from '#contract/base/slug.ts';
import type { Product } from '#contract/products/product.ts';
import { toSizeLabels } from '#contract/products/size-labels.ts';
import { AddToCart } from '#web/storefront/cart/add-to-cart.tsx';
import { Bar, CartLink } from '#web/storefront/cart/cart-bar.tsx';
import { useCart } from '#web/storefront/cart/cart-store.ts';
import {
  type ProductCardData,
  shownNameOf,
  toPriceTag,
  toProductCardData,
} from '#web/storefront/product-card-data.ts';
import { PromisedMinutes } from '#web/storefront/promised-minutes.ts';
import { detailLabel } from '#web/texts/detail-labels.ts';
import { inLanguage, langOf, nameOf, t } from '#web/texts/t.ts';

interface ProductOfferProps {
  product: Product;
  /** All sizes of its family; none without one. */
  sizes?: readonly ProductCardData[];
}

/** Name, unit, price, sizes and, except on phones, the add-to-cart control. */
export function ProductOffer({ product, sizes = [] }: ProductOfferProps) {
  const minutes = useContext(PromisedMinutes);
  const { now, before, percentOff } = toPriceTag(product);
  // The price per gram is declared on packs.
  const isByWeight = product.stepGrams !== null;
  return (
    <div data-testid="product-offer">
      <p className="-my-2 flex min-h-11 flex-wrap items-center gap-x-2.5">
        <span className="inline-flex flex-none items-center gap-1 rounded-full bg-marigold py-[0.1875rem] pr-2.5 pl-[0.4375rem] text-sm font-bold text-on-marigold">
          <Zap aria-hidden="true" className="size-3.5 fill-current" />
          {t('products.promiseBadge', { minutes })}
        </span>
        {product.veg !== null && <VegMark isVeg={product.veg} />}
        {product.brand !== '' && (
          <Link
            to={brandPath(product.brand)}
            prefetch="intent"
            aria-label={t('products.allOfBrand', { brand: product.brand })}
            className="inline-flex min-h-11 max-w-full min-w-11 items-center text-sm font-semibold text-leaf hover:underline"
          >
            <span className="truncate">{product.brand}</span>
            <ChevronRight aria-hidden="true" className="size-4 flex-none" />
          </Link>
        )}
      </p>
      <h1 lang={langOf(nameOf(product))} className="mt-3 text-xl/7.5 wrap-anywhere text-ink md:text-2xl/10">
        {shownNameOf(product)}
      </h1>
      <p className="mt-1 text-ink-soft">{product.unit}</p>
      {sizes.length > 1 && <Sizes sizes={sizes} selectedId={product._id} />}
      <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-y border-line py-4">
        <div>
          <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5 text-ink tabular-nums">
            <strong className="text-xl/9 font-extrabold">{now}</strong>
            {before !== null && <s className="text-ink-soft">{before}</s>}
            {percentOff !== null && (
              <span className="font-bold text-leaf">
                {t('products.percentDiscount', { percent: percentOff })}
              </span>
            )}
          </p>
          <p className="text-xs text-ink-soft">
            {[...new Set([product.unitPrice, isByWeight ? '' : product.declaredUnitPrice])]
              .filter((text) => text !== '')
              .map((text) => (
                <span key={text} className="tabular-nums">{`${text} · `}</span>
              ))}
            {t('products.inclusiveOfTaxes')}
          </p>
          {isByWeight && (
            <p className="mt-1 text-sm text-ink">
              {t('products.byWeight', { price: now, unit: product.unit })}
            </p>
          )}
        </div>
        {product.stock === 0 ? (
          <p className="rounded-md border border-line px-5 py-2.5 font-bold text-ink-soft">
            {t('products.soldOut')}
          </p>
        ) : (
          // On a phone it is in the bar.
          <div className="max-md:hidden">
            <AddToCart product={toProductCardData(product)} isLarge />
          </div>
        )}
      </div>
    </div>
  );
}

/** Links to the pages of all sizes, with their prices. */
function Sizes({ sizes, selectedId }: { sizes: readonly ProductCardData[]; selectedId: string }) {
  const labels = toSizeLabels(sizes.map((size) => ({ ...size, name: nameOf(size) })));
  return (
    <nav aria-label={t('products.sizes')} className="mt-4">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(7.5rem,100%),1fr))] gap-2.5">
        {sizes.map((size) => (
          <li key={size._id}>
            <Link
              to={productPath(size)}
              prefetch="intent"
              // The page stays where it is: only what differs between the sizes changes.
              preventScrollReset
              aria-current={size._id === selectedId ? 'page' : undefined}
              className="flex h-full min-h-11 flex-col rounded-md border border-line bg-surface px-3 py-2 text-ink-soft hover:border-leaf aria-[current=page]:border-leaf aria-[current=page]:bg-leaf-soft"
            >
              <span className="text-sm font-semibold wrap-anywhere text-ink">{labels.get(size._id)}</span>
              <strong className="text-ink tabular-nums">{toPriceTag(size).now}</strong>
              {size.unitPrice !== undefined && <span className="text-xs tabular-nums">{size.unitPrice}</span>}
              {size.stock === 0 && <span className="text-xs font-semibold">{t('products.outOfStock')}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The mark of FSSAI: a green circle in a square for vegetarian food, a brown triangle for other food. */
function VegMark({ isVeg }: { isVeg: boolean }) {
  const label = isVeg ? t('products.vegetarian') : t('products.nonVegetarian');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 20 20"
      className={`size-5 flex-none rounded-[0.1875rem] bg-white ${isVeg ? 'text-[#0a7d35]' : 'text-[#8f2a10]'}`}
    >
      <rect x="1" y="1" width="18" height="18" rx="2" fill="none" stroke="currentColor" strokeWidth="2" />
      {isVeg ? (
        <circle cx="10" cy="10" r="4.5" fill="currentColor" />
      ) : (
        <path d="M10 5l5 9.5H5z" fill="currentColor" />
      )}
    </svg>
  );
}

/** The bar of phones: size and price, the cart when it has something, and the add-to-cart control. */
export function ProductBar({ product }: { product: Product }) {
  const { unitCount } = useCart();
  const { now, before } = toPriceTag(product);
  if (product.stock === 0 && unitCount === 0) return null;
  return (
    <Bar>
      {product.stock > 0 && (
        <p className="min-w-0 flex-1 text-ink tabular-nums">
          <span className="block truncate text-xs text-ink-soft">{product.unit}</span>
          <strong className="text-lg/6 font-extrabold">{now}</strong>{' '}
          {before !== null && <s className="text-sm text-ink-soft max-[22rem]:hidden">{before}</s>}
        </p>
      )}
      {unitCount > 0 && <CartLink look={product.stock > 0 ? 'short' : 'wide'} />}
      {product.stock > 0 && (
        <div className="w-32 max-w-full flex-none">
          <AddToCart product={toProductCardData(product)} isLarge />
        </div>
      )}
    </Bar>
  );
}

/** Description, unit and every extra detail, as labels and values. */
export function ProductDetails({ product }: { product: Product }) {
  const { brand, unit, veg, origin, more_details } = product;
  const description = inLanguage(product.description, product.descriptionHindi);
  return (
    <section aria-labelledby="details-heading">
      <h2 id="details-heading" className="mb-3 text-lg/6 text-ink">
        {t('products.details')}
      </h2>
      <dl>
        {description !== '' && <Detail label={t('products.description')} value={description} />}
        {brand !== '' && <Detail label={t('products.brand')} value={brand} />}
        <Detail label={t('products.unit')} value={unit} />
        {veg !== null && (
          <Detail
            label={t('products.vegOrNonVeg')}
            value={veg ? t('products.vegetarian') : t('products.nonVegetarian')}
          />
        )}
        {origin !== '' && <Detail label={t('products.origin')} value={origin} />}
        {Object.entries(more_details).map(([label, value]) => (
          <Detail key={label} label={detailLabel(label)} value={value} />
        ))}
      </dl>
    </section>
  );
}

function Detail({ label, value }: { label: string; value: string }) {
  return (
    <div className="border-b border-line py-2.5 last:border-b-0 md:grid md:grid-cols-[min(9rem,35%)_minmax(0,1fr)] md:items-baseline md:gap-4">
      <dt lang={langOf(label)} className="text-sm wrap-anywhere text-ink-soft">
        {label}
      </dt>
      <dd lang={langOf(value)} className="wrap-anywhere whitespace-pre-line text-ink">
        {value}
      </dd>
    </div>
  );
}
