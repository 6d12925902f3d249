import { type ReactNode, Suspense, use, useContext, useLayoutEffect, useRef } from 'react';
import {
  type ClientLoaderFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  type MetaDescriptor,
  useLoaderData,
} from 'react-router';
import { pageContext } from '#web/base/page-context.ts';
import { useSession } from '#web/session/session.ts';
import { getShop, pageMeta } from '#web/storefront/page-meta.ts';
import {
  type ProductCardData,
  tileClass,
  tileHueStyle,
  tileImageClass,
  wholeWordsClass,
  wordWidthStyle,
} from '#web/storefront/product-card-data.ts';
import { PromisedMinutes } from '#web/storefront/promised-minutes.ts';
import { shopData, structuredData } from '#web/storefront/structured-data.ts';
import { langOf, nameOf, t } from '#web/texts/t.ts';
import { lazyWithRetry } from '#web/ui/lazy.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { BannerStrip, preloadedBanner } from './banner-strip.tsx';
import { type CategoryTile, type HomeData, homeRowProducts, toHomeData, withTimeout } from './home-data.ts';
import { HomeProductRow } from './home-product-row.tsx';
import {
  BuyAgainSkeleton,
  bannerSizeClass,
  categoryGridClass,
  HomeSkeleton,
  homeClass,
} from './home-skeleton.tsx';

// With TanStack Query, which the page of a guest does not need.
const BuyAgain = lazyWithRetry(() => import('./buy-again.tsx'));

/** Delay before the skeleton replaces the previous page. */
const skeletonDelayMs = 120;

export async function loader({ context }: LoaderFunctionArgs): Promise<{ value: HomeData }> {
  const { call } = context.get(pageContext);
  const [categories, subCategories, home] = await Promise.all([
    call('listCategories', {}),
    call('listSubCategories', {}),
    call('getHome', {}, { select: ({ data: { until: _until, ...shown } }) => shown }),
  ]);
  const [rows, collections] = await Promise.all([
    Promise.all(
      categories.data.map(({ _id }) => call('listProductsByCategory', { id: _id, limit: homeRowProducts })),
    ),
    Promise.all(
      home.collections.map(async (collection) => {
        const input = { collectionId: collection._id, limit: homeRowProducts };
        const products = await call('listProductsByCollection', input, { select: ({ data }) => data }).catch(
          ifEnded,
        );
        return { ...collection, products };
      }),
    ),
  ]);
  return {
    value: toHomeData(
      categories.data,
      subCategories.data,
      rows.map(({ data }) => data),
      { ...home, collections },
    ),
  };
}

/** The products of a collection that has ended since the home page was read. */
function ifEnded(thrown: unknown): [] {
  if (thrown instanceof Response && thrown.status === 404) return [];
  throw thrown;
}

export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  const home = serverLoader<typeof loader>().then(({ value }) => value);
  return withTimeout(home, skeletonDelayMs);
}

export function meta({ matches, loaderData }: MetaArgs<typeof clientLoader>): MetaDescriptor[] {
  const shop = getShop(matches);
  const { promisedMinutes: minutes } = shop;
  const home = loaderData?.value;
  const isOpeningSoon = home !== undefined && !(home instanceof Promise) && home.rows.length === 0;
  // The tagline of the configuration is English.
  const tagline = import.meta.env.LANGUAGE === 'en' ? shop.tagline : t('products.homeHeading', { minutes });
  const page = pageMeta({
    title: `${shop.name} | ${isOpeningSoon ? t('products.openingSoon') : tagline}`,
    description: isOpeningSoon
      ? t('products.openingSoonText')
      : t('products.homeDescription', { minutes, shop: shop.name }),
    shop,
    path: '/',
  });
  return [...page, ...preloadedBanner(loaderData), ...structuredData(() => shopData(shop))];
}

export default function HomePage() {
  const { value } = useLoaderData<typeof clientLoader>();
  return (
    <Suspense fallback={<HomeSkeleton heightPx={heightWhenLeftPx} />}>
      <Home data={value} />
    </Suspense>
  );
}

let heightWhenLeftPx: number | undefined;

function Home({ data }: { data: HomeData | Promise<HomeData> }) {
  const value = data instanceof Promise ? use(data) : data;
  const page = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = page.current;
    return () => {
      heightWhenLeftPx = element?.offsetHeight;
    };
  }, []);
  return (
    <div className={homeClass} ref={page}>
      <HomeParts data={value} buyAgain={<BuyAgainSpace />} />
    </div>
  );
}

interface HomePartsProps {
  data: HomeData;
  buyAgain?: ReactNode;
}

/** The home page from the banner to the last row. */
export function HomeParts({ data: { banners, banner, tiles, rows }, buyAgain }: HomePartsProps) {
  return (
    <>
      {banners.length > 0 ? (
        <BannerStrip banners={banners} />
      ) : (
        <HomeBanner startPath={tiles[0]?.path ?? null} products={banner} hasProducts={rows.length > 0} />
      )}
      {tiles.length > 0 && <CategoryGrid tiles={tiles} />}
      {buyAgain}
      {rows.map((row, index) => (
        // Each is hydrated after the page, in a separate task, or at the first tap in it.
        <Suspense key={'categoryId' in row ? row.categoryId : row.collectionId}>
          <HomeProductRow row={row} isFirst={index === 0} />
        </Suspense>
      ))}
    </>
  );
}

/**
 * The last order and what was bought before of a shopper who has ordered. An inline script reserves its space in a
 * browser that knows so.
 */
function BuyAgainSpace() {
  const { user } = useSession();
  return (
    <div className="hidden space-y-8 in-data-[bought=known]:block">
      {user === null ? (
        <BuyAgainSkeleton />
      ) : (
        <Suspense fallback={<BuyAgainSkeleton />}>
          <BuyAgain key={user._id} userId={user._id} />
        </Suspense>
      )}
    </div>
  );
}

const bannerImageSizes = '(min-width: 1024px) 13.5rem, (min-width: 768px) 11rem, 7rem';

/** Position, size and rotation of the banner images. */
const bannerTileClasses = [
  'right-1 -bottom-3 w-28 rotate-8 md:right-26 md:bottom-14 md:w-44 lg:right-52 lg:w-54',
  'right-74 -bottom-6 w-28 -rotate-10 max-md:hidden lg:right-112 lg:-bottom-7 lg:w-34',
  '-top-5 right-4 w-28 rotate-14 max-md:hidden lg:top-6 lg:right-12 lg:w-34',
  'right-18 bottom-2 w-30 -rotate-12 max-lg:hidden',
  '-top-8 right-106 w-26 rotate-18 max-lg:hidden',
];

interface HomeBannerProps {
  /** The target of the button; null while there is nothing to buy. */
  startPath: string | null;
  products: readonly ProductCardData[];
  /** A store without products says that it opens soon. */
  hasProducts: boolean;
}

function HomeBanner({ startPath, products, hasProducts }: HomeBannerProps) {
  const minutes = useContext(PromisedMinutes);
  return (
    <section
      aria-labelledby="banner-heading"
      className={`relative grid items-center overflow-hidden bg-hero bg-(image:--hero-glow) text-on-hero ${bannerSizeClass}`}
    >
      <div className="relative z-1 max-w-76 p-5 md:max-w-104 md:p-10 lg:max-w-144 lg:p-14">
        {hasProducts && (
          <p className="mb-3 inline-block rounded-full bg-marigold px-3 text-xs/7 font-bold text-on-marigold">
            {t('products.minDelivery', { minutes })}
          </p>
        )}
        <h1
          id="banner-heading"
          className="mb-2 text-xl/[1.15] font-bold md:text-2xl/[1.15] lg:text-[3rem]/[1.15]"
        >
          {hasProducts ? t('products.homeHeading', { minutes }) : t('products.openingSoon')}
        </h1>
        <p
          className={`text-sm/5 text-balance md:max-w-none md:text-base/6 ${hasProducts ? 'max-w-40' : 'max-w-64'}`}
        >
          {hasProducts ? t('products.homeText') : t('products.openingSoonText')}
        </p>
        {hasProducts && startPath !== null && (
          <Link
            to={startPath}
            prefetch="intent"
            className="mt-4 inline-flex min-h-11 items-center rounded-full bg-on-hero px-5 font-bold text-hero transition-transform duration-150 ease-out hover:-translate-y-px focus-visible:outline-3 focus-visible:outline-offset-2 focus-visible:outline-on-hero md:mt-6"
          >
            {t('products.startShopping')}
          </Link>
        )}
      </div>
      <div aria-hidden="true">
        {products.map(({ _id, image, hue }, index) => (
          <span
            key={_id}
            style={tileHueStyle(hue)}
            className={`absolute rounded-[22%] shadow-[0_10px_30px_oklch(0.25_0.06_152/0.35)] ${tileClass} ${bannerTileClasses[index] ?? 'hidden'}`}
          >
            <Picture
              src={image}
              alt=""
              width={320}
              height={320}
              sizes={bannerImageSizes}
              isEager={index === 0}
              className={`p-[10%] ${tileImageClass}`}
            />
          </span>
        ))}
      </div>
    </section>
  );
}

const categoryImageSizes = '(min-width: 1024px) 7rem, (min-width: 768px) 5.5rem, 4.5rem';

/** The width of a tile of `categoryGridClass`; beside it there may be a scrollbar. */
const labelWidthClass =
  '[--label-width:calc((100vw-2*var(--page-gutter)-1.5rem)/5)] md:[--label-width:calc((min(100vw-1rem,var(--page-width))-2*var(--page-gutter)-7rem)/8)] lg:[--label-width:calc((min(100vw-1rem,var(--page-width))-2*var(--page-gutter)-9rem)/10)]';

function CategoryGrid({ tiles }: { tiles: readonly CategoryTile[] }) {
  return (
    <nav aria-labelledby="categories-heading">
      <h2 id="categories-heading" className="mb-4 text-lg/6 text-ink md:text-xl/7">
        {t('products.byCategory')}
      </h2>
      <ul className={`${categoryGridClass} ${labelWidthClass}`}>
        {tiles.map(({ _id, image, hue, path, ...category }) => (
          <li key={_id} style={{ ...tileHueStyle(hue), ...wordWidthStyle(nameOf(category)) }}>
            <Link
              to={path}
              prefetch="intent"
              className={`group block text-center leading-[0.9375rem] font-semibold tracking-[-0.02em] text-ink [--label-size:0.75rem] md:leading-4.5 md:tracking-[-0.01em] md:[--label-size:0.875rem] ${wholeWordsClass}`}
            >
              <span
                className={`mb-1.5 rounded-lg transition-transform duration-150 ease-out group-hover:-translate-y-[3px] ${tileClass}`}
              >
                <Picture
                  src={image}
                  alt=""
                  width={160}
                  height={160}
                  sizes={categoryImageSizes}
                  className={`p-[9%] ${tileImageClass}`}
                />
              </span>
              <span lang={langOf(nameOf(category))} className="block text-balance">
                {nameOf(category)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
