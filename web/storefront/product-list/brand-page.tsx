import {
  type LoaderFunctionArgs,
  type MetaArgs,
  type MetaDescriptor,
  redirect,
  useLoaderData,
} from 'react-router';
import { toBrandSlug } from '#contract/base/slug.ts';
import { parseListOptions } from '#contract/products/product-filter.ts';
import { pageContext } from '#web/base/page-context.ts';
import { getShop } from '#web/storefront/page-meta.ts';
import { brandData, breadcrumbData, structuredData } from '#web/storefront/structured-data.ts';
import { t } from '#web/texts/t.ts';
import { brandSource, isEmptied, listAddress, toCountText } from './list-options.ts';
import { ListSection, listMeta } from './list-page.tsx';
import { toPageNumber, toProductListPage } from './product-pages.ts';

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const { call } = context.get(pageContext);
  const { pathname, search, searchParams } = url;
  const slug = toBrandSlug(params.brand ?? '');
  const page = toPageNumber(searchParams);
  const options = parseListOptions(searchParams, 'popular');
  const { name, firstPage } = await call(
    'listProductsByBrand',
    { brand: slug, ...options, page },
    { select: ({ brand, ...products }) => ({ name: brand, firstPage: toProductListPage(products) }) },
  );
  const source = brandSource(name);
  // Another spelling of the name, or that of a brand that was renamed.
  if (pathname !== source.path) throw redirect(`${source.path}${search}`, 301);
  if (page > 1 && firstPage.products.length === 0) throw redirect(listAddress(source, options));
  const without = isEmptied(options, firstPage.totalCount)
    ? await call('listFacets', { ...source.input, ...options }, { select: ({ data }) => data.without })
    : null;
  return { name, source, options, firstPage, without };
}

export function meta({ loaderData, matches }: MetaArgs<typeof loader>): MetaDescriptor[] {
  if (loaderData === undefined) return [];
  const { name, source, firstPage } = loaderData;
  const shop = getShop(matches);
  const count = toCountText(firstPage.totalCount);
  const description = t('products.brandDescription', { count, brand: name, minutes: shop.promisedMinutes });
  const meta = listMeta(loaderData, { title: name, description, shop });
  const data = structuredData(() => {
    const steps = [
      { name: t('shell.home'), path: '/' },
      { name, path: source.path },
    ];
    return [brandData(name, shop.url), breadcrumbData(steps, shop.url)];
  });
  return [...meta, ...data];
}

export default function BrandPage() {
  const { name, ...list } = useLoaderData<typeof loader>();
  return <ListSection label={t('products.brand')} title={name} {...list} />;
}
