import { endpoints } from '#contract/api.ts';
import { route } from '#server/http/route.ts';
import { getDashboard } from './dashboard.service.ts';

export const dashboardRoutes = [
  route(endpoints.getDashboard, async (context) => ({ message: '', data: await getDashboard(context) })),
];
