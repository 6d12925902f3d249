import { endpoints } from '#contract/api.ts';
import { route } from '#server/http/route.ts';
import { listSecurityEvents } from './security-log.service.ts';
import * as sessions from './sessions.service.ts';

export const sessionRoutes = [
  route(endpoints.refreshToken, async (context) => {
    await context.rateLimits.refresh.take(context.remoteAddress);
    return { message: '', data: await sessions.refreshSession(context) };
  }),
  route(endpoints.logoutUser, async (context) => {
    await sessions.endOwnSession(context);
    return { message: 'Logged out', data: null };
  }),
  route(endpoints.listSessions, async (context) => ({
    message: '',
    data: await sessions.listSessions(context),
  })),
  route(endpoints.endSession, async (context, { _id }) => {
    await sessions.endSession(context, _id);
    return { message: 'Logged out on that device', data: null };
  }),
  route(endpoints.endOtherSessions, async (context) => {
    const ended = await sessions.endOtherSessions(context);
    return { message: 'Logged out on all other devices', data: { ended } };
  }),
  route(endpoints.listSecurityEvents, async (context, query) => ({
    message: '',
    ...(await listSecurityEvents(context, query)),
  })),
];
