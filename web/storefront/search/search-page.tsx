import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import {
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  type MetaDescriptor,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { isFiltered, type ListOptions, parseListOptions } from '#contract/products/product-filter.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { pageContext } from '#web/base/page-context.ts';
import { getShop, pageMeta } from '#web/storefront/page-meta.ts';
import { ProductCardSkeletons } from '#web/storefront/product-card/product-card.tsx';
import { isEmptied, type ListSource, listAddress } from '#web/storefront/product-list/list-options.ts';
import { EmptiedList, ListToolbar } from '#web/storefront/product-list/list-toolbar.tsx';
import {
  firstPageLinkClass,
  gridClasses,
  growingListClass,
  LoadMore,
  ProductGrid,
} from '#web/storefront/product-list/product-grid.tsx';
import {
  type ProductListPage,
  toPageNumber,
  toProductListPage,
  useProductPages,
} from '#web/storefront/product-list/product-pages.ts';
import { searchPath, toSearchText } from '#web/storefront/product-list/search-query.ts';
import { useInfiniteScroll } from '#web/storefront/product-list/use-infinite-scroll.ts';
import { t } from '#web/texts/t.ts';
import { searchExamples } from './search-bar.tsx';
import './search-input.tsx';

const cardWidths = '(min-width: 1024px) 12rem, (min-width: 768px) 22vw, 44vw';
const eagerCount = 2;
const skeletonCount = 10;
/** Most responses are faster; skeletons after every typed character would flicker. */
const skeletonDelayMs = 200;

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { call } = context.get(pageContext);
  const text = toSearchText(url.searchParams);
  if (text === '') return { text, options: {}, firstPage: null, without: null };
  const page = toPageNumber(url.searchParams);
  const options = parseListOptions(url.searchParams);
  const firstPage = await call('searchProducts', { search: text, ...options, page }, toProductListPage);
  if (page > 1 && firstPage.products.length === 0) throw redirect(listAddress(toSource(text), options));
  const without = isEmptied(options, firstPage.totalCount)
    ? await call('listFacets', { search: text, ...options }, ({ data }) => data.without)
    : null;
  return { text, options, firstPage, without };
}

export function meta({ loaderData, matches }: MetaArgs<typeof loader>): MetaDescriptor[] {
  if (loaderData === undefined) return [];
  const { text } = loaderData;
  const shop = getShop(matches);
  return pageMeta({
    title:
      text === ''
        ? `${t('products.searchTitle')} | ${shop.name}`
        : `${t('shell.savedSearch', { query: text })} | ${shop.name}`,
    description: t('products.searchDescription', { shop: shop.name, minutes: shop.promisedMinutes }),
    shop,
    path: text === '' ? '/search' : searchPath(text),
    // There is one page for every query: search engines should not index them.
    isListed: text === '',
  });
}

export default function SearchPage() {
  const { text, options, firstPage, without } = useLoaderData<typeof loader>();
  const { location: nextLocation } = useNavigation();
  // The router drops the response of an older query, so `text` is always the last one.
  const isSearching = nextLocation?.pathname === '/search';
  const isSlow = useIsSlow(isSearching, skeletonDelayMs);
  if (isSlow) return <Searching />;
  if (firstPage === null) {
    return <Suggestions heading={t('products.lookingFor')}>{t('products.typeName')}</Suggestions>;
  }
  const source = toSource(text);
  if (without !== null) {
    return (
      <section className={sectionClass} aria-labelledby="search-heading">
        <h1 id="search-heading" className={countClass}>
          {t('products.resultCount', { count: 0 })}
        </h1>
        <ListToolbar source={source} options={options} />
        <EmptiedList source={source} options={options} without={without} />
      </section>
    );
  }
  const address = listAddress(source, options);
  return (
    <Results key={address} text={text} options={options} firstPage={firstPage} isOutdated={isSearching} />
  );
}

function toSource(text: string): ListSource {
  return { path: '/search', text, standardSort: 'relevance', input: { search: text } };
}

const sectionClass = `pt-4 pb-8 md:pt-6 md:pb-12 ${growingListClass}`;
const countClass = 'mb-3 text-base/6 font-semibold text-ink tabular-nums';

function Searching() {
  return (
    <section className={sectionClass} aria-busy="true" aria-label={t('products.results')}>
      <p className={countClass} role="status">
        {t('products.searching')}
      </p>
      <ul className={gridClasses.full}>
        <ProductCardSkeletons count={skeletonCount} />
      </ul>
    </section>
  );
}

interface ResultsProps {
  text: string;
  options: ListOptions;
  firstPage: ProductListPage;
  isOutdated: boolean;
}

function Results({ text, options, firstPage, isOutdated }: ResultsProps) {
  const source = toSource(text);
  const address = listAddress(source, options);
  const grid = useRef<HTMLUListElement>(null);
  const loadPage = useCallback(
    async (page: number, after: string | undefined) => {
      const input = { search: text, ...options, page, ...(after !== undefined && { after }) };
      return toProductListPage(await callApiOrThrow('searchProducts', input));
    },
    [text, options],
  );
  const { products, nextPage, isLoading, hasFailed, loadMore } = useProductPages({
    listKey: [address],
    firstPage,
    loadPage,
  });
  // After a failure only 'Try again' loads: without a connection every scroll would send a request.
  useInfiniteScroll(grid, nextPage === null || hasFailed || isOutdated ? null : loadMore);
  if (products.length === 0) {
    return (
      <Suggestions heading={<span role="status">{t('products.noData')}</span>}>
        {t('products.noResultsFor', { text })}
      </Suggestions>
    );
  }
  return (
    <section className={sectionClass} aria-labelledby="search-heading">
      <h1 id="search-heading" className={countClass}>
        <span role="status">{t('products.resultCount', { count: firstPage.totalCount })}</span>
      </h1>
      {(firstPage.totalCount > 1 || isFiltered(options)) && <ListToolbar source={source} options={options} />}
      <h2 className="sr-only">{t('products.products')}</h2>
      {firstPage.page > 1 && (
        <Link className={firstPageLinkClass} to={address}>
          {t('products.backToBest')}
        </Link>
      )}
      <ProductGrid
        gridRef={grid}
        products={products}
        layout="full"
        sizes={cardWidths}
        eagerCount={eagerCount}
        isOutdated={isOutdated}
      >
        {isLoading && <ProductCardSkeletons count={skeletonCount} />}
      </ProductGrid>
      {nextPage !== null && (
        // The key: the old control is replaced instead of being pushed down, which would count as a layout shift.
        <LoadMore
          key={`${nextPage} ${isLoading}`}
          href={listAddress(source, options, nextPage)}
          isLoading={isLoading}
          hasFailed={hasFailed}
          onLoadMore={loadMore}
        />
      )}
    </section>
  );
}

/** The search page without a query or without results. */
function Suggestions({ heading, children }: { heading: ReactNode; children: ReactNode }) {
  return (
    <section
      className={`items-center pt-[10svh] pb-8 text-center md:pb-12 ${growingListClass}`}
      aria-labelledby="search-heading"
    >
      <h1 id="search-heading" className="text-xl/7.5 text-ink">
        {heading}
      </h1>
      <p className="mt-2 max-w-104 text-balance wrap-anywhere text-ink-soft">{children}</p>
      <ul className="mt-6 flex max-w-120 flex-wrap justify-center gap-2">
        {searchExamples.map((example) => (
          <li key={example}>
            <Link
              to={searchPath(example)}
              className="inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4.5 text-base font-medium text-ink transition-transform duration-150 ease-out hover:-translate-y-px hover:text-leaf"
            >
              {example}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** True while something has been pending for longer than `delayMs`. */
function useIsSlow(isPending: boolean, delayMs: number): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setIsSlow(true), delayMs);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isPending, delayMs]);
  return isPending && isSlow;
}
