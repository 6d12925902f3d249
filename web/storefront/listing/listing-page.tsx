import { useCallback, useRef } from 'react';
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
import { idOfParameter } from '#contract/rules/slug.ts';
import { callApiOrThrow } from '#web/api.ts';
import { pageContext } from '#web/page-context.ts';
import { pageMeta, shopOf } from '#web/storefront/page-meta.ts';
import { tintOf } from '#web/storefront/product-card/tint.ts';
import { type ListPage, listPageOf } from '#web/storefront/product-list/list-page.ts';
import { LoadMore } from '#web/storefront/product-list/load-more.tsx';
import { pageNumberOf } from '#web/storefront/product-list/page-number.ts';
import { ProductGrid } from '#web/storefront/product-list/product-grid.tsx';
import { useLaterPages } from '#web/storefront/product-list/use-later-pages.ts';
import { useNearEnd } from '#web/storefront/product-list/use-near-end.ts';
import { findListing } from './listing-data.ts';
import './listing.css';
import { SubCategoryRail } from './sub-category-rail.tsx';

const cardWidths = '(min-width: 1024px) 15rem, (min-width: 768px) 12rem, 7rem';
const eagerCount = 2;

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const { call } = context.get(pageContext);
  const categoryId = idOfParameter(params.category ?? '');
  const subCategoryId = idOfParameter(params.subCategory ?? '');
  const [categories, subCategories] = await Promise.all([
    call('listCategories', {}),
    call('listSubCategories', {}),
  ]);
  const frame = findListing(categories.data, subCategories.data, categoryId, subCategoryId);
  if (frame === null) throw data(null, { status: 404 });
  const { pathname, search, searchParams } = url;
  if (pathname !== frame.path) throw redirect(`${frame.path}${search}`, 301);
  const page = pageNumberOf(searchParams);
  const answer = await call('listProductsByCategoryAndSubCategory', { categoryId, subCategoryId, page });
  const firstPage = listPageOf(answer);
  if (page > 1 && firstPage.products.length === 0) throw redirect(frame.path);
  return { ...frame, firstPage };
}

export function meta({ loaderData, matches }: MetaArgs<typeof loader>): MetaDescriptor[] {
  if (loaderData === undefined) return [];
  const { category, subCategory, path, firstPage } = loaderData;
  const shop = shopOf(matches);
  const { page, totalCount } = firstPage;
  return pageMeta({
    title: `${subCategory.name}${page > 1 ? `, page ${page}` : ''} | ${shop.name}`,
    description: `${countOf(totalCount)} in ${subCategory.name} (${category.name}), at your door in 10 minutes.`,
    shop,
    path: page > 1 ? `${path}?page=${page}` : path,
    image: firstPage.products[0]?.image,
  });
}

export default function ListingPage() {
  const { category, subCategory, path, rail, firstPage } = useLoaderData<typeof loader>();
  const { state } = useNavigation();
  return (
    <div className="listing" style={tintOf(category.hue)}>
      <SubCategoryRail categoryName={category.name} rail={rail} activeId={subCategory._id} />
      <section
        className={`growing-list ${state === 'loading' ? 'is-leaving' : ''}`}
        aria-labelledby="listing-heading"
      >
        <header>
          <p>{category.name}</p>
          <h1 id="listing-heading">{subCategory.name}</h1>
          <p className="count">{countOf(firstPage.totalCount)}</p>
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

function countOf(products: number): string {
  return products === 1 ? '1 product' : `${products} products`;
}

interface ProductsProps {
  categoryId: string;
  subCategoryId: string;
  path: string;
  firstPage: ListPage;
}

function Products({ categoryId, subCategoryId, path, firstPage }: ProductsProps) {
  const grid = useRef<HTMLUListElement>(null);
  const loadPage = useCallback(
    async (page: number, signal: AbortSignal) => {
      const input = { categoryId, subCategoryId, page };
      return listPageOf(await callApiOrThrow('listProductsByCategoryAndSubCategory', input, { signal }));
    },
    [categoryId, subCategoryId],
  );
  const { products, nextPage, isLoading, hasFailed, loadMore } = useLaterPages({
    listKey: ['listing', categoryId, subCategoryId],
    firstPage,
    loadPage,
  });
  // After a failure the shopper decides, or a broken line would be asked at every scroll.
  useNearEnd(grid, nextPage === null || hasFailed ? null : loadMore);
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
