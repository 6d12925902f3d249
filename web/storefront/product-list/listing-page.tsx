import { useEffect, useRef } from 'react';
import {
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  type MetaDescriptor,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { parseIdFromParam } from '#contract/base/slug.ts';
import { parseListOptions } from '#contract/products/product-filter.ts';
import { notFound, pageContext } from '#web/base/page-context.ts';
import { getShop } from '#web/storefront/page-meta.ts';
import {
  tileClass,
  tileHueStyle,
  tileImageClass,
  wholeWordsClass,
  wordWidthStyle,
} from '#web/storefront/product-card-data.ts';
import { breadcrumbData, structuredData } from '#web/storefront/structured-data.ts';
import { langOf, nameOf, t } from '#web/texts/t.ts';
import { Picture } from '#web/ui/picture.tsx';
import { isEmptied, type ListSource, listAddress, toCountText } from './list-options.ts';
import { ListSection, listMeta } from './list-page.tsx';
import { findListing, type SubCategoryLink } from './listing-data.ts';
import { toPageNumber, toProductListPage } from './product-pages.ts';

const cardWidths = '(min-width: 1024px) 15rem, (min-width: 768px) 12rem, (min-width: 22.5rem) 34vw, 7rem';

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const { call } = context.get(pageContext);
  const categoryId = parseIdFromParam(params.category ?? '');
  const subCategoryId = parseIdFromParam(params.subCategory ?? '');
  const [categories, subCategories] = await Promise.all([
    call('listCategories', {}, { select: ({ data }) => data.filter(({ _id }) => _id === categoryId) }),
    call(
      'listSubCategories',
      {},
      { select: ({ data }) => data.filter(({ category }) => category.some(({ _id }) => _id === categoryId)) },
    ),
  ]);
  const frame = findListing(categories, subCategories, categoryId, subCategoryId);
  if (frame === null) throw notFound();
  const { pathname, search, searchParams } = url;
  if (pathname !== frame.path) throw redirect(`${frame.path}${search}`, 301);
  const page = toPageNumber(searchParams);
  const options = parseListOptions(searchParams, 'popular');
  const ids = { categoryId, subCategoryId };
  const input = { ...ids, ...options, page };
  const firstPage = await call('listProductsByCategoryAndSubCategory', input, { select: toProductListPage });
  const source: ListSource = { path: frame.path, text: '', standardSort: 'popular', input: ids };
  if (page > 1 && firstPage.products.length === 0) throw redirect(listAddress(source, options));
  const without = isEmptied(options, firstPage.totalCount)
    ? await call('listFacets', { ...ids, ...options }, { select: ({ data }) => data.without })
    : null;
  return { ...frame, source, options, firstPage, without };
}

export function meta({ loaderData, matches }: MetaArgs<typeof loader>): MetaDescriptor[] {
  if (loaderData === undefined) return [];
  const { category, subCategory, path, rail, firstPage } = loaderData;
  const shop = getShop(matches);
  const description = t('products.listingDescription', {
    count: toCountText(firstPage.totalCount),
    subCategory: nameOf(subCategory),
    category: nameOf(category),
    minutes: shop.promisedMinutes,
  });
  const meta = listMeta(loaderData, { title: nameOf(subCategory), description, shop });
  const data = structuredData(() => {
    // A category has no page: its tile on the home page leads to its first listing.
    const parents = rail.slice(0, 1).map((first) => ({ name: nameOf(category), path: first.path }));
    const steps = [{ name: t('shell.home'), path: '/' }, ...parents, { name: nameOf(subCategory), path }];
    return [breadcrumbData(steps, shop.url)];
  });
  return [...meta, ...data];
}

export default function ListingPage() {
  const { category, subCategory, rail, path: _path, ...list } = useLoaderData<typeof loader>();
  return (
    <div
      className="-ml-(--page-gutter) grid grid-cols-[4.75rem_minmax(0,1fr)] gap-x-3 md:ml-0 md:grid-cols-[12rem_minmax(0,1fr)] md:gap-x-6 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-x-8"
      style={tileHueStyle(category.hue)}
    >
      <SubCategoryRail categoryName={nameOf(category)} rail={rail} activeId={subCategory._id} />
      <ListSection
        label={nameOf(category)}
        title={nameOf(subCategory)}
        layout="narrow"
        sizes={cardWidths}
        {...list}
      />
    </div>
  );
}

const activeLinkClass =
  'font-bold text-ink md:bg-[oklch(var(--tint-lightness)_var(--tint-chroma)_var(--hue,140)/0.6)]';

interface SubCategoryRailProps {
  categoryName: string;
  rail: readonly SubCategoryLink[];
  activeId: string;
}

/** The sub-categories beside a listing. A tap highlights its target at once, before the products are loaded. */
function SubCategoryRail({ categoryName, rail, activeId }: SubCategoryRailProps) {
  const { location: nextLocation } = useNavigation();
  const active = rail.find(({ path }) => path === nextLocation?.pathname)?._id ?? activeId;
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const element = list.current;
    const current = element?.querySelector<HTMLElement>(`[data-id="${activeId}"]`);
    if (!element || !current) return;
    // Not scrollIntoView: it would scroll the page, too.
    element.scrollTop = current.offsetTop - (element.clientHeight - current.offsetHeight) / 2;
  }, [activeId]);

  return (
    <nav
      className="border-r border-line"
      aria-label={t('products.subCategoriesOf', { category: categoryName })}
    >
      <ul
        ref={list}
        className="sticky top-(--header-stuck) flex max-h-[calc(100svh-var(--header-stuck)-var(--bottom-bar-height))] flex-col overflow-y-auto overscroll-contain py-2 [scrollbar-width:none] md:max-h-[calc(100svh-var(--header-stuck))] md:py-6"
      >
        {rail.map(({ _id, image, path, ...subCategory }) => (
          <li key={_id} data-id={_id}>
            <Link
              to={path}
              prefetch="viewport"
              className={`relative flex min-h-11 flex-col items-center gap-1 px-1 py-1.5 text-center text-xs/[0.9375rem] after:absolute after:inset-y-2 after:right-0 after:w-[3px] after:rounded-l-[3px] after:bg-leaf after:transition after:duration-150 after:ease-out md:flex-row md:gap-3 md:rounded-l-md md:py-2 md:pr-3 md:pl-2 md:text-left md:text-sm/4.5 md:hover:bg-[oklch(var(--tint-lightness)_var(--tint-chroma)_var(--hue,140)/0.6)] ${_id === active ? activeLinkClass : 'text-ink-soft after:scale-y-40 after:opacity-0'}`}
              data-active={_id === active || undefined}
              aria-current={_id === activeId ? 'page' : undefined}
            >
              <span
                className={`w-12 flex-none rounded-full transition-transform duration-150 ease-out ${_id === active ? 'scale-108' : ''} ${tileClass}`}
              >
                <Picture
                  src={image}
                  alt=""
                  width={160}
                  height={160}
                  sizes="3.5rem"
                  className={`p-[12%] ${tileImageClass}`}
                />
              </span>
              <span
                className="w-full min-w-0 [--label-width:4.2rem] md:flex-1 md:[--label-width:6.9rem] lg:[--label-width:9.9rem]"
                style={wordWidthStyle(nameOf(subCategory))}
              >
                <span
                  lang={langOf(nameOf(subCategory))}
                  className={`block [--label-size:0.75rem] md:[--label-size:0.875rem] ${wholeWordsClass}`}
                >
                  {nameOf(subCategory)}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
