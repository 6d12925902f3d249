import type { EndpointResponse } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { toPercent, toRupees } from '#contract/base/money.ts';
import { toShopDate } from '#contract/base/zoned-time.ts';
import { findHsnDoubt } from '#contract/products/hsn-codes.ts';
import { parsePackQuantity } from '#contract/products/pack-sizes.ts';
import type { AccountingReport, RecipientKind } from '#contract/tax/accounting.ts';
import { documentTitleTexts } from '#contract/tax/document-number.ts';
import { toStateLabel } from '#contract/tax/place-of-supply.ts';
import { addTax, type TaxParts } from '#contract/tax/tax.ts';
import type { Context } from '#server/http/context.ts';
import { listClosingStock } from '#server/inventory/stock-changes.service.ts';
import { currentSettings } from '#server/store/settings.service.ts';
import type { Table } from '#server/table-files/table-file.ts';
import * as queries from './accounting.queries.ts';
import { toGstr1 } from './gstr1.ts';

const maximumDoubts = 100;

/** Invoices, credit notes and sales of a month in India, by default of the present one. */
export async function getAccountingMonth(
  { db, now }: Pick<Context, 'db' | 'now'>,
  chosen?: string,
): Promise<EndpointResponse<'getAccountingMonth'>['data']> {
  const month = chosen ?? toShopDate(now()).slice(0, 7);
  const period = toPeriod(month);
  const kinds = await queries.selectKinds(db, period);
  const sales = await queries.selectSales(db, period);
  const unknown = await queries.selectUnknownRates(db, period);
  const { legal, tax } = (await currentSettings({ db })).settings;
  const codes = await queries.selectInvoicedCodes(db, period);
  const totalPaise = sales.reduce((sum, row) => sum + row.totalPaise, 0);
  return {
    month,
    isRegistered: legal.gstin !== '',
    testDocuments: await queries.countTestDocuments(db, period),
    documents: kinds.map(({ totalPaise: paise, taxPaise, roundingPaise, ...row }) => ({
      ...row,
      totalAmt: toRupees(paise),
      taxAmt: toRupees(taxPaise),
      roundingAmt: toRupees(roundingPaise),
    })),
    sales: sales.map((row) => ({
      stateCode: row.stateCode,
      recipients: row.recipients,
      gstRate: toRate(row, row.gstBasisPoints),
      cessRate: toRate(row, row.cessBasisPoints),
      ...toAmounts(row),
    })),
    gstUnknown: { lines: unknown.lines, totalAmt: toRupees(unknown.totalPaise) },
    hsnDoubts: codes
      .flatMap(({ name, hsn, isBusiness }) => {
        const isNeeded = isBusiness || tax.hsnDigits === 6;
        const doubt = hsn === '' && isNeeded ? 'No HSN code.' : findHsnDoubt(hsn, tax.hsnDigits);
        return doubt === undefined ? [] : [{ name, hsn, doubt }];
      })
      .slice(0, maximumDoubts),
    total: toAmounts({ ...addTax(sales), totalPaise }),
  };
}

/** A report of a month as a table. */
export async function getAccountingTable(
  { db }: Pick<Context, 'db'>,
  month: string,
  report: AccountingReport,
): Promise<Table> {
  const period = toPeriod(month);
  switch (report) {
    case 'sales':
      return toTable(salesColumns, await queries.selectSales(db, period));
    case 'hsn':
      return toTable(hsnColumns, toHsnRows(await queries.selectHsnSummary(db, period)));
    case 'invoices':
    case 'b2cl':
      return toTable(invoiceColumns, await queries.selectDocuments(db, period, report));
    case 'credit-notes':
      return toTable(creditNoteColumns, await queries.selectDocuments(db, period, report));
    default:
      return report satisfies never;
  }
}

/** GSTR-1 of a month. Throws CONFLICT for a store without a GSTIN, which files none. */
export async function getGstr1({ db }: Pick<Context, 'db'>, month: string) {
  const { gstin } = (await currentSettings({ db })).settings.legal;
  if (gstin === '')
    throw new AppError('CONFLICT', { message: 'Enter the GSTIN of the store in the settings.' });
  const period = toPeriod(month);
  const documents = await queries.selectReturnLines(db, period);
  return toGstr1({ gstin, month }, documents, toHsnRows(await queries.selectHsnSummary(db, period)));
}

/**
 * The stock of all products at the end of a day, as a table. Throws INVALID_INPUT for a day whose stock is not known.
 */
export async function getClosingStockTable(
  context: Pick<Context, 'db' | 'now'>,
  date: string,
): Promise<Table> {
  return toTable(closingStockColumns, await listClosingStock(context, date));
}

function toPeriod(month: string): queries.Period {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
  const startOf = (first: string) => new Date(`${first}-01T00:00:00+05:30`);
  return { from: startOf(month), until: startOf(next) };
}

function toAmounts(row: TaxParts & { totalPaise: number }) {
  return {
    taxableAmt: toRupees(row.taxablePaise),
    cgstAmt: toRupees(row.cgstPaise),
    sgstAmt: toRupees(row.sgstPaise),
    igstAmt: toRupees(row.igstPaise),
    cessAmt: toRupees(row.cessPaise),
    totalAmt: toRupees(row.totalPaise),
  };
}

type Column<Row> = Table['columns'][number] & { of: (row: Row) => string | number };

function toTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Table {
  return {
    columns: columns.map(({ title, kind, width }) => ({ title, kind, width })),
    rows: rows.map((row) => columns.map(({ of }) => of(row))),
  };
}

const text = <Row>(title: string, width: number, of: (row: Row) => string): Column<Row> => ({
  title,
  width,
  of,
  kind: 'text',
});
const number = <Row>(title: string, of: (row: Row) => number | ''): Column<Row> => ({
  title,
  of,
  kind: 'number',
  width: 10,
});
const amount = (
  title: string,
  of: (row: TaxParts & { totalPaise: number }) => number,
): Column<TaxParts & { totalPaise: number }> => ({
  title,
  kind: 'amount',
  width: 14,
  of: (row) => toRupees(of(row)),
});

const costAmount = (title: string, of: (row: ClosingStock) => number | null): Column<ClosingStock> => ({
  title,
  kind: 'amount',
  width: 14,
  of: (row) => {
    const paise = of(row);
    return paise === null ? '' : toRupees(paise);
  },
});

const amounts = [
  amount('Taxable value', (row) => row.taxablePaise),
  amount('CGST', (row) => row.cgstPaise),
  amount('SGST or UTGST', (row) => row.sgstPaise),
  amount('IGST', (row) => row.igstPaise),
  amount('Cess', (row) => row.cessPaise),
  amount('Total', (row) => row.totalPaise),
];

/** Null for an unknown rate, which is not that of a product without tax. */
function toRate({ isRateKnown }: { isRateKnown: boolean }, basisPoints: number): number | null {
  return isRateKnown ? toPercent(basisPoints) : null;
}

const rates: readonly Column<Pick<queries.SalesRow, 'isRateKnown' | 'gstBasisPoints' | 'cessBasisPoints'>>[] =
  [
    number('GST %', (row) => toRate(row, row.gstBasisPoints) ?? ''),
    number('Cess %', (row) => toRate(row, row.cessBasisPoints) ?? ''),
  ];

const recipientLabels: Record<RecipientKind, string> = {
  B2B: 'B2B',
  B2CL: 'B2CL',
  B2CS: 'B2CS',
  EXPORT: 'Export',
};

const salesColumns: readonly Column<queries.SalesRow>[] = [
  text('Recipients', 14, (row) => recipientLabels[row.recipients]),
  text('Place of supply', 28, (row) => toStateLabel(row.stateCode)),
  ...rates,
  ...amounts,
];

type UnitCode = 'KGS' | 'LTR' | 'NOS';

interface HsnSummaryRow extends queries.HsnRow {
  unitCode: UnitCode;
}

/** Kilograms and litres in a pack of this size; other packs are counted. */
function toUnitCode(unit: string): { unitCode: UnitCode; thousandthsOfUnit: number } {
  const size = parsePackQuantity(unit);
  if (size?.base === 'g') return { unitCode: 'KGS', thousandthsOfUnit: size.thousandthsOfUnit / 1000 };
  if (size?.base === 'ml') return { unitCode: 'LTR', thousandthsOfUnit: size.thousandthsOfUnit / 1000 };
  return { unitCode: 'NOS', thousandthsOfUnit: 1000 };
}

/** Rows by kind of recipient, HSN code, rates and unit quantity code (UQC), which adds up its pack sizes. */
function toHsnRows(rows: readonly queries.HsnRow[]): HsnSummaryRow[] {
  const withCode = rows.map((row) => ({ ...row, ...toUnitCode(row.unit) }));
  const groups = Map.groupBy(
    withCode,
    ({ isBusiness, hsn, isRateKnown, gstBasisPoints, cessBasisPoints, unitCode }) =>
      [isBusiness, hsn, isRateKnown, gstBasisPoints, cessBasisPoints, unitCode].join(' '),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const quantity = group.reduce((sum, row) => sum + row.quantity * row.thousandthsOfUnit, 0);
    const totalPaise = group.reduce((sum, row) => sum + row.totalPaise, 0);
    // Grams and millilitres, so that the sum is exact.
    return [{ ...first, ...addTax(group), totalPaise, quantity: Math.round(quantity) / 1000 }];
  });
}

const hsnColumns: readonly Column<HsnSummaryRow>[] = [
  text('Recipients', 14, (row) => (row.isBusiness ? 'B2B' : 'B2C')),
  text('HSN', 12, (row) => row.hsn),
  text('Description', 36, (row) => row.name),
  text('Unit', 8, (row) => row.unitCode),
  number('Quantity', (row) => row.quantity),
  ...rates,
  ...amounts,
];

/** Of whole documents: the lines and the rounding make their totals. */
const documentAmounts: readonly Column<queries.DocumentRow>[] = [
  ...amounts.slice(0, -1),
  { title: 'Rounding', kind: 'amount', width: 10, of: (row) => toRupees(row.roundingPaise) },
  ...amounts.slice(-1),
];

const invoiceColumns: readonly Column<queries.DocumentRow>[] = [
  text('Number', 18, (row) => row.number),
  text('Date', 12, (row) => toShopDate(row.issuedAt)),
  text('Kind', 24, (row) => documentTitleTexts[row.title]),
  text('Order', 16, (row) => row.orderNumber),
  text('Recipient GSTIN', 18, (row) => row.gstin),
  text('Place of supply', 28, (row) => toStateLabel(row.stateCode)),
  ...documentAmounts,
];

const creditNoteColumns: readonly Column<queries.DocumentRow>[] = [
  text('Number', 18, (row) => row.number),
  text('Date', 12, (row) => toShopDate(row.issuedAt)),
  text('Invoice', 18, (row) => row.invoiceNumber ?? ''),
  text('Invoice date', 12, (row) => (row.invoiceAt === null ? '' : toShopDate(new Date(row.invoiceAt)))),
  text('Order', 16, (row) => row.orderNumber),
  text('Recipient GSTIN', 18, (row) => row.gstin),
  text('Place of supply', 28, (row) => toStateLabel(row.stateCode)),
  text('Reason', 36, (row) => row.reason),
  ...documentAmounts,
];

type ClosingStock = Awaited<ReturnType<typeof listClosingStock>>[number];

const closingStockColumns: readonly Column<ClosingStock>[] = [
  text('Product', 36, (row) => row.name),
  text('Brand', 16, (row) => row.brand),
  text('Unit', 12, (row) => row.unit),
  text('SKU', 16, (row) => row.sku),
  text('Barcode', 16, (row) => row.barcode),
  text('HSN', 10, (row) => row.hsn),
  text('Location', 16, (row) => row.location),
  text('Status', 10, (row) => row.status),
  number('Stock', (row) => row.stock),
  number('Reserved in orders', (row) => row.inOrders),
  // Empty for an unknown cost, which is not 0.
  costAmount('Cost per piece', (row) => row.costPaise),
  costAmount('Value at cost', (row) => row.costPaise && Math.round(row.costPaise * row.stock)),
];
