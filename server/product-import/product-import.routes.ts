import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoints } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { tableFormats } from '#contract/base/table-file.ts';
import { productColumns, productExportPath } from '#contract/product-import/product-file.ts';
import type { Context } from '#server/http/context.ts';
import { createRequestContext, parseInput, route } from '#server/http/route.ts';
import { toAdminProduct } from '#server/products/product-columns.ts';
import { requireStaff, requireStepUp } from '#server/sessions/access-control.ts';
import { sendTableFile } from '#server/table-files/send-table-file.ts';
import type { Table } from '#server/table-files/table-file.ts';
import { toCell } from './cells.ts';
import { selectProductsAfter } from './product-import.queries.ts';
import * as service from './product-import.service.ts';

export const productImportRoutes = [
  route(
    endpoints.checkImport,
    async (context, { file }) => ({
      message: 'File checked',
      data: await service.checkImport(context, file),
    }),
    { uploadLimits: { account: 'checkImport' } },
  ),
  route(endpoints.applyImport, async (context, input) => ({
    message: 'Import started',
    data: await service.applyImport(context, input),
  })),
  route(endpoints.getImport, async (context, { _id }) => ({
    message: '',
    data: await service.getImport(context, _id),
  })),
];

const productsAtOnce = 500;
const exportQuery = z.object({ format: z.enum(tableFormats).default('csv') });
const exportDetails = { what: 'products' };
// A workbook is written in memory.
const maximumWorkbookProducts = 50_000;

/** Serves the CSV export to the staff, outside the JSON API. */
export function registerProductExport(app: FastifyInstance, context: Context): void {
  app.get(productExportPath, async (request, reply) => {
    const staff = await requireStaff(await createRequestContext(context, request), ['import']);
    await requireStepUp(staff);
    const { format } = parseInput(exportQuery, request.query);
    if (format === 'xlsx') {
      const table = await toProductTable(context);
      context.securityLog.record(staff, {
        kind: 'export',
        accountId: staff.caller.userId,
        details: exportDetails,
      });
      return sendTableFile(reply, { table, name: 'products', format });
    }
    const file = exportProducts(context);
    // Read before the headers are sent, so that a database error gets an error response.
    const first = await file.next();
    context.securityLog.record(staff, {
      kind: 'export',
      accountId: staff.caller.userId,
      details: exportDetails,
    });
    return reply
      .header('Content-Type', 'text/csv; charset=utf-8')
      .header('Content-Disposition', 'attachment; filename="products.csv"')
      .header('Cache-Control', 'no-store')
      .send(Readable.from(startingWith(first.value ?? '', file)));
  });
}

/**
 * Generates a CSV file that spreadsheets open and an import reads back without changes. Reads pages by id: ids never
 * change, so each product comes once, and a slow client holds no database connection.
 */
async function* exportProducts({ db }: Pick<Context, 'db'>): AsyncGenerator<string> {
  // Excel detects UTF-8 by the byte order mark.
  let text = `\ufeff${csvOf([[...productColumns]])}`;
  let last = '';
  for (;;) {
    const rows = await selectProductsAfter(db, last, productsAtOnce);
    const products = rows.map(toAdminProduct);
    yield text + csvOf(products.map((product) => productColumns.map((column) => toCell(product, column))));
    if (rows.length < productsAtOnce) return;
    text = '';
    last = rows.at(-1)?.id ?? '';
  }
}

/**
 * The same cells as in the CSV file, all of them texts, so that a spreadsheet changes none. Throws INVALID_INPUT for
 * more products than a workbook is written with.
 */
async function toProductTable({ db }: Pick<Context, 'db'>): Promise<Table> {
  const rows: string[][] = [];
  for (let last = '', isEnd = false; !isEnd; ) {
    const page = await selectProductsAfter(db, last, productsAtOnce);
    const products = page.map(toAdminProduct);
    rows.push(...products.map((product) => productColumns.map((column) => toCell(product, column))));
    if (rows.length > maximumWorkbookProducts)
      throw new AppError('INVALID_INPUT', {
        message: 'A workbook has at most 50,000 products. Download the CSV file.',
      });
    last = page.at(-1)?.id ?? '';
    isEnd = page.length < productsAtOnce;
  }
  return { columns: productColumns.map((title) => ({ title, kind: 'text', width: 16 })), rows };
}

/** Every cell is quoted: no program can take a part of a cell for a cell, whichever separators it accepts. */
function csvOf(rows: readonly string[][]): string {
  return stringify([...rows], { record_delimiter: '\r\n', quoted: true, quoted_empty: true });
}

async function* startingWith(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}
