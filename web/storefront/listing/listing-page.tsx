import { useCallback, useEffect, useRef } from 'react';
import {
  data,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  type MetaDescriptor,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { parseIdFromParam } from '#contract/rules/slug.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { pageContext } from '#web/page-context.ts';
import { getShop, pageMeta } from '#web/storefront/page-meta.ts';
import { hueStyle } from '#web/storefront/product-card/card-product.ts';
import { LoadMore, ProductGrid } from '#web/storefront/product-list/product-grid.tsx';
import {
  type ProductListPage,
  toPageNumber,
  toProductListPage,
  useProductPages,
} from '#web/storefront/product-list/product-pages.ts';
import { useInfiniteScroll } from '#web/storefront/product-list/use-infinite-scroll.ts';
import { findListing, type SubCategoryLink } from './listing-data.ts';
import './listing.css';
import { Picture } from '#web/ui/picture.tsx';

const cardWidths = '(min-width: 1024px) 15rem, (min-width: 768px) 12rem, 7rem';
const eagerCount = 2;

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const { call } = context.get(pageContext);
  const categoryId = parseIdFromParam(params.category ?? '');
  const subCategoryId = parseIdFromParam(params.subCategory ?? '');
  const [categories, subCategories] = await Promise.all([
    call('listCategories', {}),
    call('listSubCategories', {}),
  ]);
  const frame = findListing(categories.data, subCategories.data, categoryId, subCategoryId);
  if (frame === null) throw data(null, { status: 404 });
  const { pathname, search, searchParams } = url;
  if (pathname !== frame.path) throw redirect(`${frame.path}${search}`, 301);
  const page = toPageNumber(searchParams);
  const answer = await call('listProductsByCategoryAndSubCategory', { categoryId, subCategoryId, page });
  const firstPage = toProductListPage(answer);
  if (page > 1 && firstPage.products.length === 0) throw redirect(frame.path);
  return { ...frame, firstPage };
}

export function meta({ loaderData, matches }: MetaArgs<typeof loader>): MetaDescriptor[] {
  if (loaderData === undefined) return [];
  const { category, subCategory, path, firstPage } = loaderData;
  const shop = getShop(matches);
  const { page, totalCount } = firstPage;
  return pageMeta({
    title: `${subCategory.name}${page > 1 ? `, page ${page}` : ''} | ${shop.name}`,
    description: `${toCountText(totalCount)} in ${subCategory.name} (${category.name}), at your door in 10 minutes.`,
    shop,
    path: page > 1 ? `${path}?page=${page}` : path,
    image: firstPage.products[0]?.image,
  });
}

export default function ListingPage() {
  const { category, subCategory, path, rail, firstPage } = useLoaderData<typeof loader>();
  const { state } = useNavigation();
  return (
    <div className="listing" style={hueStyle(category.hue)}>
      <SubCategoryRail categoryName={category.name} rail={rail} activeId={subCategory._id} />
      <section
        className={`growing-list ${state === 'loading' ? 'is-leaving' : ''}`}
        aria-labelledby="listing-heading"
      >
        <header>
          <p>{category.name}</p>
          <h1 id="listing-heading">{subCategory.name}</h1>
          <p className="count">{toCountText(firstPage.totalCount)}</p>
        </header>
        <Products
          key={path}
          categoryId={category._id}
          subCategoryId={subCategory._id}
          path={path}
          firstPage={firstPage}
        />
      </section>
    </div>
  );
}

function toCountText(products: number): string {
  return products === 1 ? '1 product' : `${products} products`;
}

interface ProductsProps {
  categoryId: string;
  subCategoryId: string;
  path: string;
  firstPage: ProductListPage;
}

function Products({ categoryId, subCategoryId, path, firstPage }: ProductsProps) {
  const grid = useRef<HTMLUListElement>(null);
  const loadPage = useCallback(
    async (page: number, signal: AbortSignal) => {
      const input = { categoryId, subCategoryId, page };
      return toProductListPage(
        await callApiOrThrow('listProductsByCategoryAndSubCategory', input, { signal }),
      );
    },
    [categoryId, subCategoryId],
  );
  const { products, nextPage, isLoading, hasFailed, loadMore } = useProductPages({
    listKey: ['listing', categoryId, subCategoryId],
    firstPage,
    loadPage,
  });
  // After a failure the shopper decides, or a broken line would be asked at every scroll.
  useInfiniteScroll(grid, nextPage === null || hasFailed ? null : loadMore);
  if (products.length === 0)
    return <p className="is-empty">Nothing here yet. New products come every day.</p>;
  return (
    <>
      {firstPage.page > 1 && (
        <Link className="back" to={path}>
          Back to the first products
        </Link>
      )}
      <h2 className="sr-only">Products</h2>
      <ProductGrid gridRef={grid} products={products} sizes={cardWidths} eagerCount={eagerCount} />
      {nextPage !== null && (
        // A new one for each page: the old one leaves instead of being pushed down before the shopper's eyes.
        <LoadMore
          key={nextPage}
          href={`${path}?page=${nextPage}`}
          isLoading={isLoading}
          hasFailed={hasFailed}
          onLoadMore={loadMore}
        />
      )}
    </>
  );
}

interface SubCategoryRailProps {
  categoryName: string;
  rail: readonly SubCategoryLink[];
  /** The one that is shown. */
  activeId: string;
}

/** The sub-categories beside a listing. A tap highlights its target at once, before the products have come. */
function SubCategoryRail({ categoryName, rail, activeId }: SubCategoryRailProps) {
  const { location: nextLocation } = useNavigation();
  const active = rail.find(({ path }) => path === nextLocation?.pathname)?._id ?? activeId;
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const element = list.current;
    const current = element?.querySelector<HTMLElement>(`[data-id="${activeId}"]`);
    if (!element || !current) return;
    // Not scrollIntoView: that would move the page, too.
    element.scrollTop = current.offsetTop - (element.clientHeight - current.offsetHeight) / 2;
  }, [activeId]);

  return (
    <nav className="rail" aria-label={`Sub-categories of ${categoryName}`}>
      <ul ref={list}>
        {rail.map(({ _id, name, image, path }) => (
          <li key={_id} data-id={_id}>
            <Link
              to={path}
              prefetch="viewport"
              className={_id === active ? 'is-active' : undefined}
              aria-current={_id === activeId ? 'page' : undefined}
            >
              <span className="tile">
                <Picture src={image} alt="" width={160} height={160} sizes="3.5rem" />
              </span>
              <span className="name">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
