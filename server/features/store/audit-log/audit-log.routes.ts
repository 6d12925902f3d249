import * as contract from '#contract/store.ts';
import { adminRoute } from '#server/http/route.ts';
import { listAudit } from './audit-log.service.ts';

export const auditLogRoutes = [
  adminRoute(contract.listAudit, async (context, query) => ({
    message: '',
    ...(await listAudit(context, query)),
  })),
];
