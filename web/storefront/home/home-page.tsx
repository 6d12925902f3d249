import { Suspense, use } from 'react';
import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
  type MetaDescriptor,
  useLoaderData,
} from 'react-router';
import { pageContext } from '#web/page-context.ts';
import { pageMeta, shopOf } from '#web/storefront/page-meta.ts';
import { CategoryGrid } from './category-grid.tsx';
import { CategoryRow } from './category-row.tsx';
import { HomeBanner } from './home-banner.tsx';
import { type HomeData, homeDataOf } from './home-data.ts';
import { HomeSkeleton } from './home-skeleton.tsx';
import './home.css';
import { soonOrLater } from './soon-or-later.ts';

/** How long a click on the logo waits for the data before placeholders stand in. */
const patienceMs = 120;

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
    value: homeDataOf(
      categories.data,
      subCategories.data,
      rows.map(({ data }) => data),
    ),
  };
}

export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  const home = serverLoader<typeof loader>().then(({ value }) => value);
  return soonOrLater(home, patienceMs);
}

export function meta({ matches }: MetaArgs): MetaDescriptor[] {
  const shop = shopOf(matches);
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
