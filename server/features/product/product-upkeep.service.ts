import type { ParsedInput } from '#contract/calls.ts';
import { AppError } from '#contract/errors.ts';
import type { Product } from '#contract/product.ts';
import { basisPointsOf, paiseOf } from '#contract/rules/money.ts';
import type { ShopperContext } from '../../context.ts';
import { newId } from '../../database/id.ts';
import { inTransaction } from '../../database/transaction.ts';
import { isUniqueViolation } from '../../database/violations.ts';
import { recordChanges, requireUnchanged } from '../audit/audit.service.ts';
import { requirePictures } from '../image/image.service.ts';
import { getProduct, listProductsById } from './product.service.ts';
import { isMoved, namesShelves, requireShelves, setShelves } from './product-shelves.service.ts';
import * as queries from './product-upkeep.queries.ts';

type NewProduct = ParsedInput<'createProduct'>;
type ProductUpdate = ParsedInput<'updateProduct'>;
type ProductChange = ParsedInput<'changeProducts'>['changes'][number];

/** Adds a product. Throws NAME_TAKEN; INVALID_INPUT for a category, sub-category or picture that is not there. */
export async function createProduct(context: ShopperContext, input: NewProduct): Promise<Product> {
  const id = newId();
  const product = await write(context, async (transaction) => {
    await requireShelves(transaction, [], [input]);
    await requirePictures(transaction, input.image);
    await queries.insertProduct(transaction.sql, {
      ...fieldsOf(input),
      id,
      stock: input.stock,
      now: transaction.now(),
    });
    await setShelves(transaction, [{ ...input, _id: id }]);
    const created = await getProduct(transaction, id);
    await record(transaction, 'created', null, created);
    return created;
  });
  return product;
}

/**
 * Changes a product. Throws NOT_FOUND; CHANGED_MEANWHILE with who changed what when it is no longer as it was read;
 * and as `createProduct` does.
 */
export async function updateProduct(context: ShopperContext, input: ProductUpdate): Promise<Product> {
  return write(context, async (transaction) => {
    await queries.lockProducts(transaction.sql, [input._id]);
    const before = await getProduct(transaction, input._id);
    await requireUnchanged(transaction, 'product', before, input.updatedAt);
    await requireShelves(transaction, [before], [input]);
    await requirePictures(transaction, input.image);
    await queries.updateProductRow(transaction.sql, input._id, {
      ...fieldsOf(input),
      stock: stockOf(input.stock, input.stockBefore),
      isMoved: isMoved(before, input),
    });
    await setShelves(transaction, [input]);
    const after = await getProduct(transaction, input._id);
    await record(transaction, 'updated', before, after);
    return after;
  });
}

/** Deletes a product and takes it out of all carts; orders keep their copy. Throws NOT_FOUND. */
export async function deleteProduct(context: ShopperContext, id: string): Promise<void> {
  await write(context, async (transaction) => {
    await queries.lockProducts(transaction.sql, [id]);
    const before = await getProduct(transaction, id);
    await queries.deleteProductRow(transaction.sql, id);
    await record(transaction, 'deleted', before, null);
  });
}

/**
 * Changes figures of many products, all or none; gives them as they were and as they are. Throws NOT_FOUND when
 * one is gone, CHANGED_MEANWHILE, INVALID_INPUT for a product that is named twice.
 */
export async function changeProducts(
  context: ShopperContext,
  changes: readonly ProductChange[],
): Promise<{ before: Product[]; after: Product[] }> {
  const ids = changes.map(({ _id }) => _id);
  if (new Set(ids).size < ids.length) {
    throw new AppError('INVALID_INPUT', { message: 'A product is named twice.' });
  }
  return write(context, async (transaction) => {
    const found = await queries.lockProducts(transaction.sql, ids);
    if (found.length < ids.length) {
      throw new AppError('NOT_FOUND', {
        message: 'Some of these products have been deleted. Nothing was changed.',
      });
    }
    const before = await listProductsById(transaction, ids);
    for (const [index, { updatedAt }] of changes.entries()) {
      const product = before[index];
      if (product !== undefined) await requireUnchanged(transaction, 'product', product, updatedAt);
    }
    if (changes.some(namesShelves)) await requireShelves(transaction, before, changes);
    await queries.updateFigures(
      transaction.sql,
      changes.map((change, index) => figuresOf(change, before[index])),
    );
    await setShelves(transaction, changes);
    const after = await listProductsById(transaction, ids);
    await recordChanges(
      transaction,
      after.map((product, index) => auditOf('updated', before[index] ?? null, product)),
    );
    return { before, after };
  });
}

/** One transaction, after which everybody sees the new catalogue. */
async function write<Result>(
  context: ShopperContext,
  work: (transaction: ShopperContext) => Promise<Result>,
): Promise<Result> {
  const result = await inTransaction(context, work).catch((error: unknown) => {
    if (isUniqueViolation(error, 'product_name')) throw nameTaken();
    throw error;
  });
  context.catalogueReads.apply({ kind: 'all' });
  return result;
}

function nameTaken(): AppError {
  const message = 'There is a product of this name already.';
  return new AppError('NAME_TAKEN', { message, issues: [{ path: 'name', message }] });
}

function fieldsOf(input: NewProduct): queries.ProductFields {
  return {
    name: input.name,
    images: input.image,
    unit: input.unit,
    price_paise: paiseOf(input.price),
    discount_basis_points: basisPointsOf(input.discount),
    description: input.description,
    more_details: input.more_details,
  };
}

/** With the stock as the admin saw it, only their difference counts: what was sold meanwhile stays sold. */
function stockOf(stock: number, stockBefore: number | undefined): queries.StockChange {
  return stockBefore === undefined ? { to: stock } : { by: stock - stockBefore };
}

function figuresOf(change: ProductChange, before: Product | undefined): queries.FigureChange {
  const { _id, price, discount, stock, stockBefore } = change;
  return {
    id: _id,
    price_paise: price === undefined ? null : paiseOf(price),
    discount_basis_points: discount === undefined ? null : basisPointsOf(discount),
    stock_to: stock !== undefined && stockBefore === undefined ? stock : null,
    stock_by: stock !== undefined && stockBefore !== undefined ? stock - stockBefore : null,
    is_moved: before !== undefined && isMoved(before, change),
  };
}

function record(context: ShopperContext, action: string, before: Product | null, after: Product | null) {
  return recordChanges(context, [auditOf(action, before, after)]);
}

/** What was done to a product, for the audit trail. */
export function auditOf(action: string, before: Product | null, after: Product | null) {
  const thing = after ?? before;
  return {
    kind: 'product' as const,
    thingId: thing?._id ?? '',
    thingName: thing?.name ?? '',
    action,
    before: before && auditedFields(before),
    after: after && auditedFields(after),
  };
}

/** A product in the words of the dashboard: shelves by their names. */
function auditedFields({ category, subCategory, ...fields }: Product): Record<string, unknown> {
  return {
    ...fields,
    category: category.map(({ name }) => name),
    subCategory: subCategory.map(({ name }) => name),
  };
}
