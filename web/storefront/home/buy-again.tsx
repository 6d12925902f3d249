import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApiOrThrow } from '#web/api/client.ts';
import { queryClient } from '#web/session/query-client.ts';
import { setHint } from '#web/storefront/pre-hydration.ts';
import { toProductCardData } from '#web/storefront/product-card-data.ts';
import { ProductRow } from '#web/storefront/product-list/product-row.tsx';
import { t } from '#web/texts/t.ts';
import { RowSkeleton } from './home-skeleton.tsx';

/** Products of the shopper's past orders, in the space that the home page reserves if this browser knows of some. */
export default function BuyAgain({ userId }: { userId: string }) {
  const { data: products, isFetched } = useQuery(
    {
      queryKey: ['bought-products', userId],
      queryFn: async ({ signal }) => (await callApiOrThrow('listBoughtProducts', {}, { signal })).data,
      staleTime: 60_000,
    },
    queryClient,
  );
  const hasProducts = products === undefined ? null : products.length > 0;
  useEffect(() => {
    if (hasProducts !== null) setHint('bought', hasProducts);
  }, [hasProducts]);
  if (!isFetched) return <RowSkeleton />;
  if (products === undefined || products.length === 0) return null;
  return (
    <ProductRow heading={t('products.buyAgain')} path={null} products={products.map(toProductCardData)} />
  );
}
