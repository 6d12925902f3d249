import { useEffect } from 'react';
import type { Product } from '#contract/products/product.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { setHint } from '#web/storefront/pre-hydration.ts';
import { toProductCardData } from '#web/storefront/product-card-data.ts';
import { ProductRow } from '#web/storefront/product-list/product-row.tsx';
import { createQuery, useQuery } from '#web/storefront/query.ts';
import { t } from '#web/texts/t.ts';
import { RowSkeleton } from './home-skeleton.tsx';

const boughtProductsQuery = createQuery<[userId: string], readonly Product[]>({
  read: async (_key, signal) => (await callApiOrThrow('listBoughtProducts', {}, { signal })).data,
  freshMs: 60_000,
});

/** Products of the shopper's past orders, in the space that the home page reserves if this browser knows of some. */
export function BuyAgain({ userId }: { userId: string }) {
  const { data: products, isPending } = useQuery(boughtProductsQuery, [userId]);
  const hasProducts = products === undefined ? null : products.length > 0;
  useEffect(() => {
    if (hasProducts !== null) setHint('bought', hasProducts);
  }, [hasProducts]);
  if (isPending) return <RowSkeleton />;
  if (products === undefined || products.length === 0) return null;
  return (
    <ProductRow heading={t('products.buyAgain')} path={null} products={products.map(toProductCardData)} />
  );
}
