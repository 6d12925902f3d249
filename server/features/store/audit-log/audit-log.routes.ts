import { endpoints } from '#contract/api.ts';
import { route } from '#server/http/route.ts';
import { listAudit } from './audit-log.service.ts';

export const auditLogRoutes = [
  route(endpoints.listAudit, async (context, query) => ({
    message: '',
    ...(await listAudit(context, query)),
  })),
];
