import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PreviewControls, type PreviewOptions, previewTitle } from '#web/admin/home/preview-controls.tsx';
import { Loaded, staffMeta } from '#web/admin/page-parts.tsx';
import { callApiOrThrow } from '#web/api/client.ts';
import { type HomeData, homeRowProducts, toHomeData } from '#web/storefront/home/home-data.ts';
import { HomeParts } from '#web/storefront/home/home-page.tsx';
import { HomeSkeleton, homeClass } from '#web/storefront/home/home-skeleton.tsx';

export const meta = staffMeta(previewTitle);

/**
 * `/dashboard/home-preview`: the home page at a chosen time, for the staff. The browser reads it, so no cache has it.
 */
export default function HomePreviewPage() {
  const [options, setOptions] = useState<PreviewOptions>(() => ({
    at: new Date().toISOString(),
    includesOff: false,
  }));
  const { data: timeZone } = useQuery({
    queryKey: ['home-time-zone'],
    queryFn: async ({ signal }) => (await callApiOrThrow('getHomeLayout', {}, { signal })).data.timeZone,
  });
  const home = useQuery({
    queryKey: ['home-preview', options],
    queryFn: ({ signal }) => readHome(options, signal),
    staleTime: 0,
  });
  return (
    <>
      <PreviewControls options={options} timeZone={timeZone} onChange={setOptions} />
      <Loaded query={home} subject="home" skeleton={<HomeSkeleton />}>
        {(data) => (
          <div className={homeClass}>
            <HomeParts data={data} />
          </div>
        )}
      </Loaded>
    </>
  );
}

/** Prices and stock of the products are those of now. */
async function readHome(options: PreviewOptions, signal: AbortSignal): Promise<HomeData> {
  const [home, categories, subCategories] = await Promise.all([
    callApiOrThrow('previewHome', { ...options }, { signal }),
    callApiOrThrow('listCategories', {}, { signal }),
    callApiOrThrow('listSubCategories', {}, { signal }),
  ]);
  const rows = await Promise.all(
    categories.data.map(({ _id: id }) =>
      callApiOrThrow('listProductsByCategory', { id, limit: homeRowProducts }, { signal }),
    ),
  );
  const { banners, collections, rows: order, products } = home.data;
  const withProducts = collections.map((collection) => ({
    ...collection,
    products: products.find(({ collectionId }) => collectionId === collection._id)?.products ?? [],
  }));
  return toHomeData(
    categories.data,
    subCategories.data,
    rows.map(({ data }) => data),
    { banners, rows: order, collections: withProducts },
  );
}
