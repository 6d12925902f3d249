import * as contract from '#contract/session.ts';
import { openCall, shopperCall } from '../../http/served-call.ts';
import { endSession, refreshSession } from './session.service.ts';

export const sessionCalls = [
  openCall(contract.refreshToken, async (context) => {
    await context.limits.refresh.take(context.remoteAddress);
    return { message: '', data: await refreshSession(context) };
  }),
  shopperCall(contract.logoutUser, async (context) => {
    await endSession(context);
    return { message: 'Logged out', data: null };
  }),
];
