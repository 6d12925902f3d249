import { endpoints } from '#contract/api.ts';
import { route } from '#server/http/route.ts';
import { getPush, replaceSubscription, subscribe, unsubscribe } from './push.service.ts';

export const pushRoutes = [
  route(endpoints.getPush, async (context) => ({ message: '', data: await getPush(context) })),
  route(endpoints.subscribePush, async (context, { endpoint, keys, orders }) => ({
    message: 'Notifications are on',
    data: await subscribe(context, { endpoint, ...keys }, orders),
  })),
  route(endpoints.unsubscribePush, async (context, { orders }) => ({
    message: 'Notifications are off',
    data: await unsubscribe(context, orders),
  })),
  route(endpoints.replacePush, async (context, { former, endpoint, keys }) => {
    await context.rateLimits.replacePush.take(context.remoteAddress);
    await replaceSubscription(context, former, { endpoint, ...keys });
    return { message: '', data: null };
  }),
];
