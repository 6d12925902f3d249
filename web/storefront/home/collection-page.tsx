import { useCallback } from 'react';
import {
  type LoaderFunctionArgs,
  type MetaArgs,
  type MetaDescriptor,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { collectionPath, parseIdFromParam } from '#contract/base/slug.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { notFound, pageContext } from '#web/base/page-context.ts';
import { getShop, pageMeta, toPageTitle } from '#web/storefront/page-meta.ts';
import { GrowingList } from '#web/storefront/product-list/growing-list.tsx';
import { toCountText } from '#web/storefront/product-list/list-options.ts';
import { growingListClass } from '#web/storefront/product-list/product-grid.tsx';
import {
  type ProductListPage,
  toPageNumber,
  toProductListPage,
} from '#web/storefront/product-list/product-pages.ts';
import { breadcrumbData, structuredData } from '#web/storefront/structured-data.ts';
import { inLanguage, t } from '#web/texts/t.ts';

const cardWidths = '(min-width: 1024px) 12rem, (min-width: 768px) 22vw, 44vw';
const eagerCount = 2;

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const { call } = context.get(pageContext);
  const { pathname, search, searchParams } = url;
  const collectionId = parseIdFromParam(params.collection ?? '');
  const page = toPageNumber(searchParams);
  const { collection, firstPage } = await call(
    'listProductsByCollection',
    { collectionId, page },
    ({ collection: shown, until: _until, ...products }) => ({
      collection: shown,
      firstPage: toProductListPage(products),
    }),
  );
  const path = collectionPath(collection);
  if (pathname !== path) throw redirect(`${path}${search}`, 301);
  if (firstPage.totalCount === 0) throw notFound();
  if (firstPage.products.length === 0) throw redirect(path);
  return { collection, path, firstPage };
}

export function meta({ loaderData, matches }: MetaArgs<typeof loader>): MetaDescriptor[] {
  if (loaderData === undefined) return [];
  const { collection, path, firstPage } = loaderData;
  const shop = getShop(matches);
  const title = inLanguage(collection.title, collection.titleHindi);
  const { page, totalCount } = firstPage;
  const meta = pageMeta({
    title: `${toPageTitle(title, page)} | ${shop.name}`,
    description: t('products.collectionDescription', {
      title,
      count: toCountText(totalCount),
      minutes: shop.promisedMinutes,
    }),
    shop,
    path: page > 1 ? `${path}?page=${page}` : path,
    image: firstPage.products[0]?.image,
  });
  const steps = [
    { name: t('shell.home'), path: '/' },
    { name: title, path },
  ];
  return [...meta, ...structuredData(() => [breadcrumbData(steps, shop.url)])];
}

/** `/collection/…`: all products of a collection of the home page. */
export default function CollectionPage() {
  const { collection, path, firstPage } = useLoaderData<typeof loader>();
  const { state } = useNavigation();
  return (
    <section
      className={`pt-4 pb-8 md:pt-6 md:pb-12 ${growingListClass}`}
      aria-labelledby="collection-heading"
    >
      <header className="mb-3">
        <h1 id="collection-heading" className="text-lg/6 wrap-anywhere text-ink md:text-xl/8">
          {inLanguage(collection.title, collection.titleHindi)}
        </h1>
        <p className="text-xs/4.5 text-ink-soft">{toCountText(firstPage.totalCount)}</p>
      </header>
      <Products
        key={path}
        collectionId={collection._id}
        path={path}
        firstPage={firstPage}
        isOutdated={state === 'loading'}
      />
    </section>
  );
}

interface ProductsProps {
  collectionId: string;
  path: string;
  firstPage: ProductListPage;
  isOutdated: boolean;
}

function Products({ collectionId, path, firstPage, isOutdated }: ProductsProps) {
  const loadPage = useCallback(
    async (page: number) =>
      toProductListPage(await callApiOrThrow('listProductsByCollection', { collectionId, page })),
    [collectionId],
  );
  return (
    <GrowingList
      path={path}
      pageAddress={(page) => `${path}?page=${page}`}
      firstPage={firstPage}
      loadPage={loadPage}
      layout="full"
      sizes={cardWidths}
      eagerCount={eagerCount}
      isOutdated={isOutdated}
    />
  );
}
