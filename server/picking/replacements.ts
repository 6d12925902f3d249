import sql from 'sql-template-tag';
import { AppError } from '#contract/base/errors.ts';
import { paidPricePaise, toRupees } from '#contract/base/money.ts';
import type { ReplacementProposal } from '#contract/picking/picking.ts';
import { type ComparedProduct, keepsDiet, rankReplacements } from '#contract/picking/replacement.ts';
import { parsePackQuantity } from '#contract/products/pack-sizes.ts';
import { fromPriceColumns } from '#server/base/price-columns.ts';
import type * as schema from '#server/database/row-types.ts';
import type { Context } from '#server/http/context.ts';
import { lockStock, returnStock, stockShortError, takeStock } from '#server/inventory/inventory.service.ts';
import { setCauseOfStockChanges } from '#server/inventory/stock-changes.service.ts';
import type { NewLine } from '#server/orders/order-lines.ts';

interface OrderedProduct {
  product_id: string;
  name: string;
  veg: boolean | null;
}

/**
 * A product as it replaces missing pieces of a line, at its present price. Throws NOT_FOUND, PRODUCT_UNAVAILABLE,
 * CONFLICT for the same product, DIET_MARK.
 */
export async function findReplacement(
  { db }: Pick<Context, 'db'>,
  ordered: OrderedProduct,
  { productId, quantity }: { productId: string; quantity: number },
): Promise<NewLine> {
  const [row] = await db.query<NewLine & Pick<schema.Product, 'veg' | 'status'>>(sql`
    select id as product_id, name, name_hindi, unit, coalesce(images[1], '') as image, price_paise, discount_basis_points,
      sale_price_paise, ${quantity}::integer as quantity, cost_price_paise, nullif(hsn, '') as hsn, gst_basis_points,
      cess_basis_points, step_grams, veg, status
    from product where id = ${productId}`);
  if (row === undefined) throw new AppError('NOT_FOUND', { message: 'This product could not be found.' });
  const { veg, status, ...replacement } = row;
  if (status !== 'active') throw new AppError('PRODUCT_UNAVAILABLE', { message: `${row.name} is not sold.` });
  if (productId === ordered.product_id)
    throw new AppError('CONFLICT', { message: `${row.name} cannot replace itself.` });
  if (!keepsDiet(ordered.veg, veg))
    throw new AppError('DIET_MARK', {
      message: `${row.name} has no mark that allows it to replace ${ordered.name}.`,
    });
  return replacement;
}

/**
 * Takes the stock of a replacement, and returns that of the one before. Locks the stock of both, and of `alsoLocked`,
 * in the order of their ids. `db` is a transaction. Throws STOCK_SHORT.
 */
export async function moveReplacementStock(
  transaction: Pick<Context, 'db'>,
  { orderId, userId, alsoLocked }: { orderId: string; userId: string | null; alsoLocked: string | null },
  { before, after }: { before: NewLine | null; after: NewLine | null },
): Promise<void> {
  const isSame = before?.product_id === after?.product_id && before?.quantity === after?.quantity;
  const ids = [before?.product_id, after?.product_id].filter((id) => id !== undefined);
  await lockStock(transaction, alsoLocked === null ? ids : [...ids, alsoLocked]);
  if (isSame) return;
  await setCauseOfStockChanges(transaction, { cause: 'REPLACEMENT', orderId, userId });
  if (before !== null) await returnStock(transaction, [toUnits(before)]);
  if (after === null || (await takeStock(transaction, [toUnits(after)]))) return;
  const [row] = await transaction.db.query<Pick<schema.ProductStock, 'stock'>>(sql`
    select pieces as stock from product_stock where product_id = ${after.product_id}`);
  const { product_id: productId, name, quantity: wanted } = after;
  throw stockShortError([{ productId, name, wanted, left: row?.stock ?? 0 }]);
}

/** As stock counts them. A product by weight is taken in steps. */
function toUnits({ product_id: productId, quantity, step_grams }: NewLine) {
  return { productId, quantity: quantity * (step_grams ?? 1) };
}

const maximumProposals = 6;
/** Candidates that are ranked: those of the family first, then those of a sub-category. */
const maximumCandidates = 200;

interface CandidateRow
  extends Pick<
    schema.Product,
    | 'id'
    | 'name'
    | 'name_hindi'
    | 'unit'
    | 'brand'
    | 'family'
    | 'veg'
    | 'barcode'
    | 'location'
    | 'price_paise'
    | 'discount_basis_points'
    | 'sale_price_paise'
  > {
  image: string;
  stock: number;
  category_ids: readonly string[];
  times_accepted: number;
}

/**
 * Products in stock that may replace the product of a line: the preferred one, then the most similar; none if it is
 * deleted.
 */
export async function proposeReplacements(
  { db }: Pick<Context, 'db'>,
  { product_id: productId, preferred_id }: { product_id: string; preferred_id: string | null },
): Promise<ReplacementProposal[]> {
  const rows = await db.query<CandidateRow>(sql`
    with candidate as (
      select id, min(rank) as rank from (
        select ${productId}::text as id, 0 as rank
        union all select ${preferred_id}::text, 1
        union all select p.id, 2 from product wanted join product p on p.family = wanted.family and p.family <> ''
          where wanted.id = ${productId}
        union all select other.product_id, 3
          from product_sub_category one join product_sub_category other using (sub_category_id) where one.product_id = ${productId}
        union all select other.product_id, 4
          from product_category one join product_category other using (category_id) where one.product_id = ${productId}
      ) as found group by id
    )
    select p.id, p.name, p.name_hindi, p.unit, coalesce(p.images[1], '') as image, p.brand, p.family, p.veg, p.barcode, p.location,
      p.price_paise, p.discount_basis_points, p.sale_price_paise, s.pieces as stock,
      array(select category_id from product_category where product_id = p.id
        union all select sub_category_id from product_sub_category where product_id = p.id) as category_ids,
      (select count(*) from order_line l join order_line former on former.order_id = l.order_id and former.position = l.replaces
        where l.replaces is not null and l.product_id = p.id and former.product_id = ${productId}) as times_accepted
    from candidate join product p using (id) join product_stock s on s.product_id = p.id
    where p.id = ${productId} or (p.status = 'active' and s.pieces > 0)
    order by rank, p.id limit ${maximumCandidates}`);
  const [ordered, ...others] = rows.map((row) => ({ ...toCompared(row), row }));
  if (ordered?.id !== productId) return [];
  const allowed = others.filter(({ row }) => keepsDiet(ordered.row.veg, row.veg));
  const isPreferred = ({ id }: { id: string }) => Number(id === preferred_id);
  return rankReplacements(ordered, allowed)
    .sort((one, other) => isPreferred(other) - isPreferred(one))
    .slice(0, maximumProposals)
    .map(({ row, pricePaise }) => ({
      productId: row.id,
      nameHindi: row.name_hindi,
      price: toRupees(pricePaise),
      ...{ name: row.name, unit: row.unit, image: row.image, brand: row.brand, barcode: row.barcode },
      ...{ location: row.location, veg: row.veg, stock: row.stock },
    }));
}

function toCompared(row: CandidateRow): ComparedProduct {
  const quantity = parsePackQuantity(row.unit);
  return {
    ...{ id: row.id, family: row.family, brand: row.brand, categoryIds: row.category_ids },
    size: quantity && { base: quantity.base, amount: quantity.thousandthsOfUnit },
    pricePaise: paidPricePaise(fromPriceColumns(row)),
    timesAccepted: row.times_accepted,
  };
}
