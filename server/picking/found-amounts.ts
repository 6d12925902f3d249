import { AppError } from '#contract/base/errors.ts';
import { formatGrams, toWeightLimits } from '#contract/picking/weight.ts';
import type { AuthenticatedContext } from '#server/http/context.ts';
import { changeStock, lockStock } from '#server/inventory/inventory.service.ts';
import { setCauseOfStockChanges } from '#server/inventory/stock-changes.service.ts';
import { maxReasonLength } from '#server/orders/staff-orders.service.ts';
import { type PickingLineRow, updateStockUnits } from './picking.queries.ts';

// What may be found of a line, and what follows from it: pieces, or grams of a line that is sold by weight.

/** Throws INVALID_INPUT, WEIGHT_TOO_HIGH for more than the line allows, and for a replacement of nothing. */
export function requirePossible(
  line: PickingLineRow,
  { found, isReplaced }: { found: number; isReplaced: boolean },
): void {
  const { name, quantity } = line;
  const limits = toLimits(line);
  const most = limits?.most ?? quantity;
  const ordered = limits?.ordered ?? quantity;
  if (found <= most && !(isReplaced && found >= ordered)) return;
  if (limits !== null && found > most) {
    const message = `At most ${formatGrams(most)} of ${name}: ${formatGrams(ordered)} were ordered.`;
    throw new AppError('WEIGHT_TOO_HIGH', { message, details: { mostGrams: most } });
  }
  const message = `${limits === null ? quantity : formatGrams(ordered)} of ${name} were ordered.`;
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: 'found', message }] });
}

/** Null for a line of pieces. */
export function toLimits({ quantity, step_grams, weight_tolerance_basis_points }: PickingLineRow) {
  return step_grams === null
    ? null
    : toWeightLimits(quantity, step_grams, weight_tolerance_basis_points ?? 0);
}

/** What of a line returns to stock before the order is packed: of a weighed one all that was ordered. */
export function toStockUnits(line: PickingLineRow, found: number): number {
  const limits = toLimits(line);
  return limits !== null && found >= limits.least ? limits.ordered : found;
}

/**
 * Corrects the stock of what was weighed: the order took what was ordered. What was missing stays out of stock, as
 * pieces do.
 */
export async function correctWeighed(
  transaction: AuthenticatedContext,
  orderId: string,
  lines: readonly PickingLineRow[],
): Promise<void> {
  const weighed = lines.flatMap((line) => {
    const { position, product_id: id, found } = line;
    const limits = toLimits(line);
    if (limits === null || found === null || found < limits.least || found === limits.ordered) return [];
    return [{ position, units: found, id, by: limits.ordered - found }];
  });
  if (weighed.length === 0) return;
  const { userId } = transaction.caller;
  await lockStock(
    transaction,
    weighed.map(({ id }) => id),
  );
  await setCauseOfStockChanges(transaction, { cause: 'WEIGHED', orderId, userId });
  for (const { id, by } of weighed) await changeStock(transaction, [{ id, by }]);
  await updateStockUnits(transaction.db, orderId, weighed);
}

/** What the shopper reads in the history of the order; null if all was found. */
export function describeMissing(lines: readonly PickingLineRow[]): string | null {
  const sorted = lines.toSorted((one, other) => one.position - other.position);
  const missing = sorted.flatMap((line) => {
    const { name, quantity, step_grams, found, replacement, question } = line;
    if (found === null || found >= (toLimits(line)?.least ?? quantity)) return [];
    const toText = (amount: number) => (step_grams === null ? String(amount) : formatGrams(amount));
    const ordered = quantity * (step_grams ?? 1);
    if (replacement !== null) {
      const part = found === 0 ? name : `${toText(ordered - found)} of ${toText(ordered)} ${name}`;
      const isDefault = question !== null && question.answered_at === null;
      return [`${isDefault ? 'No answer in time: ' : ''}${part} replaced by ${replacement.name}.`];
    }
    if (found === 0) return [`${name} was unavailable.`];
    return [
      `Only ${toText(found)} of ${toText(ordered)} ${name} ${step_grams === null ? 'were' : 'was'} available.`,
    ];
  });
  return missing.length === 0 ? null : joinSentences(missing);
}

/** As many whole sentences as a reason can have, and how many there are besides. */
export function joinSentences(sentences: readonly string[]): string {
  const all = sentences.join(' ');
  if (all.length <= maxReasonLength) return all;
  for (let count = sentences.length - 1; count > 0; count -= 1) {
    const text = `${sentences.slice(0, count).join(' ')} And ${sentences.length - count} more.`;
    if (text.length <= maxReasonLength) return text;
  }
  return all.slice(0, maxReasonLength);
}
