import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoints } from '#contract/api.ts';
import { tableFormats } from '#contract/base/table-file.ts';
import { reportQuery } from '#contract/reports/report.ts';
import { reportExportPath } from '#contract/reports/reports.ts';
import type { Context } from '#server/http/context.ts';
import { createRequestContext, parseInput, route } from '#server/http/route.ts';
import { requireStaff, requireStepUp } from '#server/sessions/access-control.ts';
import { sendTableFile } from '#server/table-files/send-table-file.ts';
import { getDashboard, getMenuCounts } from './dashboard.service.ts';
import { listHistory } from './history.service.ts';
import { getReport, getReportTable } from './report.service.ts';
import { getStoreOpening } from './store-opening.service.ts';

export const reportRoutes = [
  route(endpoints.getDashboard, async (context) => ({ message: '', data: await getDashboard(context) })),
  route(endpoints.getMenuCounts, async (context) => ({ message: '', data: await getMenuCounts(context) })),
  route(endpoints.getStoreOpening, async (context) => ({
    message: '',
    data: await getStoreOpening(context),
  })),
  route(endpoints.listAudit, async (context, query) => ({
    message: '',
    ...(await listHistory(context, query)),
  })),
  route(endpoints.getReport, async (context, input) => ({
    message: '',
    data: await getReport(context, input),
  })),
];

const query = reportQuery.and(
  z.object({ table: z.string().regex(/^[a-z-]{1,40}$/, 'Unknown table.'), format: z.enum(tableFormats) }),
);

/** Serves the tables of reports as files to the staff, outside the JSON API. */
export function registerReportExport(app: FastifyInstance, context: Context): void {
  app.get(reportExportPath, async (request, reply) => {
    const staff = await requireStaff(await createRequestContext(context, request), ['reports']);
    await requireStepUp(staff);
    const { format, ...choice } = parseInput(query, request.query);
    const { table, range } = await getReportTable(context, choice);
    const details = { what: `report ${choice.report}` };
    context.securityLog.record(staff, { kind: 'export', accountId: staff.caller.userId, details });
    const name = `${choice.report}-${choice.table}-${range.from}-to-${range.to}`;
    return sendTableFile(reply, { table, name, format });
  });
}
