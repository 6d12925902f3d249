import { endpoints } from '#contract/api.ts';
import { toProductTags } from '#server/cache/catalogue-cache.ts';
import { route } from '#server/http/route.ts';
import { getHome, getHomeLayout, listProductsByCollection, previewHome } from './home.service.ts';
import * as changes from './home-changes.service.ts';

const toTime = (time: string | null) => (time === null ? null : new Date(time));

export const homeRoutes = [
  route(endpoints.getHome, async (context) => ({ message: '', data: await getHome(context) }), {
    tags: () => ['home'],
    expiresAt: (_input, { data }) => toTime(data.until),
  }),
  route(
    endpoints.listProductsByCollection,
    async (context, input) => ({ message: '', ...(await listProductsByCollection(context, input)) }),
    {
      // A product that changes can join it, and one that is back in stock.
      tags: (_input, { data }) => [
        ...['home', 'search', 'search-later-pages', 'search-facets'],
        ...toProductTags(data),
      ],
      expiresAt: (_input, { until }) => toTime(until),
    },
  ),
  route(endpoints.getHomeLayout, async (context) => ({ message: '', data: await getHomeLayout(context) })),
  route(endpoints.previewHome, async (context, input) => ({
    message: '',
    data: await previewHome(context, input),
  })),
  route(endpoints.arrangeHome, async (context, input) => ({
    message: 'Order saved',
    data: await changes.arrangeHome(context, input),
  })),
  route(endpoints.createBanner, async (context, input) => ({
    message: 'Banner created',
    data: await changes.createBanner(context, input),
    created: true,
  })),
  route(endpoints.updateBanner, async (context, input) => ({
    message: 'Banner saved',
    data: await changes.updateBanner(context, input),
  })),
  route(endpoints.deleteBanner, async (context, { _id }) => {
    await changes.deleteBanner(context, _id);
    return { message: 'Banner deleted', data: null };
  }),
  route(endpoints.createCollection, async (context, input) => ({
    message: 'Collection created',
    data: await changes.createCollection(context, input),
    created: true,
  })),
  route(endpoints.updateCollection, async (context, input) => ({
    message: 'Collection saved',
    data: await changes.updateCollection(context, input),
  })),
  route(endpoints.deleteCollection, async (context, { _id }) => {
    await changes.deleteCollection(context, _id);
    return { message: 'Collection deleted', data: null };
  }),
];
