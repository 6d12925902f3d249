import * as contract from '#contract/dashboard.ts';
import { adminCall } from '../../http/served-call.ts';
import { getDashboard } from './dashboard.service.ts';

export const dashboardCalls = [
  adminCall(contract.getDashboard, async (context) => ({ message: '', data: await getDashboard(context) })),
];
