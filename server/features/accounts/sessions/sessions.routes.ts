import * as contract from '#contract/account.ts';
import { publicRoute, shopperRoute } from '#server/http/route.ts';
import * as sessions from './sessions.service.ts';

export const sessionRoutes = [
  publicRoute(contract.refreshToken, async (context) => {
    await context.limits.refresh.take(context.remoteAddress);
    return { message: '', data: await sessions.refreshSession(context) };
  }),
  shopperRoute(contract.logoutUser, async (context) => {
    await sessions.endOwnSession(context);
    return { message: 'Logged out', data: null };
  }),
  shopperRoute(contract.listSessions, async (context) => ({
    message: '',
    data: await sessions.listSessions(context),
  })),
  shopperRoute(contract.endSession, async (context, { _id }) => {
    await sessions.endSession(context, _id);
    return { message: 'Logged out on that device', data: null };
  }),
  shopperRoute(contract.endOtherSessions, async (context) => {
    const ended = await sessions.endOtherSessions(context);
    return { message: 'Logged out on all other devices', data: { ended } };
  }),
];
