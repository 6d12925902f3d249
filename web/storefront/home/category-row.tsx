import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { callApiOrThrow } from '#web/api.ts';
import { cardProductOf } from '#web/storefront/product-card/card-product.ts';
import { appendPages } from '#web/storefront/product-list/append-pages.ts';
import { ProductRow } from '#web/storefront/product-list/product-row.tsx';
import { useNearView } from '#web/storefront/product-list/use-near-view.ts';
import type { HomeRow } from './home-data.ts';

/** How far below the view a row fetches its rest, so that it is there when the row is. */
const nearViewPx = 300;

/** One category on the home page. The page brings the start of the row; its end comes when the row is near. */
export function CategoryRow({ row }: { row: HomeRow }) {
  const section = useRef<HTMLElement>(null);
  const isNear = useNearView(section, nearViewPx);
  const { data: wholeRow } = useQuery({
    queryKey: ['category-row', row.categoryId],
    queryFn: async ({ signal }) => {
      const { data } = await callApiOrThrow('listProductsByCategory', { id: row.categoryId }, { signal });
      return data.map(cardProductOf);
    },
    enabled: isNear && row.hasMore,
    staleTime: 60_000,
  });
  const products = useMemo(() => appendPages([row.products, wholeRow ?? []]), [row.products, wholeRow]);
  return <ProductRow heading={row.name} path={row.path} products={products} sectionRef={section} />;
}
