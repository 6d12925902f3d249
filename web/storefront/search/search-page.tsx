import { useCallback, useEffect, useRef, useState } from 'react';
import {
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  type MetaDescriptor,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { callApiOrThrow } from '#web/api/client.ts';
import { pageContext } from '#web/page-context.ts';
import { getShop, pageMeta } from '#web/storefront/page-meta.ts';
import { ProductCardSkeletons } from '#web/storefront/product-card/product-card.tsx';
import { LoadMore, ProductGrid } from '#web/storefront/product-list/product-grid.tsx';
import {
  type ProductListPage,
  toPageNumber,
  toProductListPage,
  useProductPages,
} from '#web/storefront/product-list/product-pages.ts';
import { useInfiniteScroll } from '#web/storefront/product-list/use-infinite-scroll.ts';
import { searchPath, toSearchText } from './search-query.ts';
import './search.css';

const cardWidths = '(min-width: 1024px) 12rem, (min-width: 768px) 22vw, 44vw';
const eagerCount = 2;
/** Specification section 9. */
const skeletonCount = 10;
/** Answers mostly come sooner; placeholders for every letter typed would only flicker. */
const skeletonDelayMs = 200;

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { call } = context.get(pageContext);
  const text = toSearchText(url.searchParams);
  if (text === '') return { text, firstPage: null };
  const page = toPageNumber(url.searchParams);
  const firstPage = toProductListPage(await call('searchProducts', { search: text, page }));
  if (page > 1 && firstPage.products.length === 0) throw redirect(searchPath(text));
  return { text, firstPage };
}

export function meta({ loaderData, matches }: MetaArgs<typeof loader>): MetaDescriptor[] {
  if (loaderData === undefined) return [];
  const { text } = loaderData;
  const shop = getShop(matches);
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
  const isSlow = useIsSlow(isSearching, skeletonDelayMs);
  if (isSlow) return <Searching />;
  if (firstPage === null) return <SearchSuggestions />;
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
  firstPage: ProductListPage;
  isOutdated: boolean;
}) {
  const grid = useRef<HTMLUListElement>(null);
  const loadPage = useCallback(
    async (page: number, signal: AbortSignal) =>
      toProductListPage(await callApiOrThrow('searchProducts', { search: text, page }, { signal })),
    [text],
  );
  const { products, nextPage, isLoading, hasFailed, loadMore } = useProductPages({
    listKey: ['search', text],
    firstPage,
    loadPage,
  });
  // After a failure the shopper decides, or a broken line would be asked at every scroll.
  useInfiniteScroll(grid, nextPage === null || hasFailed || isOutdated ? null : loadMore);
  if (products.length === 0) return <NoResults text={text} />;
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

/** The same examples as the search bar types out (specification section 2). */
const suggestions = ['milk', 'bread', 'sugar', 'panner', 'chocolate', 'curd', 'rice', 'egg', 'chips'];

/** The search page before anything was typed. */
function SearchSuggestions() {
  return (
    <section className="search growing-list is-quiet" aria-labelledby="search-heading">
      <h1 id="search-heading">What are you looking for?</h1>
      <p>Type a name above, or start with one of these.</p>
      <SuggestionLinks />
    </section>
  );
}

/** The search page when nothing fits. */
function NoResults({ text }: { text: string }) {
  return (
    <section className="search growing-list is-quiet" aria-labelledby="search-heading">
      <h1 id="search-heading">
        <span role="status">No Data found</span>
      </h1>
      <p>Nothing here is called “{text}”. Try a shorter word, or one of these.</p>
      <SuggestionLinks />
    </section>
  );
}

function SuggestionLinks() {
  return (
    <ul className="ideas">
      {suggestions.map((suggestion) => (
        <li key={suggestion}>
          <Link to={searchPath(suggestion)}>{suggestion}</Link>
        </li>
      ))}
    </ul>
  );
}

/** Whether something has been under way for longer than `skeletonDelayMs`; false again as soon as it ends. */
function useIsSlow(isUnderWay: boolean, skeletonDelayMs: number): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setTimeout(() => setIsSlow(true), skeletonDelayMs);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isUnderWay, skeletonDelayMs]);
  return isUnderWay && isSlow;
}
