import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoints } from '#contract/api.ts';
import { tableFormats } from '#contract/base/table-file.ts';
import {
  accountingExportPath,
  accountingReports,
  closingStockPath,
  gstr1Path,
} from '#contract/tax/accounting.ts';
import { accountingMonth } from '#contract/tax/accounting-month.ts';
import type { Context } from '#server/http/context.ts';
import { createRequestContext, parseInput, route } from '#server/http/route.ts';
import { requireStaff, requireStepUp } from '#server/sessions/access-control.ts';
import { sendTableFile } from '#server/table-files/send-table-file.ts';
import {
  getAccountingMonth,
  getAccountingTable,
  getClosingStockTable,
  getGstr1,
} from './accounting.service.ts';

export const accountingRoutes = [
  route(endpoints.getAccountingMonth, async (context, { month }) => ({
    message: '',
    data: await getAccountingMonth(context, month),
  })),
];

const query = z.object({
  month: accountingMonth,
  report: z.enum(accountingReports),
  format: z.enum(tableFormats),
});

const gstr1Query = z.object({ month: accountingMonth });

const closingStockQuery = z.object({ date: z.iso.date('Enter a date.'), format: z.enum(tableFormats) });

/** Serves reports of a month, and the stock at a date, as files to the staff, outside the JSON API. */
export function registerAccountingExport(app: FastifyInstance, context: Context): void {
  app.get(accountingExportPath, async (request, reply) => {
    const staff = await requireStaff(await createRequestContext(context, request), ['accounting']);
    await requireStepUp(staff);
    const { month, report, format } = parseInput(query, request.query);
    const table = await getAccountingTable(context, month, report);
    const details = { what: `accounting ${report}` };
    context.securityLog.record(staff, { kind: 'export', accountId: staff.caller.userId, details });
    return sendTableFile(reply, { table, name: `${report}-${month}`, format });
  });
  app.get(gstr1Path, async (request, reply) => {
    const staff = await requireStaff(await createRequestContext(context, request), ['accounting']);
    await requireStepUp(staff);
    const { month } = parseInput(gstr1Query, request.query);
    const gstr1 = await getGstr1(context, month);
    const details = { what: 'accounting gstr-1' };
    context.securityLog.record(staff, { kind: 'export', accountId: staff.caller.userId, details });
    return reply
      .header('Content-Disposition', `attachment; filename="gstr-1-${month}.json"`)
      .header('Cache-Control', 'no-store')
      .send(gstr1);
  });
  app.get(closingStockPath, async (request, reply) => {
    const staff = await requireStaff(await createRequestContext(context, request), ['accounting']);
    await requireStepUp(staff);
    const { date, format } = parseInput(closingStockQuery, request.query);
    const table = await getClosingStockTable(context, date);
    const details = { what: 'accounting closing stock' };
    context.securityLog.record(staff, { kind: 'export', accountId: staff.caller.userId, details });
    return sendTableFile(reply, { table, name: `closing-stock-${date}`, format });
  });
}
