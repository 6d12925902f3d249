import {
  type LoaderFunctionArgs,
  type MetaArgs,
  type MetaDescriptor,
  redirect,
  useLoaderData,
} from 'react-router';
import { collectionPath, parseIdFromParam } from '#contract/base/slug.ts';
import { notFound, pageContext } from '#web/base/page-context.ts';
import { getShop } from '#web/storefront/page-meta.ts';
import { type AnyListSource, toCountText } from '#web/storefront/product-list/list-options.ts';
import { ListSection, listMeta } from '#web/storefront/product-list/list-page.tsx';
import { toPageNumber, toProductListPage } from '#web/storefront/product-list/product-pages.ts';
import { breadcrumbData, structuredData } from '#web/storefront/structured-data.ts';
import { inLanguage, t } from '#web/texts/t.ts';

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const { call } = context.get(pageContext);
  const { pathname, search, searchParams } = url;
  const collectionId = parseIdFromParam(params.collection ?? '');
  const page = toPageNumber(searchParams);
  const { collection, firstPage } = await call(
    'listProductsByCollection',
    { collectionId, page },
    {
      select: ({ collection: shown, until: _until, ...products }) => ({
        collection: shown,
        firstPage: toProductListPage(products),
      }),
    },
  );
  const path = collectionPath(collection);
  if (pathname !== path) throw redirect(`${path}${search}`, 301);
  if (firstPage.totalCount === 0) throw notFound();
  if (firstPage.products.length === 0) throw redirect(path);
  const source: AnyListSource = { path, text: '', standardSort: 'popular', input: { collectionId } };
  return { collection, source, options: {}, firstPage };
}

export function meta({ loaderData, matches }: MetaArgs<typeof loader>): MetaDescriptor[] {
  if (loaderData === undefined) return [];
  const { collection, source, firstPage } = loaderData;
  const shop = getShop(matches);
  const title = inLanguage(collection.title, collection.titleHindi);
  const count = toCountText(firstPage.totalCount);
  const description = t('products.collectionDescription', { title, count, minutes: shop.promisedMinutes });
  const meta = listMeta(loaderData, { title, description, shop });
  const steps = [
    { name: t('shell.home'), path: '/' },
    { name: title, path: source.path },
  ];
  return [...meta, ...structuredData(() => [breadcrumbData(steps, shop.url)])];
}

/** `/collection/…`: all products of a collection of the home page. */
export default function CollectionPage() {
  const { collection, ...list } = useLoaderData<typeof loader>();
  return <ListSection title={inLanguage(collection.title, collection.titleHindi)} {...list} />;
}
