import { useCallback } from 'react';
import {
  type LoaderFunctionArgs,
  type MetaArgs,
  type MetaDescriptor,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { toBrandSlug } from '#contract/base/slug.ts';
import { type ListOptions, parseListOptions } from '#contract/products/product-filter.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { pageContext } from '#web/base/page-context.ts';
import { getShop, pageMeta, toPageTitle } from '#web/storefront/page-meta.ts';
import { GrowingList } from '#web/storefront/product-list/growing-list.tsx';
import {
  brandSource,
  isEmptied,
  type ListSource,
  listAddress,
  toCountText,
} from '#web/storefront/product-list/list-options.ts';
import { EmptiedList, ListToolbar } from '#web/storefront/product-list/list-toolbar.tsx';
import { growingListClass } from '#web/storefront/product-list/product-grid.tsx';
import {
  type ProductListPage,
  toPageNumber,
  toProductListPage,
} from '#web/storefront/product-list/product-pages.ts';
import { brandData, breadcrumbData, structuredData } from '#web/storefront/structured-data.ts';
import { t } from '#web/texts/t.ts';

const cardWidths = '(min-width: 1024px) 12rem, (min-width: 768px) 22vw, 44vw';
const eagerCount = 2;

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const { call } = context.get(pageContext);
  const { pathname, search, searchParams } = url;
  const slug = toBrandSlug(params.brand ?? '');
  const page = toPageNumber(searchParams);
  const options = parseListOptions(searchParams, 'newest');
  const { name, firstPage } = await call(
    'listProductsByBrand',
    { brand: slug, ...options, page },
    ({ brand, ...products }) => ({ name: brand, firstPage: toProductListPage(products) }),
  );
  const source = brandSource(name);
  // Another spelling of the name, or that of a brand that was renamed.
  if (pathname !== source.path) throw redirect(`${source.path}${search}`, 301);
  if (page > 1 && firstPage.products.length === 0) throw redirect(listAddress(source, options));
  const without = isEmptied(options, firstPage.totalCount)
    ? await call('listFacets', { ...source.input, ...options }, ({ data }) => data.without)
    : null;
  return { name, source, options, firstPage, without };
}

export function meta({ loaderData, matches }: MetaArgs<typeof loader>): MetaDescriptor[] {
  if (loaderData === undefined) return [];
  const { name, firstPage, source, options } = loaderData;
  const shop = getShop(matches);
  const { page, totalCount } = firstPage;
  // Of a sorted or filtered list the other pages are of other products.
  const isPlain = listAddress(source, options) === source.path;
  const meta = pageMeta({
    title: `${toPageTitle(name, page)} | ${shop.name}`,
    description: t('products.brandDescription', {
      count: toCountText(totalCount),
      brand: name,
      minutes: shop.promisedMinutes,
    }),
    shop,
    path: page > 1 && isPlain ? `${source.path}?page=${page}` : source.path,
    image: firstPage.products[0]?.image,
  });
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
  const { name, source, options, firstPage, without } = useLoaderData<typeof loader>();
  const { state } = useNavigation();
  return (
    <section className={`pt-4 pb-8 md:pt-6 md:pb-12 ${growingListClass}`} aria-labelledby="brand-heading">
      <header className="mb-3">
        <p className="text-xs/4.5 text-ink-soft">{t('products.brand')}</p>
        <h1 id="brand-heading" className="text-lg/6 wrap-anywhere text-ink md:text-xl/8">
          {name}
        </h1>
        <p role="status" className="text-xs/4.5 text-ink-soft">
          {toCountText(firstPage.totalCount)}
        </p>
      </header>
      {(firstPage.totalCount > 1 || without !== null) && <ListToolbar source={source} options={options} />}
      {without === null ? (
        <Products
          key={listAddress(source, options)}
          source={source}
          slug={toBrandSlug(name)}
          options={options}
          firstPage={firstPage}
          isOutdated={state === 'loading'}
        />
      ) : (
        <EmptiedList source={source} options={options} without={without} />
      )}
    </section>
  );
}

interface ProductsProps {
  source: ListSource;
  slug: string;
  options: ListOptions;
  firstPage: ProductListPage;
  isOutdated: boolean;
}

function Products({ source, slug, options, firstPage, isOutdated }: ProductsProps) {
  const loadPage = useCallback(
    async (page: number, after: string | undefined) => {
      const input = { brand: slug, ...options, page, ...(after !== undefined && { after }) };
      return toProductListPage(await callApiOrThrow('listProductsByBrand', input));
    },
    [slug, options],
  );
  return (
    <GrowingList
      path={listAddress(source, options)}
      pageAddress={(page) => listAddress(source, options, page)}
      firstPage={firstPage}
      loadPage={loadPage}
      layout="full"
      sizes={cardWidths}
      eagerCount={eagerCount}
      isOutdated={isOutdated}
    />
  );
}
