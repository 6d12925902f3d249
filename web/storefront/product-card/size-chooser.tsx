import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { productPath } from '#contract/base/slug.ts';
import { toSizeLabels } from '#contract/products/size-labels.ts';
import { callApi } from '#web/api/client.ts';
import { AddToCart } from '#web/storefront/cart/add-to-cart.tsx';
import {
  type ProductCardData,
  shownNameOf,
  tileClass,
  tileHueStyle,
  tileImageClass,
  toPriceTag,
  toProductCardData,
} from '#web/storefront/product-card-data.ts';
import { nameOf, t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Spinner } from '#web/ui/loading.tsx';
import { Picture } from '#web/ui/picture.tsx';

export interface SizeChooserProps {
  /** The size that represents the family. */
  product: ProductCardData;
  onClose: () => void;
}

/** All sizes of a family with their prices, each with its own ADD. */
export function SizeChooser({ product, onClose }: SizeChooserProps) {
  const [sizes, setSizes] = useState<readonly ProductCardData[] | 'loading' | 'failed'>('loading');
  const list = useRef<HTMLUListElement>(null);
  const load = useCallback(async () => {
    setSizes('loading');
    const outcome = await callApi('getProductDetails', { productId: product._id });
    if (!outcome.isOk) return setSizes('failed');
    const { data } = outcome.response;
    // The family may have been dissolved since the page was loaded.
    setSizes((data.sizes.length > 0 ? data.sizes : [data]).map(toProductCardData));
  }, [product._id]);
  useEffect(() => {
    void load();
  }, [load]);
  const labels = toSizeLabels(
    typeof sizes === 'string' ? [] : sizes.map((size) => ({ ...size, name: nameOf(size) })),
  );
  const isLoaded = typeof sizes !== 'string';
  useEffect(() => {
    // The browser focuses the first button, which is Close.
    if (isLoaded) list.current?.querySelector('button')?.focus();
  }, [isLoaded]);

  return (
    <Dialog title={shownNameOf(product)} onClose={onClose}>
      {sizes === 'loading' && (
        <div className="grid min-h-40 place-items-center">
          <Spinner />
        </div>
      )}
      {sizes === 'failed' && (
        <div className="flex flex-col items-start gap-3">
          <p role="alert">{t('products.sizesFailed')}</p>
          <Button onClick={() => void load()}>{t('shell.tryAgain')}</Button>
        </div>
      )}
      {isLoaded && (
        <ul ref={list} aria-label={t('products.sizes')} className="-my-3 divide-y divide-line">
          {sizes.map((size) => (
            <Size key={size._id} size={size} label={labels.get(size._id) ?? size.unit} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Size({ size, label }: { size: ProductCardData; label: string }) {
  const { now, before } = toPriceTag(size);
  return (
    <li
      className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 py-3"
      style={tileHueStyle(size.hue)}
    >
      <span className={`w-14 flex-none rounded-md ${tileClass}`}>
        <Picture
          src={size.image}
          alt=""
          width={160}
          height={160}
          sizes="3.5rem"
          className={`p-[7%] ${tileImageClass}`}
        />
      </span>
      <div className="min-w-28 flex-1">
        <Link to={productPath(size)} className="font-semibold wrap-anywhere text-ink hover:text-leaf">
          {label}
        </Link>
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm tabular-nums">
          <strong className="text-ink">{now}</strong>
          {before !== null && <s className="text-xs text-ink-soft">{before}</s>}
          {size.unitPrice !== undefined && <span className="text-xs text-ink-soft">{size.unitPrice}</span>}
        </p>
      </div>
      {size.stock === 0 ? (
        <span className="text-sm font-semibold text-ink-soft">{t('products.outOfStock')}</span>
      ) : (
        <AddToCart product={size} />
      )}
    </li>
  );
}
