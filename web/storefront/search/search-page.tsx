import { useCallback, useRef } from 'react';
import {
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  type MetaDescriptor,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { callApiOrThrow } from '#web/api.ts';
import { pageContext } from '#web/page-context.ts';
import { pageMeta, shopOf } from '#web/storefront/page-meta.ts';
import { ProductCardSkeletons } from '#web/storefront/product-card/product-card-skeleton.tsx';
import { type ListPage, listPageOf } from '#web/storefront/product-list/list-page.ts';
import { LoadMore } from '#web/storefront/product-list/load-more.tsx';
import { pageNumberOf } from '#web/storefront/product-list/page-number.ts';
import { ProductGrid } from '#web/storefront/product-list/product-grid.tsx';
import { useLaterPages } from '#web/storefront/product-list/use-later-pages.ts';
import { useNearEnd } from '#web/storefront/product-list/use-near-end.ts';
import { NothingFound, SearchIdeas } from './search-ideas.tsx';
import { searchPath, searchTextOf } from './search-text.ts';
import './search.css';
import { useIsSlow } from './use-is-slow.ts';

const cardWidths = '(min-width: 1024px) 12rem, (min-width: 768px) 22vw, 44vw';
const eagerCount = 2;
/** Specification section 9. */
const skeletonCount = 10;
/** Answers mostly come sooner; placeholders for every letter typed would only flicker. */
const patienceMs = 200;

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { call } = context.get(pageContext);
  const text = searchTextOf(url.searchParams);
  if (text === '') return { text, firstPage: null };
  const page = pageNumberOf(url.searchParams);
  const firstPage = listPageOf(await call('searchProducts', { search: text, page }));
  if (page > 1 && firstPage.products.length === 0) throw redirect(searchPath(text));
  return { text, firstPage };
}

export function meta({ loaderData, matches }: MetaArgs<typeof loader>): MetaDescriptor[] {
  if (loaderData === undefined) return [];
  const { text } = loaderData;
  const shop = shopOf(matches);
  return pageMeta({
    title: text === '' ? `Search | ${shop.name}` : `Search: ${text} | ${shop.name}`,
    description: `Find groceries at ${shop.name} and have them at your door in 10 minutes.`,
    shop,
    path: text === '' ? '/search' : searchPath(text),
    // There are as many of these pages as there are words.
    isListed: text === '',
  });
}

export default function SearchPage() {
  const { text, firstPage } = useLoaderData<typeof loader>();
  const { location: nextLocation } = useNavigation();
  // The router drops the answer of an older text when a newer one is typed, so what arrives is the last asked.
  const isSearching = nextLocation?.pathname === '/search';
  const isSlow = useIsSlow(isSearching, patienceMs);
  if (isSlow) return <Searching />;
  if (firstPage === null) return <SearchIdeas />;
  return <Results key={text} text={text} firstPage={firstPage} isOutdated={isSearching} />;
}

function Searching() {
  return (
    <section className="search growing-list" aria-busy="true" aria-label="Search results">
      <p className="count" role="status">
        Searching …
      </p>
      <ul className="product-grid">
        <ProductCardSkeletons count={skeletonCount} />
      </ul>
    </section>
  );
}

function Results({
  text,
  firstPage,
  isOutdated,
}: {
  text: string;
  firstPage: ListPage;
  isOutdated: boolean;
}) {
  const grid = useRef<HTMLUListElement>(null);
  const loadPage = useCallback(
    async (page: number, signal: AbortSignal) =>
      listPageOf(await callApiOrThrow('searchProducts', { search: text, page }, { signal })),
    [text],
  );
  const { products, nextPage, isLoading, hasFailed, loadMore } = useLaterPages({
    listKey: ['search', text],
    firstPage,
    loadPage,
  });
  // After a failure the shopper decides, or a broken line would be asked at every scroll.
  useNearEnd(grid, nextPage === null || hasFailed || isOutdated ? null : loadMore);
  if (products.length === 0) return <NothingFound text={text} />;
  return (
    <section
      className={`search growing-list ${isOutdated ? 'is-leaving' : ''}`}
      aria-labelledby="search-heading"
    >
      <h1 id="search-heading" className="count">
        <span role="status">{`Search Results: ${firstPage.totalCount}`}</span>
      </h1>
      <h2 className="sr-only">Products</h2>
      {firstPage.page > 1 && (
        <Link className="back" to={searchPath(text)}>
          Back to the best matches
        </Link>
      )}
      <ProductGrid gridRef={grid} products={products} sizes={cardWidths} eagerCount={eagerCount}>
        {isLoading && <ProductCardSkeletons count={skeletonCount} />}
      </ProductGrid>
      {nextPage !== null && (
        // A new one for each page and for its placeholders: the old one leaves instead of being pushed down.
        <LoadMore
          key={`${nextPage} ${isLoading}`}
          href={searchPath(text, nextPage)}
          isLoading={isLoading}
          hasFailed={hasFailed}
          onLoadMore={loadMore}
        />
      )}
    </section>
  );
}
