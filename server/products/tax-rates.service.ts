import sql from 'sql-template-tag';
import { AppError } from '#contract/base/errors.ts';
import { toBasisPoints, toPercent } from '#contract/base/money.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import type { Context } from '#server/http/context.ts';

type Tax = StoreSettings['tax'];

const kinds = [
  ['gst', 'gstRates'],
  ['cess', 'cessRates'],
] as const;

/**
 * Throws INVALID_INPUT if products have a rate that is removed. Until the end of the transaction no product gets one.
 */
export async function refuseRemovalOfUsedTaxRates(
  context: Pick<Context, 'db'>,
  { tax: before }: Pick<StoreSettings, 'tax'>,
  { tax: after }: Pick<StoreSettings, 'tax'>,
): Promise<void> {
  const removedRates = kinds.map(
    ([kind, field]) =>
      [kind, field, before[field].filter((rate) => !after[field].includes(rate)).map(toBasisPoints)] as const,
  );
  if (removedRates.every(([, , removed]) => removed.length === 0)) return;
  await lockTaxRates(context, 'exclusive');
  const issues: { path: string; message: string }[] = [];
  for (const [kind, field, removed] of removedRates) {
    for (const { rate, products } of await countTaxRates(context, kind, removed)) {
      const have = products === 1 ? '1 product has' : `${products} products have`;
      const message = `${have} ${toPercent(rate)} %. Change them before you remove this rate.`;
      issues.push({ path: `settings.tax.${field}`, message });
    }
  }
  if (issues.length > 0) throw new AppError('INVALID_INPUT', { issues });
}

/** The message for a rate that the settings do not have; undefined for one that they have, and for none. */
export function findRateProblem(kind: 'gst' | 'cess', rate: number | null, tax: Tax): string | undefined {
  const rates = kind === 'gst' ? tax.gstRates : tax.cessRates;
  if (rate === null || rates.includes(rate)) return undefined;
  const list = rates.toSorted((one, other) => one - other).join(', ');
  const name = kind === 'gst' ? 'GST' : 'cess';
  return `The ${name} rates of the settings are ${list === '' ? 'none' : list}.`;
}

/** How many products have each of these rates of GST or cess, in basis points; rates without products are left out. */
function countTaxRates(
  { db }: Pick<Context, 'db'>,
  tax: 'gst' | 'cess',
  basisPoints: readonly number[],
): Promise<{ rate: number; products: number }[]> {
  const column = tax === 'gst' ? sql`gst_basis_points` : sql`cess_basis_points`;
  return db.query<{ rate: number; products: number }>(sql`
    select ${column} as rate, count(*) as products from product
    where ${column} = any (${[...basisPoints]}::integer[]) group by 1 order by 1`);
}

/**
 * Waits for changes of the tax rates of the settings (`shared`) or for savings of products with rates, and keeps them
 * waiting until the end of the transaction. Read the settings, or count the products, in a statement after it.
 */
export async function lockTaxRates({ db }: Pick<Context, 'db'>, mode: 'shared' | 'exclusive'): Promise<void> {
  const key = sql`hashtextextended('tax rates', 0)`;
  await db.query(
    mode === 'shared'
      ? sql`select pg_advisory_xact_lock_shared(${key})`
      : sql`select pg_advisory_xact_lock(${key})`,
  );
}
