import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/api.ts';
import { productColumns, productExportPath } from '#contract/rules/product-file.ts';
import type { Context } from '#server/context.ts';
import { toProduct } from '#server/features/catalogue/products/product.service.ts';
import { createRequestContext, requireAdmin, route } from '#server/http/route.ts';
import { toCells } from './cells.ts';
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
    message: 'The file is being applied',
    data: await service.applyImport(context, input),
  })),
  route(endpoints.getImport, async (context, { _id }) => ({
    message: '',
    data: await service.getImport(context, _id),
  })),
];

const productsAtOnce = 500;

/** Serves the file of all products to admins. It is no call, for its answer is no JSON. */
export function registerProductExport(app: FastifyInstance, context: Context): void {
  app.get(productExportPath, async (request, reply) => {
    await requireAdmin(await createRequestContext(context, request));
    const file = exportProducts(context);
    // Read before anything is said, so that a database that is away is answered as such.
    const first = await file.next();
    return reply
      .header('Content-Type', 'text/csv; charset=utf-8')
      .header('Content-Disposition', 'attachment; filename="products.csv"')
      .header('Cache-Control', 'no-store')
      .send(Readable.from(startingWith(first.value ?? '', file)));
  });
}

/**
 * All products as a CSV file that spreadsheets open and that an import takes back without a change. They come some
 * hundred at a time in the order of their ids, which never change: each that is there all the while comes once, and
 * however slowly somebody reads, no connection of the database waits for them.
 */
async function* exportProducts({ db }: Pick<Context, 'db'>): AsyncGenerator<string> {
  // Without the mark at its beginning, Excel takes the letters for another alphabet's.
  let text = `\ufeff${csvOf([[...productColumns]])}`;
  let last = '';
  for (;;) {
    const rows = await selectProductsAfter(db, last, productsAtOnce);
    const cells = rows.map((row) => toCells(toProduct(row)));
    yield text + csvOf(cells.map((product) => productColumns.map((column) => product[column])));
    if (rows.length < productsAtOnce) return;
    text = '';
    last = rows.at(-1)?.id ?? '';
  }
}

function csvOf(rows: readonly string[][]): string {
  return stringify([...rows], { record_delimiter: '\r\n', quote_record_delimiter: true });
}

async function* startingWith(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}
