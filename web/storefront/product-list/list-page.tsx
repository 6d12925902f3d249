import { useCallback, useRef } from 'react';
import { Link, type MetaDescriptor, useNavigation } from 'react-router';
import type { ProductFacets } from '#contract/products/product.ts';
import { isFiltered, type ListOptions } from '#contract/products/product-filter.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { type MetaShop, pageMeta, toPageTitle } from '#web/storefront/page-meta.ts';
import { ProductCardSkeletons } from '#web/storefront/product-card/product-card.tsx';
import { langOf, t } from '#web/texts/t.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { type AnyListSource, canFilter, listAddress, toCountText } from './list-options.ts';
import { EmptiedList, ListToolbar } from './list-toolbar.tsx';
import { growingListClass, LoadMore, ProductGrid } from './product-grid.tsx';
import { type ProductListPage, toProductListPage, useProductPages } from './product-pages.ts';
import { useInfiniteScroll } from './use-infinite-scroll.ts';

/** The `sizes` of the pictures of a list in the full width. */
export const fullCardWidths = '(min-width: 1024px) 12rem, (min-width: 768px) 22vw, 44vw';
/** How many pictures are on the first screen. */
const eagerCount = 2;

/** Page data of a list. */
interface ListData {
  source: AnyListSource;
  options: ListOptions;
  firstPage: ProductListPage;
}

/** The meta of a listing, a brand or a collection. */
export function listMeta(
  { source, options, firstPage: { page, products } }: ListData,
  { title, description, shop }: { title: string; description: string; shop: MetaShop },
): MetaDescriptor[] {
  // Of a sorted or filtered list the other pages are of other products.
  const isPlain = listAddress(source, options) === source.path;
  return pageMeta({
    title: `${toPageTitle(title, page)} | ${shop.name}`,
    description,
    shop,
    path: page > 1 && isPlain ? `${source.path}?page=${page}` : source.path,
    image: products[0]?.image,
  });
}

interface ListSectionProps extends ListData {
  /** Above the heading. */
  label?: string;
  title: string;
  /** Of the filters of an empty list. */
  without?: ProductFacets['without'] | null;
  layout?: 'full' | 'narrow';
  /** The width of a card, for the choice of an image. */
  sizes?: string;
}

/** A listing, a brand or a collection: its heading, order and filters, and its products. */
export function ListSection(props: ListSectionProps) {
  const { label, title, source, options, firstPage, without = null } = props;
  const { layout = 'full', sizes = fullCardWidths } = props;
  const { state } = useNavigation();
  const { totalCount } = firstPage;
  return (
    <section className={`pt-4 pb-8 md:pt-6 md:pb-12 ${growingListClass}`} aria-labelledby="list-heading">
      <header className="mb-3">
        {label !== undefined && (
          <p lang={langOf(label)} className="text-xs/4.5 text-ink-soft">
            {label}
          </p>
        )}
        <h1
          id="list-heading"
          lang={langOf(title)}
          className={`text-lg/6 text-ink md:text-xl/8 ${layout === 'narrow' ? 'wrap-break-word' : 'wrap-anywhere'}`}
        >
          {title}
        </h1>
        <p role="status" className="text-xs/4.5 text-ink-soft">
          {toCountText(totalCount)}
        </p>
      </header>
      {canFilter(source) && (totalCount > 1 || isFiltered(options)) && (
        <ListToolbar source={source} options={options} />
      )}
      {canFilter(source) && without !== null ? (
        <EmptiedList source={source} options={options} without={without} />
      ) : firstPage.products.length === 0 ? (
        <div className="py-16 text-center">
          <p className="mb-4 text-ink-soft">{t('products.noneYet')}</p>
          <Link to="/search" className={buttonClass('secondary')}>
            {t('shell.search')}
          </Link>
        </div>
      ) : (
        <GrowingList
          key={listAddress(source, options)}
          source={source}
          options={options}
          firstPage={firstPage}
          layout={layout}
          sizes={sizes}
          isOutdated={state === 'loading'}
        />
      )}
    </section>
  );
}

interface GrowingListProps extends ListData {
  layout: 'full' | 'narrow';
  sizes: string;
  /** Another list is loading. */
  isOutdated: boolean;
  /** Of the link from a later page. */
  backText?: string;
  /** How many are shown while the next page loads. */
  skeletonCount?: number;
}

/** The cards of a list, with the next ones as they are scrolled to; without JavaScript by a link to the next page. */
export function GrowingList(props: GrowingListProps) {
  const { source, options, firstPage, layout, sizes, isOutdated, skeletonCount = 0 } = props;
  const { backText = t('products.backToFirst') } = props;
  const grid = useRef<HTMLUListElement>(null);
  const address = listAddress(source, options);
  const loadPage = useCallback(
    (page: number, after: string | undefined) => loadListPage(source, options, page, after),
    [source, options],
  );
  const { products, nextPage, isLoading, hasFailed, loadMore } = useProductPages({
    listKey: [address],
    firstPage,
    loadPage,
  });
  // After a failure only 'Try again' loads: without a connection every scroll would send a request.
  useInfiniteScroll(grid, nextPage === null || hasFailed || isOutdated ? null : loadMore);
  return (
    <>
      {firstPage.page > 1 && (
        <Link className="mb-4 text-sm/normal font-semibold text-leaf" to={address}>
          {backText}
        </Link>
      )}
      <h2 className="sr-only">{t('products.products')}</h2>
      <ProductGrid
        gridRef={grid}
        products={products}
        layout={layout}
        sizes={sizes}
        eagerCount={eagerCount}
        isOutdated={isOutdated}
      >
        {isLoading && skeletonCount > 0 && <ProductCardSkeletons count={skeletonCount} />}
      </ProductGrid>
      {nextPage !== null && (
        // The key: the old control is replaced instead of being pushed down, which would count as a layout shift.
        <LoadMore
          key={`${nextPage} ${skeletonCount > 0 && isLoading}`}
          href={listAddress(source, options, nextPage)}
          isLoading={isLoading}
          hasFailed={hasFailed}
          onLoadMore={loadMore}
        />
      )}
    </>
  );
}

async function loadListPage(
  { input }: AnyListSource,
  options: ListOptions,
  page: number,
  after: string | undefined,
): Promise<ProductListPage> {
  if ('collectionId' in input)
    return toProductListPage(await callApiOrThrow('listProductsByCollection', { ...input, page }));
  const paging = { ...options, page, ...(after !== undefined && { after }) };
  if ('search' in input)
    return toProductListPage(await callApiOrThrow('searchProducts', { ...input, ...paging }));
  if ('brand' in input)
    return toProductListPage(await callApiOrThrow('listProductsByBrand', { ...input, ...paging }));
  return toProductListPage(
    await callApiOrThrow('listProductsByCategoryAndSubCategory', { ...input, ...paging }),
  );
}
