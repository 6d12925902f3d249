import { endpoints } from '#contract/api.ts';
import { route } from '#server/http/route.ts';
import { listAudit } from './audit-log/audit-log.service.ts';
import { getDashboard } from './dashboard/dashboard.service.ts';

export const storeRoutes = [
  route(endpoints.getDashboard, async (context) => ({ message: '', data: await getDashboard(context) })),
  route(endpoints.listAudit, async (context, query) => ({
    message: '',
    ...(await listAudit(context, query)),
  })),
];
