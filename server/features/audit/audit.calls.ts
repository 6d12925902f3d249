import * as contract from '#contract/audit.ts';
import { adminCall } from '../../http/served-call.ts';
import { listAudit } from './audit.service.ts';

export const auditCalls = [
  adminCall(contract.listAudit, async (context, query) => ({
    message: '',
    ...(await listAudit(context, query)),
  })),
];
