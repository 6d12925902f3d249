import sql from 'sql-template-tag';
import type { ParsedInput } from '#contract/api.ts';
import { dayMs } from '#contract/base/durations.ts';
import { toPaging } from '#contract/base/endpoint.ts';
import { AppError } from '#contract/base/errors.ts';
import { toShopDate } from '#contract/base/zoned-time.ts';
import { maximumStock, type StockAction, type StockCause, toStockAfter } from '#contract/inventory/stock.ts';
import type { ProductSummary, StockChange } from '#contract/inventory/stock-changes.ts';
import { isUniqueViolation } from '#server/database/database-errors.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import type { JobHandlers } from '#server/jobs/job-queue.ts';
import { listStockNumbers } from './inventory.service.ts';
import * as queries from './stock-changes.queries.ts';

interface StockChangeCause {
  cause: Exclude<StockCause, 'START' | 'DELETED' | 'OTHER'>;
  orderId?: string;
  /** The staff member. */
  userId?: string | null;
  note?: string;
  requestId?: string;
}

/**
 * Sets why the rest of the transaction changes stock: the database records it with each change. Without it a change
 * is recorded as OTHER.
 */
export async function setCauseOfStockChanges(
  { db }: Pick<Context, 'db'>,
  { cause, orderId, userId, note, requestId }: StockChangeCause,
): Promise<void> {
  const stated = { cause, order_id: orderId, changed_by: userId, note, request_id: requestId };
  await db.query(sql`select set_config('tokri.stock_change', ${JSON.stringify(stated)}, true)`);
}

/** One page of the changes of a product, newest first, with `until` only those up to that time. */
export async function listStockChanges(
  { db }: Pick<Context, 'db'>,
  { productId, until, page, limit }: ParsedInput<'listStockChanges'>,
) {
  const slice = { productId, until: until === undefined ? null : new Date(until) };
  const [rows, totalCount] = await Promise.all([
    queries.selectStockChanges(db, { ...slice, limit, offset: (page - 1) * limit }),
    queries.countStockChanges(db, slice),
  ]);
  return { data: rows.map(toStockChange), ...toPaging(totalCount, page, limit) };
}

/**
 * All products that had stock at the end of a day in India, by name. Throws INVALID_INPUT for a day to come, and for
 * one before the stock of an earlier version began to be recorded.
 */
export async function listClosingStock(
  { db, now }: Pick<Context, 'db' | 'now'>,
  date: string,
): Promise<queries.ClosingStockRow[]> {
  const refuse = (message: string) =>
    new AppError('INVALID_INPUT', { message, issues: [{ path: 'date', message }] });
  if (date > toShopDate(now())) throw refuse('Choose a day that has begun.');
  const until = new Date(Date.parse(`${date}T00:00:00+05:30`) + dayMs);
  const start = await queries.findFirstRecordedChange(db);
  if (start !== null && until <= start)
    throw refuse(`Changes of stock are recorded since ${toShopDate(start)}.`);
  return queries.selectClosingStock(db, until);
}

/** A product as it is counted. Throws NOT_FOUND. */
export async function getProductSummary(
  { db }: Pick<Context, 'db'>,
  productId: string,
  options: { forUpdate?: boolean } = {},
): Promise<ProductSummary> {
  const row = await queries.selectCounted(db, productId, options);
  if (row === null) throw new AppError('NOT_FOUND', { message: 'This product could not be found.' });
  const { id, name, unit, image, stock, waiting } = row;
  return { _id: id, name, unit, image, stock, waiting };
}

/**
 * Records what was counted, received or thrown away, once for each `requestId`. Throws NOT_FOUND; STOCK_SHORT if more
 * is thrown away than is for sale; INVALID_INPUT above the largest stock; IDEMPOTENCY_MISMATCH if the request id was
 * used for another product.
 */
export async function recordStock(
  context: AuthenticatedContext,
  { action, ...entry }: ParsedInput<'recordStock'>,
): Promise<ProductSummary & { difference: number }> {
  try {
    return await inTransaction(context, (transaction) =>
      record(transaction, { ...entry, action, cause: action }),
    );
  } catch (error) {
    if (isUniqueViolation(error, 'stock_change_request_id_key')) throw requestIdUsed();
    throw error;
  }
}

/**
 * Sets the stock of a product to what a picker has left, once for each `requestId`: less the units of
 * other orders that are not picked yet. `context.db` is a transaction. Throws as `recordStock`, but NOT_FOUND never: a
 * deleted product has no stock.
 */
export async function recordStockLeft(
  transaction: AuthenticatedContext,
  { productId, left, requestId }: { productId: string; left: number; requestId: string },
): Promise<void> {
  const isSold = (await listStockNumbers(transaction, [productId])).has(productId);
  const entry = { productId, quantity: left, requestId, action: 'COUNT', cause: 'PICKING' } as const;
  if (isSold) await record(transaction, entry);
}

interface StockEntry extends Omit<ParsedInput<'recordStock'>, 'note'> {
  note?: string | undefined;
  cause: StockAction | 'PICKING';
}

async function record(
  transaction: AuthenticatedContext,
  { productId, action, cause, quantity, note = '', requestId }: StockEntry,
): Promise<ProductSummary & { difference: number }> {
  const { db, caller } = transaction;
  const { userId } = caller;
  const product = await getProductSummary(transaction, productId, { forUpdate: true });
  const recorded = await queries.findStockRequest(db, requestId);
  if (recorded !== null && recorded.product_id !== productId) throw requestIdUsed();
  if (recorded !== null) return { ...product, difference: recorded.difference };
  const stock = toStockAfter(action, quantity, product);
  requireStock(product, stock);
  await setCauseOfStockChanges(transaction, { cause, userId, note, requestId });
  if (stock === product.stock)
    await queries.insertConfirmedCount(db, { productId, stock, cause, userId, note, requestId });
  else await queries.setStock(db, productId, stock);
  return { ...product, stock, difference: stock - product.stock };
}

function requireStock({ name, stock: left }: ProductSummary, stock: number): void {
  if (stock < 0) throw new AppError('STOCK_SHORT', { message: `Only ${left} of ${name} are for sale.` });
  if (stock <= maximumStock) return;
  const message = `The stock of a product is at most ${maximumStock}.`;
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: 'quantity', message }] });
}

function requestIdUsed(): AppError {
  return new AppError('IDEMPOTENCY_MISMATCH', { message: 'This request id was used for another product.' });
}

/** Products whose recorded changes did not add up to their stock at the last daily check, and still do not. */
export async function listStockDifferences({ db }: Pick<Context, 'db'>) {
  const rows = await queries.selectStockDifferences(db);
  return rows.map(({ id, ...row }) => ({ _id: id, ...row }));
}

const maximumReported = 100;

/**
 * Once a day: compares the recorded changes of each product with its stock, and reports differences in the log and on
 * the dashboard.
 */
export function stockCheckJobs({ db, log }: Pick<Context, 'db' | 'log'>): JobHandlers {
  return {
    'check-stock': async () => {
      const products = await queries.selectWrongStock(db, maximumReported);
      await queries.replaceStockDifferences(
        db,
        products.map(({ product_id }) => product_id),
      );
      if (products.length > 0)
        log.error(
          { products },
          'The recorded changes of stock do not add up to the stock of these products.',
        );
    },
  };
}

function toStockChange(row: queries.StockChangeRow): StockChange {
  const { id, changed_at, cause, difference, stock, order_id, order_number, name, note } = row;
  return {
    _id: String(id),
    at: changed_at.toISOString(),
    cause,
    difference,
    stock,
    by: name,
    note,
    order: order_id === null || order_number === null ? null : { _id: order_id, orderId: order_number },
  };
}
