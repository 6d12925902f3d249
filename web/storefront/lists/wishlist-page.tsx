import { useEffect, useEffectEvent, useState } from 'react';
import { Link, type MetaArgs, type MetaDescriptor } from 'react-router';
import { maximumWishes } from '#contract/base/limits.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { ownDataKey, readStoredJson, writeStored } from '#web/base/storage.ts';
import { isCardProduct } from '#web/storefront/cart/guest-cart.ts';
import { getShop, pageMeta } from '#web/storefront/page-meta.ts';
import { ProductCard, ProductCardSkeletons } from '#web/storefront/product-card/product-card.tsx';
import { type ProductCardData, toProductCardData } from '#web/storefront/product-card-data.ts';
import { gridClasses } from '#web/storefront/product-list/product-grid.tsx';
import { loadWishlist, useWishlist } from '#web/storefront/wishlist/use-wishlist.ts';
import { t } from '#web/texts/t.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState, LoadFailed } from '#web/ui/empty-state.tsx';

export function meta({ matches }: MetaArgs): MetaDescriptor[] {
  const shop = getShop(matches);
  return pageMeta({
    title: `${t('lists.wishlist')} · ${shop.name}`,
    description: t('lists.wishlistDescription'),
    shop,
    path: '/wishlist',
    isListed: false,
  });
}

const cardWidths = '(min-width: 1280px) 12rem, (min-width: 768px) 22vw, 45vw';

/** `/wishlist`: the products with a heart, of a guest those of this browser. */
export default function WishlistPage() {
  return (
    <div className="min-h-[60vh] py-6">
      <h1 className="mb-4 text-xl">{t('lists.wishlist')}</h1>
      <Wishlist />
    </div>
  );
}

function Wishlist() {
  const { ids, isLoaded, hasFailed } = useWishlist();
  const { products, hasProductsFailed, unsavedCount, retry } = useProducts(ids, isLoaded);
  if (products === null) {
    if (hasFailed || hasProductsFailed) {
      return (
        <LoadFailed title={t('lists.wishlistFailed')} onRetry={retry}>
          {t('lists.wishlistNotLost')}
        </LoadFailed>
      );
    }
    return (
      <ul className={gridClasses.full} aria-busy="true">
        <ProductCardSkeletons count={6} />
      </ul>
    );
  }
  if (products.length === 0) {
    return (
      <EmptyState
        title={t('lists.wishlistEmpty')}
        action={
          <Link to="/" className={buttonClass()}>
            {t('lists.shopNow')}
          </Link>
        }
      >
        {t('lists.wishlistHint')}
      </EmptyState>
    );
  }
  return (
    <>
      <h2 className="sr-only">{t('lists.showProducts')}</h2>
      {unsavedCount > 0 && (
        <div className="mb-4 flex flex-wrap items-center gap-x-3 text-ink-soft">
          <p role="status">{t('lists.notSavedHere', { count: unsavedCount })}</p>
          <Button variant="quiet" onClick={retry}>
            {t('shell.tryAgain')}
          </Button>
        </div>
      )}
      <ul className={gridClasses.full}>
        {products.map((product, index) => (
          <ProductCard key={product._id} product={product} sizes={cardWidths} isEager={index < 6} />
        ))}
      </ul>
    </>
  );
}

// The limit of the API call.
const maximumIdsPerCall = 100;

/**
 * The products with these ids, and those that were removed while the page is open, so that a tap by mistake is undone
 * by another one. Null until the first ones have been read. Without a connection, those that this device has saved;
 * `unsavedCount` is the number of the others.
 */
function useProducts(ids: ReadonlySet<string>, isLoaded: boolean) {
  const [products, setProducts] = useState<readonly ProductCardData[] | null>(null);
  const [requested, setRequested] = useState<ReadonlySet<string>>(new Set());
  const [hasProductsFailed, setHasProductsFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const retryRead = useEffectEvent(() => hasProductsFailed && setAttempt((count) => count + 1));
  useEffect(() => {
    const online = () => retryRead();
    window.addEventListener('online', online);
    return () => window.removeEventListener('online', online);
  }, []);
  // The hearts leave a guest who has none without a wishlist.
  useEffect(() => {
    loadWishlist().catch(() => setHasProductsFailed(true));
  }, []);
  const missing = [...ids].filter((id) => !requested.has(id)).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` repeats a failed request.
  useEffect(() => {
    if (!isLoaded) return;
    if (missing === '') return setProducts((shown) => shown ?? []);
    let isMounted = true;
    const wanted = missing.split(' ');
    readProducts(wanted).then(
      (found) => {
        if (!isMounted) return;
        setHasProductsFailed(false);
        setRequested((before) => new Set([...before, ...wanted]));
        setProducts((shown) => addProducts(shown, found));
        saveProducts(found);
      },
      () => {
        if (!isMounted) return;
        setHasProductsFailed(true);
        const saved = readSavedProducts(wanted);
        if (saved.length > 0) setProducts((shown) => addProducts(shown, saved));
      },
    );
    return () => {
      isMounted = false;
    };
  }, [missing, isLoaded, attempt]);
  function retry() {
    setAttempt((count) => count + 1);
    loadWishlist().catch(() => setHasProductsFailed(true));
  }
  const shown = new Set(products?.map(({ _id }) => _id));
  const unsavedCount = hasProductsFailed ? [...ids].filter((id) => !shown.has(id)).length : 0;
  return { products, hasProductsFailed, unsavedCount, retry };
}

/** The products with others before them, which replace those with the same id in their place. */
function addProducts(
  shown: readonly ProductCardData[] | null,
  added: readonly ProductCardData[],
): ProductCardData[] {
  const byId = new Map(added.map((product) => [product._id, product]));
  const known = new Set(shown?.map(({ _id }) => _id));
  return [
    ...added.filter(({ _id }) => !known.has(_id)),
    ...(shown ?? []).map((product) => byId.get(product._id) ?? product),
  ];
}

async function readProducts(ids: readonly string[]): Promise<ProductCardData[]> {
  const found: ProductCardData[] = [];
  for (let start = 0; start < ids.length; start += maximumIdsPerCall) {
    const { data } = await callApiOrThrow('listProductsById', {
      ids: ids.slice(start, start + maximumIdsPerCall),
    });
    found.push(...data.map(toProductCardData));
  }
  return found;
}

const key = ownDataKey('wished-products');

/**
 * The products of these ids that the wishlist has shown on this device, in the order of the ids, for times without a
 * connection.
 */
export function readSavedProducts(ids: readonly string[]): ProductCardData[] {
  const byId = new Map(readAll().map((product) => [product._id, product]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Stores products as the server has sent them last; of others those that have been stored last stay, up to as many as
 * a wishlist may have.
 */
export function saveProducts(products: readonly ProductCardData[]): void {
  const ids = new Set(products.map(({ _id }) => _id));
  const others = readAll().filter(({ _id }) => !ids.has(_id));
  writeStored(key, JSON.stringify([...products, ...others].slice(0, maximumWishes)));
}

/** Not trusted: an older version, other scripts of this origin or the shopper may have written it. */
function readAll(): ProductCardData[] {
  const value = readStoredJson(key);
  return Array.isArray(value) ? value.filter(isCardProduct) : [];
}
