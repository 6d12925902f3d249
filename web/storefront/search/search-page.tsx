import { type ReactNode, useEffect, useMemo, useState } from 'react';
import {
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  type MetaDescriptor,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { isFiltered, parseListOptions } from '#contract/products/product-filter.ts';
import { type PageContext, pageContext } from '#web/base/page-context.ts';
import { getShop, pageMeta } from '#web/storefront/page-meta.ts';
import { ProductCardSkeletons } from '#web/storefront/product-card/product-card.tsx';
import { isEmptied, type ListSource, listAddress } from '#web/storefront/product-list/list-options.ts';
import { fullCardWidths, GrowingList } from '#web/storefront/product-list/list-page.tsx';
import { EmptiedList, ListToolbar } from '#web/storefront/product-list/list-toolbar.tsx';
import { gridClasses, growingListClass } from '#web/storefront/product-list/product-grid.tsx';
import { toPageNumber, toProductListPage } from '#web/storefront/product-list/product-pages.ts';
import { readSearchText, searchPath } from '#web/storefront/product-list/search-query.ts';
import { t } from '#web/texts/t.ts';
import { type RelatedLink, RelatedLinks, toRelatedLinks } from './related-links.tsx';
import { searchExamples } from './search-bar.tsx';
import './search-input.tsx';

const skeletonCount = 10;
/** Most responses are faster; skeletons after every typed character would flicker. */
const skeletonDelayMs = 200;

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { call } = context.get(pageContext);
  const text = readSearchText(url.searchParams);
  if (text === '') {
    const examples = await listExamples(call);
    return { text, options: {}, firstPage: null, without: null, related: [], examples };
  }
  const page = toPageNumber(url.searchParams);
  const options = parseListOptions(url.searchParams);
  const [firstPage, related] = await Promise.all([
    call('searchProducts', { search: text, ...options, page }, { select: toProductListPage }),
    call('suggestProducts', { search: text }, { select: toRelatedLinks }),
  ]);
  if (page > 1 && firstPage.products.length === 0) throw redirect(listAddress(toSource(text), options));
  const without = isEmptied(options, firstPage.totalCount)
    ? await call('listFacets', { search: text, ...options }, { select: ({ data }) => data.without })
    : null;
  const examples = firstPage.totalCount === 0 && without === null ? await listExamples(call) : [];
  return { text, options, firstPage, without, related, examples };
}

/** The examples of the search box that find products in this store. */
async function listExamples(call: PageContext['call']): Promise<string[]> {
  const hasProducts = await Promise.all(
    searchExamples.map((search) =>
      call('suggestProducts', { search }, { select: ({ data }) => data.products.length > 0 }),
    ),
  );
  return searchExamples.filter((_example, index) => hasProducts[index]);
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
  const { text, options, firstPage, without, related, examples } = useLoaderData<typeof loader>();
  const source = useMemo(() => toSource(text), [text]);
  const { location: nextLocation } = useNavigation();
  // The router drops the response of an older query, so `text` is always the last one.
  const isSearching = nextLocation?.pathname === '/search';
  const isSlow = useIsSlow(isSearching, skeletonDelayMs);
  if (isSlow) return <Searching />;
  if (firstPage === null) {
    return (
      <Suggestions heading={t('products.lookingFor')} examples={examples}>
        {t('products.typeName', { examples: examples.length })}
      </Suggestions>
    );
  }
  if (firstPage.products.length === 0 && without === null) {
    return (
      <Suggestions
        heading={<span role="status">{t('products.noData')}</span>}
        related={related}
        examples={examples}
      >
        {t('products.noResultsFor', { text, examples: examples.length })}
      </Suggestions>
    );
  }
  return (
    <section className={sectionClass} aria-labelledby="search-heading">
      <h1 id="search-heading" className={countClass}>
        <span role="status">{t('products.resultCount', { count: firstPage.totalCount })}</span>
      </h1>
      <RelatedLinks related={related} />
      {(firstPage.totalCount > 1 || isFiltered(options)) && <ListToolbar source={source} options={options} />}
      {without === null ? (
        <GrowingList
          key={listAddress(source, options)}
          source={source}
          options={options}
          firstPage={firstPage}
          layout="full"
          sizes={fullCardWidths}
          isOutdated={isSearching}
          backText={t('products.backToBest')}
          skeletonCount={skeletonCount}
        />
      ) : (
        <EmptiedList source={source} options={options} without={without} />
      )}
    </section>
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

interface SuggestionsProps {
  heading: ReactNode;
  related?: readonly RelatedLink[];
  examples: readonly string[];
  children: ReactNode;
}

/** The search page without a query or without results. */
function Suggestions({ heading, related = [], examples, children }: SuggestionsProps) {
  return (
    <section
      className={`items-center pt-[10svh] pb-8 text-center md:pb-12 ${growingListClass}`}
      aria-labelledby="search-heading"
    >
      <h1 id="search-heading" className="text-xl/7.5 text-ink">
        {heading}
      </h1>
      <p className="mt-2 max-w-104 text-balance wrap-anywhere text-ink-soft">{children}</p>
      <RelatedLinks related={related} />
      <ul className="mt-6 flex max-w-120 flex-wrap justify-center gap-2">
        {examples.map((example) => (
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
