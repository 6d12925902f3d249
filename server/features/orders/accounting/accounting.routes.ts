import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { accountingMonth } from '#contract/accounting.ts';
import { endpoints } from '#contract/api.ts';
import { AppError } from '#contract/errors.ts';
import {
  accountingExportPath,
  accountingFormats,
  accountingReports,
} from '#contract/rules/money/accounting.ts';
import type { Context } from '#server/context.ts';
import { requireStepUp } from '#server/features/accounts/sessions/sessions.service.ts';
import { createRequestContext, parseInput, requireAdmin, route } from '#server/http/route.ts';
import { workerThread } from '#server/worker-thread.ts';
import { getAccountingMonth, getAccountingTable } from './accounting.service.ts';
import type { TableFileTask } from './table-file-worker.ts';

export const accountingRoutes = [
  route(endpoints.getAccountingMonth, async (context, { month }) => ({
    message: '',
    data: await getAccountingMonth(context, month),
  })),
];

const query = z.object({
  month: accountingMonth,
  report: z.enum(accountingReports),
  format: z.enum(accountingFormats),
});

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

// A month of 30,000 invoices takes seconds.
const writeInThread = workerThread<TableFileTask, Uint8Array>({
  file: new URL('./table-file-worker.ts', import.meta.url),
  maximumQueued: 8,
  createError: () => new AppError('UNAVAILABLE', { retryAfterSeconds: 10 }),
  maximumHeapMegabytes: 512,
  taskTimeoutMs: 60_000,
  idleMs: 30_000,
});

/** Serves reports of a month as files to admins, outside the JSON API. */
export function registerAccountingExport(app: FastifyInstance, context: Context): void {
  app.get(accountingExportPath, async (request, reply) => {
    const admin = await requireAdmin(await createRequestContext(context, request));
    await requireStepUp(admin);
    const { month, report, format } = parseInput(query, request.query);
    const table = await getAccountingTable(context, month, report);
    const file = await writeInThread([table, format]);
    const details = { what: `accounting ${report}` };
    context.securityLog.record(admin, { kind: 'export', accountId: admin.caller.userId, details });
    return reply
      .header('Content-Type', contentTypes[format])
      .header('Content-Disposition', `attachment; filename="${report}-${month}.${format}"`)
      .header('Cache-Control', 'no-store')
      .send(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  });
}
