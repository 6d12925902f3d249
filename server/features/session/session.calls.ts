import * as contract from '#contract/session.ts';
import { openCall, shopperCall } from '../../http/served-call.ts';
import * as sessions from './session.service.ts';

export const sessionCalls = [
  openCall(contract.refreshToken, async (context) => {
    await context.limits.refresh.take(context.remoteAddress);
    return { message: '', data: await sessions.refreshSession(context) };
  }),
  shopperCall(contract.logoutUser, async (context) => {
    await sessions.endOwnSession(context);
    return { message: 'Logged out', data: null };
  }),
  shopperCall(contract.listSessions, async (context) => ({
    message: '',
    data: await sessions.listSessions(context),
  })),
  shopperCall(contract.endSession, async (context, { _id }) => {
    await sessions.endSession(context, _id);
    return { message: 'Logged out on that device', data: null };
  }),
  shopperCall(contract.endOtherSessions, async (context) => {
    const ended = await sessions.endOtherSessions(context);
    return { message: 'Logged out on all other devices', data: { ended } };
  }),
];
