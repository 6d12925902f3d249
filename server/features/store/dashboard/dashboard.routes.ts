import * as contract from '#contract/store.ts';
import { adminRoute } from '#server/http/route.ts';
import { getDashboard } from './dashboard.service.ts';

export const dashboardRoutes = [
  adminRoute(contract.getDashboard, async (context) => ({ message: '', data: await getDashboard(context) })),
];
