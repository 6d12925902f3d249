import { z } from 'zod';
import { describeCall, pagedAnswer } from './call.ts';
import { id, limit, moment, page } from './fields.ts';

/** The kinds of thing that an admin changes. */
export const auditKind = z.enum(['product', 'category', 'sub-category', 'account', 'order']);

/** One write of an admin: who, when, what, and the fields that changed with their values before and after. */
export const auditEntry = z.object({
  _id: id,
  at: moment,
  by: z.object({ _id: id.nullable(), name: z.string() }),
  kind: auditKind,
  thingId: z.string(),
  /** As it was called then. */
  thingName: z.string(),
  /** `created`, `updated`, `deleted`, `imported`, … */
  action: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const listAudit = describeCall({
  name: 'listAudit',
  summary: 'Gives what admins have changed, the newest first; of one thing when `thingId` names it.',
  audience: 'admin',
  input: z.object({ kind: auditKind.optional(), thingId: id.optional(), page, limit: limit(20) }),
  output: pagedAnswer(auditEntry),
});
