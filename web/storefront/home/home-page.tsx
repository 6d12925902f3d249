import { type RefObject, Suspense, use, useEffect, useMemo, useRef, useState } from 'react';
import {
  type ClientLoaderFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  type MetaDescriptor,
  useLoaderData,
} from 'react-router';
import { pageContext } from '#web/page-context.ts';
import { getShop, pageMeta } from '#web/storefront/page-meta.ts';
import { type CategoryTile, type HomeData, type HomeRow, toHomeData } from './home-data.ts';
import { HomeSkeleton } from './home-skeleton.tsx';
import './home.css';
import { useQuery } from '@tanstack/react-query';
import { callApiOrThrow } from '#web/api/client.ts';
import { type CardProduct, hueStyle, toCardProduct } from '#web/storefront/product-card/card-product.ts';
import { mergePages } from '#web/storefront/product-list/product-pages.ts';
import { ProductRow } from '#web/storefront/product-list/product-row.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { withTimeout } from './with-timeout.ts';

/** How long a click on the logo waits for the data before placeholders stand in. */
const skeletonDelayMs = 120;

export async function loader({ context }: LoaderFunctionArgs): Promise<{ value: HomeData }> {
  const { call } = context.get(pageContext);
  const [categories, subCategories] = await Promise.all([
    call('listCategories', {}),
    call('listSubCategories', {}),
  ]);
  const rows = await Promise.all(
    categories.data.map(({ _id }) => call('listProductsByCategory', { id: _id })),
  );
  return {
    value: toHomeData(
      categories.data,
      subCategories.data,
      rows.map(({ data }) => data),
    ),
  };
}

export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  const home = serverLoader<typeof loader>().then(({ value }) => value);
  return withTimeout(home, skeletonDelayMs);
}

export function meta({ matches }: MetaArgs): MetaDescriptor[] {
  const shop = getShop(matches);
  return pageMeta({
    title: `${shop.name} | ${shop.tagline}`,
    description: `5000+ groceries at everyday prices, at your door in 10 minutes. Delivery is free at ${shop.name}.`,
    shop,
    path: '/',
  });
}

export default function HomePage() {
  const { value } = useLoaderData<typeof clientLoader>();
  return (
    <Suspense fallback={<HomeSkeleton />}>
      <Home data={value} />
    </Suspense>
  );
}

function Home({ data }: { data: HomeData | Promise<HomeData> }) {
  const { banner, tiles, rows } = data instanceof Promise ? use(data) : data;
  return (
    <div className="home">
      <HomeBanner startPath={tiles[0]?.path ?? null} products={banner} />
      <CategoryGrid tiles={tiles} />
      {rows.map((row) => (
        <CategoryRow key={row.categoryId} row={row} />
      ))}
    </div>
  );
}

const bannerPictureWidths = '(min-width: 1024px) 13.5rem, (min-width: 768px) 11rem, 7rem';

interface HomeBannerProps {
  /** Where the button leads; null while there is nothing to buy. */
  startPath: string | null;
  /** Their pictures stand beside the words. */
  products: readonly CardProduct[];
}

/** The promise of the shop, and the way into it. */
function HomeBanner({ startPath, products }: HomeBannerProps) {
  return (
    <section className="banner" aria-labelledby="banner-heading">
      <div className="banner-words">
        <p className="banner-promise">10 Min delivery</p>
        <h1 id="banner-heading">Fresh groceries, at your door in 10 minutes</h1>
        <p className="banner-more">5000+ products at everyday prices. Delivery is free.</p>
        {startPath !== null && (
          <Link className="start" to={startPath} prefetch="intent">
            Start shopping
          </Link>
        )}
      </div>
      <div className="banner-pictures" aria-hidden="true">
        {products.map(({ _id, image, hue }, index) => (
          <span className="tile" key={_id} style={hueStyle(hue)}>
            <Picture
              src={image}
              alt=""
              width={320}
              height={320}
              sizes={bannerPictureWidths}
              isEager={index === 0}
            />
          </span>
        ))}
      </div>
    </section>
  );
}

const tileWidths = '(min-width: 1024px) 7rem, (min-width: 768px) 5.5rem, 4.5rem';

/** All categories as pictures: 5, 8 or 10 in a line (specification section 2). */
function CategoryGrid({ tiles }: { tiles: readonly CategoryTile[] }) {
  return (
    <nav aria-labelledby="categories-heading">
      <h2 id="categories-heading" className="section-heading">
        Shop by category
      </h2>
      <ul className="category-grid">
        {tiles.map(({ _id, name, image, hue, path }) => (
          <li key={_id} style={hueStyle(hue)}>
            <Link to={path} prefetch="intent">
              <span className="tile">
                <Picture src={image} alt="" width={160} height={160} sizes={tileWidths} />
              </span>
              <span className="name">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** How far below the view a row fetches its rest, so that it is there when the row is. */
const nearViewPx = 300;

/** One category on the home page. The page brings the start of the row; its end comes when the row is near. */
function CategoryRow({ row }: { row: HomeRow }) {
  const section = useRef<HTMLElement>(null);
  const isNear = useIsNearViewport(section, nearViewPx);
  const { data: wholeRow } = useQuery({
    queryKey: ['category-row', row.categoryId],
    queryFn: async ({ signal }) => {
      const { data } = await callApiOrThrow('listProductsByCategory', { id: row.categoryId }, { signal });
      return data.map(toCardProduct);
    },
    enabled: isNear && row.hasMore,
    staleTime: 60_000,
  });
  const products = useMemo(() => mergePages([row.products, wholeRow ?? []]), [row.products, wholeRow]);
  return <ProductRow heading={row.name} path={row.path} products={products} sectionRef={section} />;
}

/** Turns true, and stays so, once an element is in view or less than `marginPx` below it. */
function useIsNearViewport(element: RefObject<HTMLElement | null>, marginPx: number): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (isNear || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
      },
      { rootMargin: `${marginPx}px 0px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, marginPx, isNear]);
  return isNear;
}
